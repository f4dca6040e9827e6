import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CALM, declineBehaviour, type ControlPanel, type Controls } from './controls.ts'
import type { Modifications } from './modifications.ts'
import type { Webhooks } from '../webhook-delivery.ts'
import type { NotificationItem } from './records.ts'

const controlSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    delayMs: { type: 'integer', minimum: 0, maximum: 120_000 },
    declineNext: { type: ['string', 'null'], maxLength: 60 },
    timeoutNext: { type: 'boolean' },
    duplicateWebhooks: { type: 'boolean' },
    reorderWebhooks: { type: 'boolean' },
    holdWebhooks: { type: 'boolean' },
  },
}

/** Sets the simulated faults: scripts send JSON, the page sends a form. */
export function controlRoutes(
  app: FastifyInstance,
  controls: ControlPanel,
  webhooks: Webhooks<NotificationItem>,
  modifications: Modifications,
): void {
  app.get('/control', async () => controls.current())

  app.post<{ Body: Partial<Controls> }>('/control', { schema: { body: controlSchema } }, async (request, reply) => {
    const { declineNext } = request.body
    if (typeof declineNext === 'string' && !declineBehaviour(declineNext)) {
      return reply.code(400).send({ error: `declineNext: no way to decline is called "${declineNext}"` })
    }
    return controls.change(request.body)
  })

  app.post('/control/reset', async (request, reply) => answer(request, reply, controls.change(CALM), '/#controls'))

  app.post<{ Body: Record<string, string> }>('/control/form', async (request, reply) => {
    const { body } = request
    const delay = Number(body.delayMs)
    controls.change({
      delayMs: Number.isInteger(delay) && delay >= 0 && delay <= 120_000 ? delay : 0,
      declineNext: body.declineNext ? body.declineNext : null,
      timeoutNext: 'timeoutNext' in body,
      duplicateWebhooks: 'duplicateWebhooks' in body,
      reorderWebhooks: 'reorderWebhooks' in body,
      holdWebhooks: 'holdWebhooks' in body,
    })
    return reply.redirect('/#controls', 303)
  })

  app.post<{ Params: { id: string } }>('/webhooks/:id/resend', async (request, reply) => {
    if (!(await webhooks.resend(request.params.id))) return reply.code(404).send({ error: 'No such webhook' })
    return answer(request, reply, { resent: request.params.id }, '/#webhooks')
  })

  app.post<{ Params: { id: string } }>('/payments/:id/chargeback', async (request, reply) => {
    const accepted = modifications.chargeback(request.params.id)
    if (!accepted) return reply.code(404).send({ error: 'No such payment to dispute' })
    return answer(request, reply, { pspReference: accepted.pspReference }, '/#payments')
  })
}

/** A form is redirected back to the page; a script gets JSON. */
function answer(request: FastifyRequest, reply: FastifyReply, body: object, page: string): FastifyReply {
  const person = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  return person ? reply.redirect(page, 303) : reply.send(body)
}
