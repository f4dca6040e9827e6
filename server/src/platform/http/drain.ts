import type { FastifyInstance } from 'fastify'

/** After the last word that this process takes no more traffic, a proxy or a kept connection may bring some for a moment. */
const lameDuckMs = 300

/**
 * Ends the HTTP server without cutting anybody. `begin` has every further reply close its connection; `finish` then takes no new
 * connections and waits for what runs, at most until the time is over. Make it before routes are bound.
 */
export function createDrain(app: FastifyInstance): { finish(timeoutMs: number): Promise<void> } {
  let ending = false
  app.addHook('onRequest', async (_request, reply) => {
    if (ending) void reply.header('connection', 'close')
  })
  return {
    async finish(timeoutMs) {
      ending = true
      await pause(Math.min(lameDuckMs, timeoutMs))
      const closed = new Promise<void>((resolve) => app.server.close(() => resolve()))
      const late = pause(Math.max(0, timeoutMs - lameDuckMs)).then(() => app.server.closeAllConnections())
      await Promise.race([closed, late])
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())
