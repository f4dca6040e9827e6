import type {} from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { addJob } from '../../../platform/jobs.ts'
import { Failure } from '../../../platform/http/problem.ts'
import type { PaymentDeps } from '../deps.ts'
import { WebhookRefused, type PaymentProvider, type ProviderEvent } from '../port.ts'

/**
 * `POST /pay/webhooks/<provider>`: raw bytes verified, stored once per event, answered, then processed by a job. Whoever cannot sign
 * gets 401 and leaves no trace.
 */
export async function webhookRoutes(app: FastifyInstance, deps: PaymentDeps): Promise<void> {
  await app.register(async (scope) => {
    // In this scope only: the signature is over the bytes, so nothing may parse them first.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const provider of deps.providers.values()) {
      scope.post(
        `/pay/webhooks/${provider.key}`,
        {
          bodyLimit: 256 * 1024,
          schema: { hide: true },
          config: { rateLimit: { max: 6000, timeWindow: 60_000 } },
        },
        async (request, reply) => {
          const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          await store(deps, provider, read(deps, provider, { raw, headers: singleHeaders(request.headers) }))
          return reply.header('cache-control', 'no-store').type('text/plain').send('[accepted]')
        },
      )
    }
  })
}

function read(
  deps: PaymentDeps,
  provider: PaymentProvider,
  input: Parameters<PaymentProvider['readWebhook']>[0],
): readonly ProviderEvent[] {
  try {
    return provider.readWebhook(input)
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error
    deps.log.warn({ connection: provider.key, reason: error.message }, 'a webhook was refused')
    throw new Failure(401)
  }
}

/** All of them or none: an event that was acknowledged is never lost. */
async function store(deps: PaymentDeps, provider: PaymentProvider, events: readonly ProviderEvent[]): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    for (const event of events) {
      const stored = await tx
        .insertInto('payment_webhooks')
        .values({
          connection: provider.key,
          event_id: event.eventId,
          body: JSON.stringify(event),
          received_at: deps.clock(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (stored.numInsertedOrUpdatedRows !== 1n) continue
      await addJob(tx, 'payment-webhook', { connection: provider.key, eventId: event.eventId }, { maxAttempts: 20 })
    }
  })
}

const singleHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))
