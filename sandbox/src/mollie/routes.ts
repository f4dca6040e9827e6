import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { ControlPanel } from '../adyen/controls.ts'
import type { SandboxConfig } from '../config.ts'
import { fromDecimal } from '../minor-units.ts'
import type { HostedPayments, NewPayment } from '../hosted/payments.ts'
import { createOnce } from '../once.ts'
import type { SandboxState } from '../state.ts'
import { MollieError } from './errors.ts'
import { customerView, mandateView, methodsView, paymentView, refundListView, refundView } from './views.ts'

const HOUR = 60 * 60_000

const amountSchema = {
  type: 'object',
  required: ['currency', 'value'],
  additionalProperties: false,
  properties: {
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    value: { type: 'string', pattern: '^\\d{1,8}(\\.\\d{1,3})?$' },
  },
}
const metadataSchema = { type: 'object', additionalProperties: { type: 'string', maxLength: 512 } }
/** The fields of Mollie's requests that the stand-in supports; any other field is an error. */
const paymentSchema = {
  type: 'object',
  required: ['amount', 'description'],
  additionalProperties: false,
  properties: {
    amount: amountSchema,
    description: { type: 'string', minLength: 1, maxLength: 255 },
    redirectUrl: { type: 'string', format: 'uri' },
    cancelUrl: { type: 'string', format: 'uri' },
    webhookUrl: { type: 'string', format: 'uri' },
    locale: { type: 'string', pattern: '^[a-z]{2}_[A-Z]{2}$' },
    method: { type: ['string', 'array'], items: { type: 'string' } },
    metadata: metadataSchema,
    sequenceType: { enum: ['oneoff', 'first', 'recurring'] },
    customerId: { type: 'string' },
    mandateId: { type: 'string' },
  },
}
const refundSchema = {
  type: 'object',
  required: ['amount'],
  additionalProperties: false,
  properties: { amount: amountSchema, description: { type: 'string', maxLength: 255 }, metadata: metadataSchema },
}
const customerSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { name: { type: 'string' }, email: { type: 'string' }, metadata: metadataSchema },
}

interface Amount {
  readonly currency: string
  readonly value: string
}
interface PaymentBody {
  readonly amount: Amount
  readonly description: string
  readonly redirectUrl?: string
  readonly cancelUrl?: string
  readonly webhookUrl?: string
  readonly locale?: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly sequenceType?: 'oneoff' | 'first' | 'recurring'
  readonly customerId?: string
  readonly mandateId?: string
}
interface RefundBody {
  readonly amount: Amount
  readonly metadata?: Readonly<Record<string, string>>
}
interface OfPayment {
  readonly id: string
}

interface Parts {
  readonly state: SandboxState
  readonly config: SandboxConfig
  readonly controls: ControlPanel
  readonly payments: HostedPayments
}

/**
 * The parts of Mollie's API v2 that the application uses: payments, refunds, customers with their mandates, methods.
 */
