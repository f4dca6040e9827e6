import fastifyStatic from '@fastify/static'
import type { WebContext } from '@incontro/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { Failure } from '../http/problem.ts'
import { lean, type LeanDeps, type WholePage } from './lean.ts'
import { createPageCache } from './page-cache.ts'
import { sendPage, sendStored } from './send-page.ts'
import { createUsedStyles } from './used-styles.ts'

interface Built {
  respond(request: Request, context: WebContext): Promise<Response>
  wholePageOf(response: Response): WholePage | undefined
}

export interface PagesOptions {
  /** Folder with `client` and `server`. */
  readonly buildDir: string
  readonly contextOf: (request: FastifyRequest) => Promise<WebContext | undefined>
  /** Paths that are the same for every visitor of a brand in one language: kept for a minute. */
  readonly shared: ReadonlySet<string>
  /** What such a page depends on of a visitor's cookies: a few values, or anybody could fill the cache. Whoever carries `sessionCookie` is no visitor. */
  readonly sharedBy: (cookies: Readonly<Record<string, string | undefined>>) => readonly (string | boolean)[]
  readonly sessionCookie: string
  readonly brandStyles: LeanDeps['brandStyles']
}

/** Serves the built web: files with hashed names for good, everything else rendered by React Router. */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const entry = join(options.buildDir, 'server/index.js')
  if (!existsSync(entry)) throw new Error('the web is not built: run `npm run build -w @incontro/web`')
  const built = (await import(pathToFileURL(entry).href)) as Built
  const assets = join(options.buildDir, 'client/assets')
  const dressing: LeanDeps = { styles: createUsedStyles(assets), brandStyles: options.brandStyles }
  const cache = createPageCache()
  await app.register(fastifyStatic, {
    root: assets, prefix: '/assets/', immutable: true, maxAge: '365d', index: false, decorateReply: false, preCompressed: true,
    setHeaders: (reply) => { void reply.header('access-control-allow-origin', '*') },
  })
  await app.register(async (scope) => {
    // The one click of a mail program may come in this form (RFC 8058, section 3.2); the API takes no such body.
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: ['GET', 'POST'],
      url: '/*',
      schema: { hide: true },
      handler: async (request, reply) => {
        if (ours.test(request.url)) return reply.callNotFound()
        const context = await options.contextOf(request)
        if (!context) return reply.callNotFound()
        mustBeOwnForm(request, context.origin)
        const key = sharedKey(request, context, options)
        const stored = key === undefined ? undefined : cache.get(key)
        if (stored) return sendStored(request, reply, stored)
        const response = await built.respond(toRequest(request, context.origin, reply), context)
        const whole = built.wholePageOf(response)
        if (!whole) return sendResponse(reply, response)
        // The answer to a form starts its script at once: it moves the focus to what went wrong.
        const page = request.method === 'GET' || whole.script === 'none' ? await lean(whole, dressing) : { html: whole.html, styleHash: undefined }
        copyHead(reply, response)
        if (key === undefined || response.status !== 200 || response.headers.has('set-cookie')) return sendPage(request, reply, page)
        return sendStored(request, reply, await cache.put(key, page, context.nonce))
      },
    })
  })
}

/**
 * A form on another site does nothing here, also in a browser where nobody is signed in: it would choose for the visitor what their
 * cookies say. Mail programs send no `Origin` with their one click, and carry no cookie either.
 */
function mustBeOwnForm({ method, headers }: FastifyRequest, own: string): void {
  if (method !== 'GET' && method !== 'HEAD' && headers.origin !== undefined && headers.origin !== own) throw new Failure(403, undefined, { message: 'This form has to come from a page of this site' })
}

/** What no page stands below: an unknown address there is a program's mistake and gets a problem document. */
const ours = /^\/(api|pay|dispenser|media|brand|kpi|ip|remarketing|chat-socket|assets|\.well-known)(\/|\?|$)/

/** What a shared page depends on, as one text; undefined for everything else. */
function sharedKey(request: FastifyRequest, { origin, locale }: WebContext, { shared, sharedBy, sessionCookie }: PagesOptions): string | undefined {
  if (request.method !== 'GET' || !shared.has(request.url) || request.cookies[sessionCookie] !== undefined) return undefined
  return JSON.stringify([origin, request.url, locale, ...sharedBy(request.cookies)])
}

function toRequest(request: FastifyRequest, origin: string, reply: FastifyReply): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  }
  const gone = new AbortController()
  reply.raw.once('close', () => { if (!reply.raw.writableFinished) gone.abort() })
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : bodyOf(request.body)
  return new Request(addressOf(request, origin), { method: request.method, headers, signal: gone.signal, ...(body === undefined ? {} : { body }) })
}

/** Of this site, whatever stands in the first line of the request: resolved against the origin, `//evil.example/` and `http://evil.example/` would be addresses of another. */
function addressOf({ raw }: FastifyRequest, origin: string): URL {
  const asked = raw.url ?? '/'
  return new URL(`${origin}${asked.startsWith('/') ? asked : asked.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')}`)
}

/** Forms arrive as bytes, JSON as what it was parsed to. */
function bodyOf(body: unknown): BodyInit | undefined {
  if (body === undefined || body === null) return undefined
  return Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body)
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  copyHead(reply, response)
  return response.body ? reply.send(Readable.fromWeb(response.body as never)) : reply.send()
}

function copyHead(reply: FastifyReply, response: Response): void {
  void reply.code(response.status)
  for (const [name, value] of response.headers) if (name !== 'set-cookie') void reply.header(name, value)
  for (const cookie of response.headers.getSetCookie()) void reply.header('set-cookie', cookie)
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache')
}
