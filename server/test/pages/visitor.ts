import { request } from 'node:http'
import { sessionCookie } from '#modules/identity/sessions/credentials.ts'
import type { TestServer } from '#test/support/test-server.ts'
import { readDocument, type Document } from './document.ts'

export interface Page extends Document {
  readonly status: number
  readonly url: URL
  readonly path: string
}

/** A visitor without script: stores cookies, follows redirects, and submits forms like a browser. */
export interface Visitor {
  /** By path on the visitor's host, or by full URL. */
  open(address: string): Promise<Page>
  /**
   * Submits the form of a page that has a field with that name or id, or its last one, with these values and its
   * defaults.
   */
  send(page: Page, field?: string, values?: Readonly<Record<string, string>>): Promise<Page>
  /** Uses a member's session. */
  signIn(token: string): void
  /** Drops the session. */
  leave(): void
}

export function openVisitor(
  testServer: Pick<TestServer, 'url'>,
  { host = 'localhost', language = 'it' }: { readonly host?: string; readonly language?: string } = {},
): Visitor {
  const origin = `http://${host}:${new URL(testServer.url).port}`
  const jars = new Map<string, Map<string, string>>()

  const ask = (url: URL, body?: string, from?: URL): Promise<{ status: number; location?: string; text: string }> =>
    new Promise((resolve, reject) => {
      const jar = jars.get(url.origin) ?? new Map<string, string>()
      jars.set(url.origin, jar)
      const outgoing = request(
        {
          // Node's resolver does not know *.localhost.
          host: url.hostname.endsWith('localhost') ? 'localhost' : url.hostname,
          port: url.port,
          path: url.pathname + url.search,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            host: url.host,
            accept: 'text/html',
            'accept-language': language,
            cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
            ...(body === undefined
              ? {}
              : { origin: (from ?? url).origin, 'content-type': 'application/x-www-form-urlencoded' }),
          },
        },
        (incoming) => {
          for (const cookie of incoming.headers['set-cookie'] ?? []) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
            if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) jar.delete(name)
            else jar.set(name, value)
          }
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              text: Buffer.concat(chunks).toString(),
              ...(incoming.headers.location === undefined ? {} : { location: incoming.headers.location }),
            }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })

  async function arrive(url: URL, body?: string, from?: URL, redirects = 0): Promise<Page> {
    const { status, location, text } = await ask(url, body, from)
    if (location === undefined || status < 300 || status > 399)
      return { ...readDocument(text), status, url, path: url.pathname }
    if (redirects > 8) throw new Error(`${url.href} goes on and on`)
    return arrive(new URL(location, url), undefined, undefined, redirects + 1)
  }

  return {
    open: (address) => arrive(new URL(address, origin)),
    async send(page, field, values = {}) {
      const form = page.forms.findLast(({ fields }) => field === undefined || fields.has(field))
      if (!form)
        throw new Error(`${page.url.href} has no form with ${field ?? 'anything'}: ${page.words.slice(0, 300)}`)
      const sent = new URLSearchParams(form.values.filter(([name]) => !(name in values)).map(([...pair]) => pair))
      for (const [name, value] of Object.entries(values)) sent.append(name, value)
      if (form.button) sent.append(...form.button)
      const action = new URL(form.action ?? page.url.href, page.url)
      if (form.method === 'POST') return arrive(action, sent.toString(), page.url)
      action.search = sent.toString()
      return arrive(action)
    },
    signIn: (token) => jars.set(origin, new Map([[sessionCookie, token]])),
    leave: () => jars.clear(),
  }
}
