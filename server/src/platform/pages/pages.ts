import fastifyStatic from '@fastify/static'
import type { WebContext } from '@incontro/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Failure } from '../http/problem.ts'
import { createTraffic } from '../http/traffic.ts'
import { loadBuilt, type WholePage } from './built.ts'
import { createInProcess } from './in-process.ts'
import { createPageCache } from './page-cache.ts'
import { sendPage, sendStored } from './send-page.ts'
import { createTurns } from './turns.ts'

/** What a page is given to know, the API aside. */
export type PageContext = Omit<WebContext, 'api' | 'nonce'>

export interface PagesOptions {
  /** Folder with `client` and `server`. */
  readonly buildDir: string
  readonly contextOf: (request: FastifyRequest) => Promise<PageContext | undefined>
  /** Paths that are the same for every visitor of a brand in one language: kept for a minute. */
  readonly shared: ReadonlySet<string>
  /** A cookie of this name is looked up, even if it turns out to be no session. */
  readonly sessionCookie: string
  /** Multiplies how many pages an address may have rendered. */
  readonly limitFactor: number
}

/** Of one visitor address, or of one member: a person never meets it. Kept pages are not counted. */
const rendered = { burst: 12, perSecond: 8 }
/** Cookies of one address that turn out to be no session: each is looked up. */
const strangers = { burst: 12, perSecond: 2 }
/** Rendering is work of the one event loop: more at once would only let all of them wait for each other's API calls. */
const visitorTurns = { concurrency: 2, waiting: 100 }
/** Members' pages do not wait behind a rush of visitors. */
const memberTurns = { concurrency: 16, waiting: 200 }

/** Serves the built web: files with hashed names for good, everything else rendered by React Router. */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { buildDir, contextOf, shared, sessionCookie, limitFactor } = options
  const built = await loadBuilt(buildDir)
  const api = createInProcess(app)
  const cache = createPageCache()
  const count = createTraffic(rendered, limitFactor)
  const countStranger = createTraffic(strangers, limitFactor)
  const turns = { visitor: createTurns(visitorTurns), member: createTurns(memberTurns) }
  /** Shared paths whose page turned out to be one for each visitor (it carries a nonce). */
  const notWhole = new Set<string>()

  await app.register(fastifyStatic, {
    root: join(buildDir, 'client/assets'),
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

  await serveWorker(app, join(buildDir, 'worker/service-worker.js'))

  /** A page that is rendered from nothing but what its key says. */
  async function sharedPage(
    request: FastifyRequest,
    path: string,
    context: PageContext,
  ): Promise<WholePage | undefined> {
    const { api: anonymous, failed } = api.forEverybody(request, context.origin, context.locale)
    const response = await turns.visitor.run(
      () => built.respond(new Request(`${context.origin}${path}`), { ...context, nonce: '', api: anonymous }),
      () => false,
    )
    const page = response && built.wholePageOf(response)
    if (response?.status === 200 && !page) notWhole.add(path)
    return response?.status === 200 && !response.headers.has('set-cookie') && !failed() ? page : undefined
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (ours.test(request.url)) {
      reply.callNotFound()
      return reply
    }
    const known = request.cookies[sessionCookie] === undefined ? undefined : countStranger(request, reply)
    const context = await contextOf(request)
    if (context?.session) known?.()
    if (!context) {
      reply.callNotFound()
      return reply
    }
    mustBeOwnForm(request, context.origin)
    const { session } = context
    // A member's page holds what only they may read: no disk keeps it.
    if (session) void reply.header('cache-control', 'no-store')
    const mayShare = !session && request.method === 'GET' && shared.has(request.url) && !notWhole.has(request.url)
    const everybodys = mayShare ? sharedContext(request.url, context) : undefined
    const stored = everybodys && cache.get(everybodys.key)
    if (!stored) count(request, reply, session?.clickid)
    if (stored) return sendStored(request, reply, stored)
    if (everybodys) {
      const made = await cache.make(everybodys.key, () => sharedPage(request, request.url, everybodys.context))
      if (made) return sendStored(request, reply, made)
    }
    const isAborted = (): boolean => reply.raw.closed
    const response = await turns[session ? 'member' : 'visitor'].run(
      () =>
        built.respond(toRequest(request, context.origin, reply), {
          ...context,
          nonce: request.nonce,
          api: api.forVisitor(request, context.origin),
        }),
      isAborted,
    )
    if (!response) return reply.hijack()
    copyHead(reply, response)
    const page = built.wholePageOf(response)
    if (page) return sendPage(request, reply, page)
    return response.body ? reply.send(Readable.fromWeb(response.body as never)) : reply.send()
  }

  await app.register(async (scope) => {
    // The one click of a mail program may come in this form (RFC 8058, section 3.2). What the API reads it with takes uploads apart.
    scope.removeContentTypeParser('multipart/form-data')
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: ['GET', 'POST'],
      url: '/*',
      schema: { hide: true },
      handler: answer,
    })
  })
}

/** The service worker: at the root, so that it answers for the whole site, and fetched again whenever a browser looks. */
async function serveWorker(app: FastifyInstance, file: string): Promise<void> {
  // The pages of a test may come without one.
  if (!existsSync(file)) return
  const script = await readFile(file)
  const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`
  app.get('/service-worker.js', { schema: { hide: true } }, async (request, reply) => {
    void reply
      .header('cache-control', 'no-cache')
      .header('etag', etag)
      // It may fetch our own files, and do nothing else.
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/javascript; charset=utf-8').send(script)
  })
}

/** What a page that many are shown is rendered from, and that very thing as its key: nothing else of a request reaches the page. */
function sharedContext(path: string, given: PageContext): { readonly key: string; readonly context: PageContext } {
  const { brand, session: _, cookieChoice, ...rest } = given
  const { chosen } = cookieChoice
  return {
    key: JSON.stringify({ path, brand: brand.key, chosen, ...rest }),
    context: { ...rest, brand, session: null, cookieChoice: { chosen, analytics: false, remarketing: false } },
  }
}

/**
 * A form on another site does nothing here, also in a browser where nobody is signed in: it would choose for the visitor what their
 * cookies say. Mail programs send no `Origin` with their one click, and carry no cookie either.
 */
function mustBeOwnForm({ method, headers }: FastifyRequest, own: string): void {
  if (method !== 'GET' && method !== 'HEAD' && headers.origin !== undefined && headers.origin !== own)
    throw new Failure(403, undefined, { message: 'Send this form from a page of this site' })
}

/** What no page stands below: an unknown address there is a program's mistake and gets a problem document. */
const ours = /^\/(api|pay|dispenser|media|brand|kpi|ip|remarketing|chat-socket|assets|\.well-known)(\/|\?|$)/

function headersFrom(request: FastifyRequest): [string, string][] {
  return Object.entries(request.headers).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined)
      .map((one): [string, string] => [name, one]),
  )
}

function toRequest(request: FastifyRequest, origin: string, reply: FastifyReply): Request {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : bodyOf(request.body)
  return new Request(addressOf(request, origin), {
    method: request.method,
    headers: headersFrom(request),
    signal: controller.signal,
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

/** Status and headers, each cookie by itself. */
function copyHead(reply: FastifyReply, { status, headers }: Response): void {
  void reply.code(status)
  for (const [name, value] of headers) if (name !== 'set-cookie') void reply.header(name, value)
  for (const cookie of headers.getSetCookie()) void reply.header('set-cookie', cookie)
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache')
}
