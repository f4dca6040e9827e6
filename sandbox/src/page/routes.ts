import type { FastifyInstance } from 'fastify'
import type { ControlPanel } from '../adyen/controls.ts'
import type { SandboxState } from '../state.ts'
import { homePage } from './home.ts'
import { STYLE } from './style.ts'

export function pageRoutes(app: FastifyInstance, state: SandboxState, controls: ControlPanel): void {
  app.get<{ Querystring: { refresh?: string } }>('/', async (request, reply) => {
    const seconds = Number(request.query.refresh)
    const refresh = Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600 ? seconds : null
    return reply.type('text/html; charset=utf-8').send(homePage(state, controls.current(), refresh))
  })
  app.get('/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE))
  app.get('/healthz', async () => ({ status: 'ok' }))
}
