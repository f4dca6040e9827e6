import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { randomFillSync } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { Log } from '#platform/process/log.ts'
import { requestAnswered } from '#platform/process/metrics.ts'
import { newRequestId, withRequestId } from '#platform/process/request-id.ts'
import { type EndRequest, traceRequest } from '#platform/process/tracing.ts'
import { contentPolicy } from './content-policy.ts'
import { isUnavailable } from '#platform/database/database.ts'
import { StorageUnavailable } from '#platform/storage.ts'
import { asksForPage, refuseOverload, retryAfter, sendBusyPage } from './overload.ts'
import { limitKey, NetworkStore } from './network-limits.ts'
import { Failure } from './problem.ts'
import { createRefusals } from './refusals.ts'
import { replySerializer } from './reply-serializer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Random for every request; the response's only inline script and style carry it. */
    nonce: string
    /** Another app answers it, and counts it. */
    isPassedOn: boolean
    /** Ends the trace of this request; null without tracing. */
    endTrace: EndRequest | null
  }
  interface FastifyInstance {
    /** Other origins whose frames our pages may embed. */
    frameSources: readonly string[]
  }
}

/**
 * The app that answers a request instead of the one that received it; undefined if that one does.
 * @throws Failure when the request's app is not available
 */
export type Dispatch = (request: FastifyRequest) => FastifyInstance | undefined

export interface AppOptions {
  readonly log: Log
  readonly trustedProxies: readonly string[]
  /** Multiplies the default rate limit. */
  readonly limitFactor?: number | undefined
  /** Refuse requests while the event loop lags by more than this many milliseconds; off by default. */
  readonly maxDelayMs?: number | undefined
  /** Other origins whose frames our pages may embed; none by default. */
  readonly frameSources?: readonly string[]
  /** Replies are also parsed by their schemas, which finds mistakes and takes time; on by default. */
  readonly checksReplies?: boolean
  /** Passes requests on to other apps; none by default. */
  readonly dispatch?: Dispatch | undefined
}

/** Default rate limit of a route, per client network (`networksOf`). */
const usualLimit = { max: 600, timeWindow: 60_000 }
/** Not rate-limited: static files, pages (which limit their rendering in `pages.ts`) and the health check. */
const withoutLimit = new Set(['/assets/:file', '/*', '/healthz'])

/**
 * Creates the HTTP server without routes: parsing, headers, rate limits, and one place where failures become problem
 * documents.
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: 64 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: true,
    requestIdHeader: false,
    genReqId: newRequestId,
    // The log adds the request's id by itself, also to what a job of the request writes.
    childLoggerFactory: (log) => log,
    // Ends requests whose body arrives too slowly: each holds a connection.
    requestTimeout: 60_000,
    frameworkErrors: (error, request, reply) => refuse(error, request, reply),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(replySerializer(options.checksReplies ?? true))
  app.decorateRequest('nonce', '')
  app.decorateRequest('isPassedOn', false)
  app.decorateRequest('endTrace', null)
  app.decorate('frameSources', options.frameSources ?? [])
  // Not asynchronous, as every request passes here.
  app.addHook('onRequest', (request, reply, next) => {
    if (hasTwoHosts(request.raw.rawHeaders)) return next(new Failure(400, 'invalid', { message: 'Send one Host' }))
    request.nonce = newNonce()
    void reply.header(
      'content-security-policy',
      contentPolicy(request.headers.host, { nonce: request.nonce, frames: app.frameSources }),
    )
    withRequestId(request.id, () => (request.endTrace = traceRequest(request.method, next)))
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.isPassedOn) {
      requestAnswered(request.routeOptions.url, reply.statusCode, reply.elapsedTime)
      request.endTrace?.(request.routeOptions.url, reply.statusCode)
    }
    done()
  })
  if (options.maxDelayMs !== undefined) await refuseOverload(app, options.maxDelayMs)
  await app.register(cookie)
  await app.register(helmet, {
    global: true,
    ...securityHeaders,
    // A cross-origin frame can only message its opener if the embedding page allows popups.
    crossOriginOpenerPolicy: { policy: app.frameSources.length > 0 ? 'same-origin-allow-popups' : 'same-origin' },
  })
  if (options.dispatch) passOn(app, options.dispatch)
  // Static files are compressed at build time. Request decompression is off: the result could be of any size.
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1024,
    encodings: ['gzip'],
    zlibOptions: { level: 4 },
  })
  await app.register(rateLimit, {
    // Routes without a limit of their own get the default one.
    global: true,
    max: Math.ceil(usualLimit.max * (options.limitFactor ?? 1)),
    timeWindow: usualLimit.timeWindow,
    allowList: (request) => withoutLimit.has(request.routeOptions.url ?? ''),
    store: NetworkStore,
    keyGenerator: (request) => limitKey(request.ip, request.routeOptions.url),
    errorResponseBuilder: () => new Failure(429),
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  const waitOfRefused = createRefusals()
  app.setErrorHandler(async (error: FastifyError | Failure, request, reply) => {
    const wait = toFailure(error).status === 429 ? waitOfRefused(request.ip) : 0
    if (wait > 0) await sleep(wait)
    return refuse(error, request, reply)
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('application/problem+json').send(new Failure(404).toProblem()),
  )
  return app
}

/** Node reads the first one, a proxy perhaps the other. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}

/** Before anything of the request is read: the other app reads it as if it had received it itself. */
function passOn(app: FastifyInstance, dispatch: Dispatch): void {
  app.addHook('onRequest', async (request, reply) => {
    const other = dispatch(request)
    if (!other) return
    request.isPassedOn = true
    reply.hijack()
    other.routing(request.raw, reply.raw)
  })
}

