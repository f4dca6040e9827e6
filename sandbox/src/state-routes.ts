import type { FastifyInstance } from 'fastify'
import type { SandboxState } from './state.ts'

/** Serves the content of the page as JSON for scripts, newest first. */
export function stateRoutes(app: FastifyInstance, state: SandboxState): void {
  app.get<{ Querystring: { reference?: string } }>('/payments', async ({ query }) =>
    state.payments.newest().filter(({ reference }) => query.reference === undefined || reference === query.reference),
  )
  app.get<{ Querystring: { reference?: string } }>('/webhooks', async ({ query }) =>
    state.webhooks
      .newest()
      .filter(({ item }) => query.reference === undefined || item.merchantReference === query.reference),
  )
}
