import type {} from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#platform/http/problem.ts'
import { webhookPath, type Connection } from '../connections.ts'
import type { PaymentDeps } from '../deps.ts'
import { WebhookRefused, type PaymentProvider } from '../port.ts'
import { hideCards } from './hide-cards.ts'
import { createEventProcessing } from './process-now.ts'
import { createEventStoring } from './store-where-known.ts'

/** Posts per minute; fewer for those that cause a call to the provider. */
const limits = { signed: 6000, asked: 600, hint: 600 } as const

/**
 * `POST /pay/webhooks/<provider>` for the shared account and `/pay/webhooks/<provider>/<brand>` for a brand's own: raw bytes verified,
 * stored once per event, answered, then processed. A wrong signature gets 401 and leaves no trace.
 */
export async function webhookRoutes(app: FastifyInstance, deps: PaymentDeps): Promise<void> {
  await app.register(async (scope) => {
    // In this scope only: the signature covers the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const store = createEventStoring(deps)
    const processing = createEventProcessing(deps)
    scope.addHook('onClose', () => processing.stop())
    for (const connection of deps.connections.all) {
      scope.post(
        webhookPath(connection),
        {
          bodyLimit: 256 * 1024,
          schema: { hide: true },
          config: { rateLimit: { max: limits[connection.provider.capabilities.webhooks], timeWindow: 60_000 } },
        },
        async (request, reply) => {
          processing.arrived()
          const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const events = await read(deps, connection, { raw, headers: singleHeaders(request.headers) })
          const stored = await store(connection.id, hideCards(deps.sealKeys, events))
          reply.raw.once('finish', () => processing.add(stored))
          return reply.header('cache-control', 'no-store').type('text/plain').send('[accepted]')
        },
      )
    }
  })
}

async function read(
  deps: PaymentDeps,
  { id, provider }: Connection,
  input: Parameters<PaymentProvider['readWebhook']>[0],
): ReturnType<PaymentProvider['readWebhook']> {
  try {
    return await provider.readWebhook(input)
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error
    deps.log.warn({ connection: id, reason: error.message }, 'a webhook was refused')
    throw new Failure(401)
  }
}

const singleHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))
