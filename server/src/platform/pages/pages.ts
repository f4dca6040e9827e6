import fastifyStatic from '@fastify/static'
import type { WebContext } from '@incontro/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Failure } from '#platform/http/problem.ts'
import { createTraffic } from '#platform/http/traffic.ts'
import { loadBuilt, type WholePage } from './built.ts'
import { createInProcess } from './in-process.ts'
import { createPageCache } from './page-cache.ts'
import { sendPage, sendStored } from './send-page.ts'
import { createRenderQueue } from './render-queue.ts'

/** What a page is rendered with, apart from the API. */
export type PageContext = Omit<WebContext, 'api' | 'nonce'>

export interface PagesOptions {
  /** Folder with `client` and `server`. */
  readonly buildDir: string
  readonly contextOf: (request: FastifyRequest) => Promise<PageContext | undefined>
  /** Paths whose page is the same for every visitor of a brand in one language: cached for a minute. */
  readonly shared: ReadonlySet<string>
  /** Name of the session cookie: its presence causes a look-up, valid or not. */
  readonly sessionCookie: string
  /** Multiplies the pages an address may have rendered. */
  readonly limitFactor: number
  /** Looks at the request of a visitor for a page. */
  readonly onVisitor?: ((request: FastifyRequest, brand: PageContext['brand']) => void) | undefined
  /** Requests that are answered without rendering a page. */
  readonly plainPost?: ((request: FastifyRequest) => PlainPost | undefined) | undefined
}

/** A request that is authorised by a signed link and whose sender reads only the status. */
export interface PlainPost {
  /** Counted instead of the address, which is that of a mail provider with many members. */
  readonly memberId: string
  run(): Promise<void>
}

/** Rendered pages per visitor address or per member, above what a person reaches. Cached pages are not counted. */
const rendered = { burst: 12, perSecond: 8 }
/** Invalid session cookies per address: each causes a look-up. */
const strangers = { burst: 12, perSecond: 2 }
/** Rendering runs on the event loop: with more concurrency, all pages would only wait for each other's API calls. */
const visitorTurns = { concurrency: 2, waiting: 100 }
/** Members have a queue of their own, so that they do not wait behind a burst of visitors. */
const memberTurns = { concurrency: 16, waiting: 200 }

/** Serves the web build: hashed files as immutable, everything else rendered by React Router. */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { buildDir, contextOf, shared, sessionCookie, limitFactor } = options
  const built = await loadBuilt(buildDir)
  const api = createInProcess(app)
  const cache = createPageCache()
  const count = createTraffic(rendered, limitFactor)
  const countStranger = createTraffic(strangers, limitFactor)
  const turns = { visitor: createRenderQueue(visitorTurns), member: createRenderQueue(memberTurns) }
  /** Shared paths whose page turned out to carry a nonce, and so cannot be shared. */
  const withNonce = new Set<string>()

  await serveAssets(app, join(buildDir, 'client/assets'))
  await serveWorker(app, join(buildDir, 'worker/service-worker.js'))

  /** Renders a page from nothing but what is part of its cache key. */
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
    const hasNonce = page?.styleHash === undefined
    if (response?.status === 200 && hasNonce) withNonce.add(path)
    return response?.status === 200 && !hasNonce && !response.headers.has('set-cookie') && !failed() ? page : undefined
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (ours.test(request.url)) {
      reply.callNotFound()
      return reply
    }
    const plain = request.method === 'POST' ? options.plainPost?.(request) : undefined
    if (plain) {
      count(request, reply, plain.memberId)
      await plain.run()
      return reply.header('cache-control', 'no-store').type('text/plain').send('OK')
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
    if (!session && request.method === 'GET') options.onVisitor?.(request, context.brand)
    // A member's page contains private data: no cache may store it.
    if (session) void reply.header('cache-control', 'no-store')
    const mayShare = !session && request.method === 'GET' && shared.has(request.url) && !withNonce.has(request.url)
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
    // Mail programs may send one-click unsubscription in this encoding (RFC 8058, section 3.2). The API's multipart
    // parser is for uploads.
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

/** Files whose names carry a hash of their content. Browsers cache them for a year; the `.br` and `.gz` files beside them are sent instead. */
async function serveAssets(app: FastifyInstance, root: string): Promise<void> {
  const files = new Set(await readdir(root))
  // The plugin's own route would read the whole folder on each request, to compare the letter case of the name.
  await app.register(fastifyStatic, {
    root,
    serve: false,
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    setHeaders: (reply) => {
      void reply.header('access-control-allow-origin', '*')
    },
  })
  app.get<{ Params: { file: string } }>('/assets/:file', { schema: { hide: true } }, (request, reply) => {
    const { file } = request.params
    if (files.has(file)) return reply.sendFile(file)
    reply.callNotFound()
    return reply
  })
}

/**
 * The service worker: at the root, so that its scope is the whole site, and revalidated on every check of the browser.
 */
async function serveWorker(app: FastifyInstance, file: string): Promise<void> {
  // The web build of a test may lack it.
  if (!existsSync(file)) return
  const script = await readFile(file)
  const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`
  app.get('/service-worker.js', { schema: { hide: true } }, async (request, reply) => {
    void reply
      .header('cache-control', 'no-cache')
      .header('etag', etag)
      // It may fetch our own files, and nothing else.
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/javascript; charset=utf-8').send(script)
  })
}

/**
 * The context of a shared page, and the same values as its cache key: nothing else of the request can reach the page.
 */
function sharedContext(path: string, given: PageContext): { readonly key: string; readonly context: PageContext } {
  const { brand, session: _, cookieChoice, ...rest } = given
  const { chosen } = cookieChoice
  return {
    key: JSON.stringify({ path, brand: brand.key, chosen, ...rest }),
    context: { ...rest, brand, session: null, cookieChoice: { chosen, analytics: false, remarketing: false } },
  }
}

/**
 * Refuses forms posted by another site, even without a session: they could change what the visitor's cookies remember.
 * Mail programs send neither `Origin` nor cookies with one-click unsubscription.
 */
function mustBeOwnForm({ method, headers }: FastifyRequest, own: string): void {
  if (method !== 'GET' && method !== 'HEAD' && headers.origin !== undefined && headers.origin !== own)
    throw new Failure(403, undefined, { message: 'Send this form from a page of this site' })
}

/** Prefixes without pages: an unknown address below them is a client's error and gets a problem document. */
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

/**
 * The request's URL on our own origin. `//evil.example/` or `http://evil.example/` in the request line must not resolve
 * to another host.
 */
function addressOf({ raw }: FastifyRequest, origin: string): URL {
  const asked = raw.url ?? '/'
  return new URL(
    `${origin}${asked.startsWith('/') ? asked : asked.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')}`,
  )
}

/** Forms arrive as bytes, JSON already parsed. */
function bodyOf(body: unknown): BodyInit | undefined {
  if (body === undefined || body === null) return undefined
  return Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body)
}

/** Copies status and headers, each cookie separately. */
function copyHead(reply: FastifyReply, { status, headers }: Response): void {
  void reply.code(status)
  for (const [name, value] of headers) if (name !== 'set-cookie') void reply.header(name, value)
  for (const cookie of headers.getSetCookie()) void reply.header('set-cookie', cookie)
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache')
}
