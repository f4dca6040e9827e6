import type { FastifyInstance } from 'fastify'

/**
 * Listens with room for every client that comes at once after a restart. Node asks for 511 places; a client that finds none
 * tries again after 1, 3, 7, 15 seconds. The kernel gives at most `net.core.somaxconn` (4096 by default).
 */
export const listen = (app: Pick<FastifyInstance, 'listen'>, { port, host }: { port: number; host: string }) =>
  app.listen({ port, host, backlog: 16_384 })