const nonceBytes = 16
const randomness = Buffer.alloc(nonceBytes * 256)
let used = randomness.length

/**
 * 128 random bits. Drawn from the system for many requests at a time: one call per request would cost more than all
 * other headers.
 */
function newNonce(): string {
  if (used === randomness.length) {
    randomFillSync(randomness)
    used = 0
  }
  used += nonceBytes
  return randomness.toString('base64', used - nonceBytes, used)
}

/** The one place where failures become problem documents. An unexpected error is logged and answered with 500. */
function refuse(error: FastifyError | Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toFailure(error)
  if (failure.status === 503) void reply.header('retry-after', String(retryAfter))
  if (failure.status >= 500)
    request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'request failed')
  void reply.code(failure.status).header('cache-control', 'no-store')
  const isBusy = failure.status === 503 || failure.status === 429
  if (isBusy && asksForPage(request)) return sendBusyPage(request, reply)
  return reply.type('application/problem+json').serializer(JSON.stringify).send(failure.toProblem())
}

const securityHeaders = {
  contentSecurityPolicy: false as const,
  // Local installations use plain http. The reverse proxy of a public installation sends this header.
  strictTransportSecurity: false as const,
  referrerPolicy: { policy: 'same-origin' as const },
  crossOriginEmbedderPolicy: false as const,
  // The card frame is cross-origin on purpose; requesting an own agent cluster only causes a warning there.
  originAgentCluster: false as const,
  // Only meant for plug-ins and browsers that no longer exist.
  xDownloadOptions: false as const,
  xPermittedCrossDomainPolicies: false as const,
  xDnsPrefetchControl: false as const,
}

function toFailure(error: FastifyError | Failure): Failure {
  if (error instanceof Failure) return error
  if (error.validation) {
    const at = error.validation[0]?.instancePath.split('/').filter(Boolean)[0]
    return new Failure(400, 'invalid', {
      ...(at === undefined ? {} : { field: at }),
      message: 'The request does not match the documentation: see /api/docs/openapi.json',
    })
  }
  if (error instanceof StorageUnavailable)
    return new Failure(503, undefined, {
      message: 'Files cannot be stored or read at the moment: try again in a minute',
    })
  if (isUnavailable(error)) return new Failure(503)
  const status = error.statusCode ?? 500
  if (status === 413) return new Failure(413)
  if (status === 415) return new Failure(415)
  if (status === 429) return new Failure(429)
  if (status >= 400 && status < 500)
    return new Failure(400, 'invalid', { message: 'The request cannot be read: send valid JSON in UTF-8' })
  return new Failure(500)
}
