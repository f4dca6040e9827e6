import fastifyStatic from '@fastify/static'
import type { WebContext } from '@incontro/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { Log } from '../log.ts'
import { Failure } from '../http/problem.ts'
import { type BrandStyles, headersOf, loadBuilt } from './built.ts'
import type { LeanPage } from './lean.ts'
import { createPageCache } from './page-cache.ts'
import { sendPage, sendStored } from './send-page.ts'
import { createPool } from './threads/pool.ts'

export interface PagesOptions {
  /** Folder with `client` and `server`. */
  readonly buildDir: string
  readonly contextOf: (request: FastifyRequest) => Promise<WebContext | undefined>
  /** Paths that are the same for every visitor of a brand in one language: kept for a minute. */
  readonly shared: ReadonlySet<string>
  /** What such a page depends on of a visitor's cookies: a few values, or anybody could fill the cache. Whoever carries `sessionCookie` is no visitor. */
  readonly sharedBy: (cookies: Readonly<Record<string, string | undefined>>) => readonly (string | boolean)[]
  readonly sessionCookie: string
  readonly brandStyles: BrandStyles
  /** Threads beside the event loop that render the pages of visitors; with none they are rendered in it, as members' are. */
  readonly threads: number
  readonly log: Log
}

type Head = readonly (readonly [string, string])[]

/** Serves the built web: files with hashed names for good, everything else rendered by React Router. */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { buildDir, brandStyles, threads, log, sessionCookie } = options
  const built = await loadBuilt(buildDir, brandStyles)
  const cache = createPageCache()
  const pool = threads > 0 ? createPool({ threads, log, buildDir, brandStyles }) : undefined
  app.addHook('onClose', async () => pool?.close())
  await app.register(fastifyStatic, {
    root: built.assets,
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    decorateReply: false,
    preCompressed: true,
    setHeaders: (reply) => {
      void reply.header('access-control-allow-origin', '*')
    },
  })

  /** A page that was rendered whole, and kept when it is everybody's. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string | undefined,
    nonce: string,
    found: { status: number; headers: Head; page: LeanPage },
  ): Promise<FastifyReply> {
    copyHead(reply, found)
    const own = found.status !== 200 || found.headers.some(([name]) => name === 'set-cookie')
    return key === undefined || own
      ? sendPage(request, reply, found.page)
      : sendStored(request, reply, await cache.put(key, found.page, nonce))
  }

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
        if (pool && request.method === 'GET' && request.cookies[sessionCookie] === undefined) {
          const gone = (): boolean => reply.raw.closed
          const rendered = await pool.render(
            { url: addressOf(request, context.origin).href, headers: headersFrom(request) },
            context,
            gone,
          )
          if (rendered?.page) return answer(request, reply, key, context.nonce, { ...rendered, page: rendered.page })
          if (rendered) {
            copyHead(reply, rendered)
            return reply.send(rendered.body && Buffer.from(rendered.body))
          }
          if (gone()) return reply.hijack()
        }
        const { response, page } = await built.render(toRequest(request, context.origin, reply), context)
        const headers = headersOf(response)
        if (page) return answer(request, reply, key, context.nonce, { status: response.status, headers, page })
        copyHead(reply, { status: response.status, headers })
        return response.body ? reply.send(Readable.fromWeb(response.body as never)) : reply.send()
      },
    })
  })
}

/**
 * A form on another site does nothing here, also in a browser where nobody is signed in: it would choose for the visitor what their
 * cookies say. Mail programs send no `Origin` with their one click, and carry no cookie either.
 */
function mustBeOwnForm({ method, headers }: FastifyRequest, own: string): void {
  if (method !== 'GET' && method !== 'HEAD' && headers.origin !== undefined && headers.origin !== own)
    throw new Failure(403, undefined, { message: 'This form has to come from a page of this site' })
}

/** What no page stands below: an unknown address there is a program's mistake and gets a problem document. */
const ours = /^\/(api|pay|dispenser|media|brand|kpi|ip|remarketing|chat-socket|assets|\.well-known)(\/|\?|$)/

/** What a shared page depends on, as one text; undefined for everything else. */
function sharedKey(
  request: FastifyRequest,
  { origin, locale }: WebContext,
  { shared, sharedBy, sessionCookie }: PagesOptions,
): string | undefined {
  if (request.method !== 'GET' || !shared.has(request.url) || request.cookies[sessionCookie] !== undefined)
    return undefined
  return JSON.stringify([origin, request.url, locale, ...sharedBy(request.cookies)])
}

function headersFrom(request: FastifyRequest): [string, string][] {
  return Object.entries(request.headers).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined)
      .map((one): [string, string] => [name, one]),
  )
}

function toRequest(request: FastifyRequest, origin: string, reply: FastifyReply): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : bodyOf(request.body)
  return new Request(addressOf(request, origin), {
    method: request.method,
    headers: headersFrom(request),
    signal: gone.signal,
    ...(body === undefined ? {} : { body }),
  })
}

/** Of this site, whatever stands in the first line of the request: resolved against the origin, `//evil.example/` and `http://evil.example/` would be addresses of another. */
function addressOf({ raw }: FastifyRequest, origin: string): URL {
  const asked = raw.url ?? '/'
  return new URL(
    `${origin}${asked.startsWith('/') ? asked : asked.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')}`,
  )
}

/** Forms arrive as bytes, JSON as what it was parsed to. */
function bodyOf(body: unknown): BodyInit | undefined {
  if (body === undefined || body === null) return undefined
  return Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body)
}

function copyHead(reply: FastifyReply, { status, headers }: { readonly status: number; readonly headers: Head }): void {
  void reply.code(status)
  for (const [name, value] of headers) void reply.header(name, value)
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache')
}
