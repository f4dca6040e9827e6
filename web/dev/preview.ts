// Serves the build to a made-up visitor, to look at pages without the server:
//   node web/dev/preview.ts   PORT (4400); MEMBER=1 signs in the member of preview-session.json or of SESSION=file.json.
// Query parameters choose the brand, theme and language: ?brand=cercame, ?theme=dark, ?lang=es.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Locale, SessionView, WebContext } from '@incontro/contract'
import { toDomain } from '@incontro/contract/domain'
import { answer } from './preview-api.ts'
import { brandOf, tokensOf } from './preview-brands.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, process.env.WEB_BUILD_DIR ?? 'build')
const built = (await import(join(folder, 'server/index.js'))) as {
  respond: (request: Request, context: WebContext) => Promise<Response>
  wholePageOf: (response: Response) => { readonly html: string } | undefined
}
const port = Number(process.env.PORT ?? 4400)
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const member = (): SessionView | null =>
  process.env.MEMBER
    ? (JSON.parse(
        readFileSync(process.env.SESSION ?? join(import.meta.dirname, 'preview-session.json'), 'utf8'),
      ) as SessionView)
    : null

const toRequest = (incoming: IncomingMessage, url: URL) => {
  const withBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  const headers = new Headers(
    Object.entries(incoming.headers).map(([key, value]): [string, string] => [key, String(value)]),
  )
  return new Request(url, {
    method: incoming.method ?? 'GET',
    headers,
    ...(withBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {}),
  } as RequestInit)
}

createServer((incoming, outgoing) => {
  void (async () => {
    const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`)
    const file = join(folder, 'client', url.pathname)
    if (url.pathname !== '/' && existsSync(file) && statSync(file).isFile()) {
      outgoing.writeHead(200, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      createReadStream(file).pipe(outgoing)
      return
    }
    const from = new URL(incoming.headers.referer ?? url.href, url)
    const choice = (name: string) => url.searchParams.get(name) ?? from.searchParams.get(name)
    const language = url.searchParams.get('lang') ?? /(?:^|; )locale=(\w\w)/.exec(incoming.headers.cookie ?? '')?.[1]
    const key = choice('brand') ?? 'battito'
    if (url.pathname === '/brand/tokens.css')
      return void outgoing
        .writeHead(200, { 'content-type': 'text/css' })
        .end(tokensOf(url.searchParams.get('v') ?? key))
    if (url.pathname === '/brand/icon.svg')
      return void outgoing.writeHead(200, { 'content-type': 'image/svg+xml' }).end(brandOf(key, port).logo.symbol)
    const session = member()
    const api = async (path: string, init?: RequestInit) => answer(path, init, session)
    const request = toRequest(incoming, url)
    const isApi = /^\/(api|dispenser|pay|\.well-known)\//.test(url.pathname)
    const nonce = crypto.randomUUID()
    const brand = brandOf(key, port, language)
    const response = isApi
      ? await api(url.pathname + url.search, {
          method: request.method,
          body: request.body ? await request.text() : null,
        })
      : await built.respond(request, {
          brand,
          nonce,
          demo: true,
          google: true,
          origin: url.origin,
          session: toDomain(session),
          api,
          locale: (language ?? brand.languages[0] ?? 'it') as Locale,
          theme: choice('theme') as 'light' | 'dark' | null,
          cookieChoice: { chosen: false, analytics: false, remarketing: false },
        })
    outgoing.writeHead(response.status, {
      ...Object.fromEntries(response.headers),
      'content-security-policy': `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self' ws:`,
    })
    const whole = isApi ? undefined : built.wholePageOf(response)
    if (whole) outgoing.end(whole.html)
    else if (response.body) Readable.fromWeb(response.body as never).pipe(outgoing)
    else outgoing.end()
  })().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    outgoing.writeHead(500).end()
  })
}).listen(port, () => process.stdout.write(`http://localhost:${port}\n`))
