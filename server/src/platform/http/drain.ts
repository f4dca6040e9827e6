import type { FastifyInstance } from 'fastify'

/**
 * Time during which a proxy or a kept-alive connection may still send requests after the server stopped reporting
 * ready.
 */
const lameDuckMs = 300

/**
 * Stops the HTTP server without interrupting requests. `begin` makes every further response close its connection;
 * `finish` stops listening and waits for running requests, at most `timeoutMs`. Create it before routes are bound.
 */
export function createDrain(app: FastifyInstance): { finish(timeoutMs: number): Promise<void> } {
  let ending = false
  // When a response is sent, not when its request comes: those that run when the drain begins leave too.
  app.addHook('onSend', async (_request, reply) => {
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