export function mollieRoutes(app: FastifyInstance, { state, config, controls, payments }: Parts): void {
  const once = createOnce(
    state.mollieAnswers,
    HOUR,
    () => new MollieError(409, 'A request with this idempotency key is under way or was another one'),
  )
  const base = (request: FastifyRequest) =>
    `${config.publicUrl ?? `${request.protocol}://${request.headers.host ?? 'localhost'}`}/mollie`

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const known =
      error instanceof MollieError
        ? error
        : new MollieError(error.statusCode === 400 ? 422 : (error.statusCode ?? 500), error.message)
    return reply.code(known.status).type('application/hal+json').send(known.toBody())
  })
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization !== `Bearer ${config.mollie.apiKey}`)
      throw new MollieError(401, 'Missing authentication, or failed to authenticate')
  })
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode !== 204) reply.header('content-type', 'application/hal+json; charset=utf-8')
  })

  /** Waits for the configured delay and runs the work once per idempotency key. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => { readonly status: number; readonly body: object },
  ): Promise<FastifyReply> {
    const key = request.headers['idempotency-key']
    let slow = false
    const { status, body } = await once(
      typeof key === 'string' ? key : undefined,
      [request.method, request.url, request.body],
      async () => {
        await pause(controls.current().delayMs)
        slow = controls.takeTimeout()
        return work()
      },
    )
    if (slow) await pause(config.slowAnswerMs)
    return reply.code(status).send(body)
  }
  const found = (id: string) => {
    const payment = payments.find(id)
    if (!payment) throw new MollieError(404, 'No payment exists with token ' + id)
    return payment
  }

  app.post<{ Body: PaymentBody }>('/payments', { schema: { body: paymentSchema } }, (request, reply) =>
    answer(request, reply, () => ({ status: 201, body: paymentView(create(request.body), base(request)) })),
  )
  function create(body: PaymentBody) {
    if (body.customerId !== undefined && !payments.customer(body.customerId))
      throw new MollieError(410, 'The customer is no longer available', 'customerId')
    const wish: NewPayment = {
      amount: minor(body.amount),
      currency: body.amount.currency,
      description: body.description,
      metadata: body.metadata ?? {},
      locale: body.locale ?? null,
      returnUrl: body.redirectUrl ?? null,
      cancelUrl: body.cancelUrl ?? null,
      webhookUrl: body.webhookUrl ?? null,
      customerId: body.customerId ?? null,
      keep: body.sequenceType === 'first',
    }
    if (wish.amount === 0) throw new MollieError(422, 'The amount is lower than the minimum', 'amount')
    if (body.sequenceType === 'recurring') {
      const charged = payments.charge(wish, body.mandateId ?? '', 'merchant', 'authentication_required')
      if (!charged) throw new MollieError(422, 'The customer has no suitable mandates for this payment', 'mandateId')
      return charged
    }
    if (wish.returnUrl === null) throw new MollieError(422, 'The redirect url is missing', 'redirectUrl')
    if (wish.keep && wish.customerId === null) throw new MollieError(422, 'The customer is missing', 'customerId')
    return payments.open(wish)
  }

  app.get<{ Params: OfPayment; Querystring: { embed?: string } }>('/payments/:id', (request, reply) =>
    reply.send(
      paymentView(found(request.params.id), base(request), (request.query.embed ?? '').split(',').filter(Boolean)),
    ),
  )
  app.delete<{ Params: OfPayment }>('/payments/:id', (request, reply) =>
    answer(request, reply, () => {
      const { id } = found(request.params.id)
      if (!payments.close(id, 'cancelled')) throw new MollieError(422, 'The payment cannot be cancelled', 'id')
      return { status: 200, body: paymentView(found(id), base(request)) }
    }),
  )
  app.post<{ Params: OfPayment; Body: RefundBody }>(
    '/payments/:id/refunds',
    { schema: { body: refundSchema } },
    (request, reply) =>
      answer(request, reply, () => {
        const payment = found(request.params.id)
        const { amount, metadata } = request.body
        if (amount.currency !== payment.currency) throw new MollieError(422, 'The currency is another', 'amount')
        const refund = payments.refund(payment.id, minor(amount), metadata ?? {})
        if (!refund) throw new MollieError(422, 'The amount is higher than the maximum', 'amount')
        return { status: 201, body: refundView(payment, refund, base(request)) }
      }),
  )
  app.get<{ Params: OfPayment }>('/payments/:id/refunds', (request, reply) =>
    reply.send(refundListView(found(request.params.id), base(request))),
  )

  app.post<{ Body: { metadata?: Readonly<Record<string, string>> } }>(
    '/customers',
    { schema: { body: customerSchema } },
    (request, reply) =>
      answer(request, reply, () => ({
        status: 201,
        body: customerView(payments.addCustomer(request.body.metadata ?? {}), base(request)),
      })),
  )
  app.delete<{ Params: OfPayment }>('/customers/:id', (request, reply) => {
    if (!payments.removeCustomer(request.params.id))
      throw new MollieError(404, `No customer exists with token ${request.params.id}`)
    return reply.code(204).send()
  })
  app.get<{ Params: { id: string; mandateId: string } }>('/customers/:id/mandates/:mandateId', (request, reply) => {
    const { id, mandateId } = request.params
    const found = payments.stored(mandateId, id)
    if (!found) throw new MollieError(404, `No mandate exists with token ${mandateId}`)
    return reply.send(mandateView(found, base(request)))
  })
  app.delete<{ Params: { id: string; mandateId: string } }>('/customers/:id/mandates/:mandateId', (request, reply) => {
    const { id, mandateId } = request.params
    if (!payments.stored(mandateId, id) || !payments.revoke(mandateId))
      throw new MollieError(404, `No mandate exists with token ${mandateId}`)
    return reply.code(204).send()
  })
  app.get('/methods', (request, reply) => reply.send(methodsView(base(request))))
}

function minor({ value, currency }: Amount): number {
  const found = fromDecimal('Mollie', value, currency)
  if (found === null) throw new MollieError(422, 'The amount contains an invalid number of decimals', 'amount')
  return found
}
