import type { FastifyInstance } from 'fastify'
import { html, page } from '../page/html.ts'
import { formatMoney } from '../page/format.ts'
import type { Payments } from './payments.ts'
import type { PaymentRecord } from './records.ts'

/** The page of the card holder's bank, to which a 3DS redirect leads. */
export function challengeRoutes(app: FastifyInstance, payments: Payments): void {
  app.get<{ Params: { id: string } }>('/3ds/:id', async (request, reply) => {
    const payment = payments.findChallenge(request.params.id)
    if (!payment) return reply.callNotFound()
    return reply.type('text/html; charset=utf-8').send(challengePage(payment))
  })

  app.post<{ Params: { id: string }; Body: { outcome?: string } }>('/3ds/:id', async (request, reply) => {
    const target = payments.answerChallenge(request.params.id, request.body.outcome === 'approve')
    if (target === null) return reply.callNotFound()
    return reply.redirect(target, 303)
  })
}

function challengePage(payment: PaymentRecord): string {
  return page(
    '3D Secure',
    html` <section class="bank">
      <p class="quiet">Test bank · 3D Secure</p>
      <h1>Approve this payment?</h1>
      <dl class="facts">
        <dt>Amount</dt>
        <dd>${formatMoney('Adyen', payment.amount)}</dd>
        <dt>Merchant</dt>
        <dd>${payment.merchantAccount}</dd>
        <dt>Card</dt>
        <dd>${payment.card.brand} ···· ${payment.card.last4}</dd>
        <dt>Reference</dt>
        <dd>${payment.reference}</dd>
      </dl>
      <form method="post" class="row">
        <button name="outcome" value="approve" class="strong">Approve</button>
        <button name="outcome" value="decline">Decline</button>
      </form>
      <p class="quiet">A stand-in of the sandbox: no bank is asked, no money moves.</p>
    </section>`,
  )
}
