import fastifyStatic from '@fastify/static'
import type { WebContext } from '@incontro/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'

interface Built { respond(request: Request, context: WebContext): Promise<Response> }

/** Serves the built web: files with hashed names for good, everything else rendered by React Router. */
export async function servePages(app: FastifyInstance, options: {
  /** Folder with `client` and `server`. */
  readonly buildDir: string
  readonly contextOf: (request: FastifyRequest) => Promise<WebContext | undefined>
}): Promise<void> {
  const entry = join(options.buildDir, 'server/index.js')
  if (!existsSync(entry)) throw new Error('the web is not built: run `npm run build -w @incontro/web`')
  const built = (await import(pathToFileURL(entry).href)) as Built
  await app.register(fastifyStatic, {
    root: join(options.buildDir, 'client/assets'), prefix: '/assets/', immutable: true, maxAge: '365d', index: false, decorateReply: false,
    preCompressed: true,
    setHeaders: (reply) => { void reply.header('access-control-allow-origin', '*') },
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      if (ours.test(request.url)) return reply.callNotFound()
      const context = await options.contextOf(request)
      if (!context) return reply.callNotFound()
      const response = await built.respond(toRequest(request, context.origin, reply), context)
      return sendResponse(reply, response)
    },
  })
}

/** What no page stands below: an unknown address there is a program's mistake and gets a problem document. */
const ours = /^\/(api|pay|dispenser|media|brand|kpi|ip|remarketing|chat-socket|assets|\.well-known)(\/|\?|$)/

function toRequest(request: FastifyRequest, origin: string, reply: FastifyReply): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  }
  const gone = new AbortController()
  reply.raw.once('close', () => { if (!reply.raw.writableFinished) gone.abort() })
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : bodyOf(request.body)
  return new Request(new URL(request.raw.url ?? '/', origin), { method: request.method, headers, signal: gone.signal, ...(body === undefined ? {} : { body }) })
}

/** Forms arrive as bytes, JSON as what it was parsed to. */
function bodyOf(body: unknown): BodyInit | undefined {
  if (body === undefined || body === null) return undefined
  return Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body)
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  void reply.code(response.status)
  for (const [name, value] of response.headers) if (name !== 'set-cookie') void reply.header(name, value)
  for (const cookie of response.headers.getSetCookie()) void reply.header('set-cookie', cookie)
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache')
  return response.body ? reply.send(Readable.fromWeb(response.body as never)) : reply.send()
}
