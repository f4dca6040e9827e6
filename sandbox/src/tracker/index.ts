import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { SandboxState } from '../state.ts'
import { trackerPage } from './page.ts'

/** What the tracker of an address answers, by the last part of its path. */
const answers: Readonly<Record<string, number>> = { postback: 200, refuses: 404, redirects: 302, fails: 503 }

/** An affiliate's tracker: postbacks go to `/tracker/postback`, and `/tracker` shows what came. */
export function openTracker(
  app: FastifyInstance,
  { state, origin }: { readonly state: SandboxState; readonly origin: () => string },
): void {
  app.get('/tracker', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(trackerPage(origin(), state.trackerCalls.newest(50))),
  )
  app.get('/tracker/calls', async () => state.trackerCalls.newest())
  app.get<{ Params: { answer: string } }>('/tracker/:answer', async (request, reply) => {
    const answered = answers[request.params.answer]
    if (answered === undefined) return reply.code(404).send({ error: 'No such tracker' })
    const signature = request.headers['x-postback-signature']
    state.trackerCalls.put({
      id: randomUUID(),
      receivedAt: new Date().toISOString(),
      url: request.url,
      signature: signature === undefined ? null : String(signature),
      answered,
    })
    if (answered === 302) reply.header('location', `${origin()}/tracker/postback`)
    return reply.code(answered).send()
  })
}
