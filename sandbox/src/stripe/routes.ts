import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { ControlPanel } from '../adyen/controls.ts'
import type { SandboxConfig } from '../config.ts'
import type { HostedPayments } from '../hosted/payments.ts'
import type { HostedPayment } from '../hosted/records.ts'
import { isWholeAtStripe } from '../minor-units.ts'
import { createOnce } from '../once.ts'
import type { SandboxState } from '../state.ts'
import { missing, StripeError } from './errors.ts'
import { cardError, disputeView, intentView, refundView, sessionView } from './views.ts'

const DAY = 24 * 60 * 60_000
const MOST_EVIDENCE = 20_000

/** A form sent to Stripe; field names keep their brackets. */
type Form = Readonly<Record<string, string>>

interface Parts {
  readonly state: SandboxState
  readonly config: SandboxConfig
  readonly controls: ControlPanel
  readonly payments: HostedPayments
  readonly newId: (of: 'page') => string
}

/**
 * The parts of Stripe's API v1 that the application uses: checkout sessions, payment intents, refunds, customers, the
 * balance.
 */
export function stripeRoutes(app: FastifyInstance, { state, config, controls, payments, newId }: Parts): void {
  const once = createOnce(
    state.stripeAnswers,
    DAY,
    () => new StripeError(409, 'This idempotency key is in use by another request', 'idempotency_key_in_use'),
  )
  const base = (request: FastifyRequest) =>
    `${config.publicUrl ?? `${request.protocol}://${request.headers.host ?? 'localhost'}`}/stripe`

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const known = error instanceof StripeError ? error : new StripeError(error.statusCode ?? 500, error.message)
    return reply.code(known.status).send(known.toBody())
  })
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization !== `Bearer ${config.stripe.secretKey}`)
      throw new StripeError(401, 'Invalid API Key provided')
  })

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (form: Form) => { readonly status: number; readonly body: object },
  ): Promise<FastifyReply> {
    const key = request.headers['idempotency-key']
    const form = (request.body ?? {}) as Form
    let slow = false
    const { status, body } = await once(
      typeof key === 'string' ? key : undefined,
      [request.method, request.url, form],
      async () => {
        await pause(controls.current().delayMs)
        slow = controls.takeTimeout()
        return work(form)
      },
    )
    if (slow) await pause(config.slowAnswerMs)
    return reply.code(status).send(body)
  }

  app.post('/checkout/sessions', (request, reply) =>
    answer(request, reply, (form) => {
      if (need(form, 'mode') !== 'payment') throw new StripeError(400, 'Only payments are taken here')
      if (need(form, 'line_items[0][quantity]') !== '1') throw new StripeError(400, 'One of one thing is sold here')
      const keep = form['payment_intent_data[setup_future_usage]'] === 'off_session'
      const metadata = { ...metadataOf(form, 'payment_intent_data[metadata]') }
      const reference = form['client_reference_id']
      const customer = keep && form['customer_creation'] === 'always' ? payments.addCustomer({}) : null
      const payment = payments.open(
        {
          amount: amountOf(
            need(form, 'line_items[0][price_data][unit_amount]'),
            need(form, 'line_items[0][price_data][currency]'),
          ),
          currency: need(form, 'line_items[0][price_data][currency]').toUpperCase(),
          description: need(form, 'line_items[0][price_data][product_data][name]'),
          metadata: { ...metadata, ...(reference === undefined ? {} : { reference }) },
          locale: form['locale'] ?? null,
          returnUrl: need(form, 'success_url'),
          cancelUrl: form['cancel_url'] ?? null,
          webhookUrl: null,
          customerId: customer?.id ?? null,
          keep,
        },
        { pageId: newId('page'), pageMetadata: metadataOf(form, 'metadata') },
      )
      return { status: 200, body: sessionView(payment, base(request)) }
    }),
  )
  const session = (id: string) => {
    const payment = payments.findPage(id)
    if (!payment) throw missing('checkout.session', id)
    return payment
  }
  app.get<{ Params: { id: string } }>('/checkout/sessions/:id', (request, reply) =>
    reply.send(sessionView(session(request.params.id), base(request), expandOf(request))),
  )
  app.post<{ Params: { id: string } }>('/checkout/sessions/:id/expire', (request, reply) =>
    answer(request, reply, () => {
      const { id } = session(request.params.id)
      if (!payments.close(id, 'expired'))
        throw new StripeError(400, 'Only Checkout Sessions with a status of `open` can be expired')
      return { status: 200, body: sessionView(session(request.params.id), base(request)) }
    }),
  )

  app.post('/payment_intents', (request, reply) =>
    answer(request, reply, (form) => {
      if (form['confirm'] !== 'true' || form['off_session'] !== 'true')
        throw new StripeError(400, 'Only charges without the customer are made here')
      const methodId = need(form, 'payment_method')
      const payment = payments.charge(
        {
          amount: amountOf(need(form, 'amount'), need(form, 'currency')),
          currency: need(form, 'currency').toUpperCase(),
          description: form['description'] ?? '',
          metadata: metadataOf(form, 'metadata'),
          locale: null,
          returnUrl: null,
          cancelUrl: null,
          webhookUrl: null,
          customerId: need(form, 'customer'),
          keep: false,
        },
        methodId,
        'merchant',
        'authentication_required',
      )
      if (!payment) throw new StripeError(400, `No such PaymentMethod: '${methodId}'`, 'resource_missing')
      const view = intentView(payment)
      return payment.failure === null
        ? { status: 200, body: view }
        : { status: 402, body: { error: { ...cardError(payment.failure), payment_intent: view } } }
    }),
  )
  const intent = (id: string) => {
    const payment = payments.find(id)
    if (!payment) throw missing('payment_intent', id)
    return payment
  }
  app.get<{ Params: { id: string } }>('/payment_intents/:id', (request, reply) =>
    reply.send(intentView(intent(request.params.id), expandOf(request))),
  )

  app.post('/refunds', (request, reply) =>
    answer(request, reply, (form) => {
      const payment = intent(need(form, 'payment_intent'))
      const refund = payments.refund(
        payment.id,
        amountOf(need(form, 'amount'), payment.currency),
        metadataOf(form, 'metadata'),
      )
      if (!refund) throw new StripeError(400, 'The amount is more than what is left', 'charge_already_refunded')
      return { status: 200, body: refundView(payment, refund) }
    }),
  )
  app.get<{ Querystring: { payment_intent?: string } }>('/refunds', (request, reply) => {
    const payment = intent(request.query.payment_intent ?? '')
    return reply.send({
      object: 'list',
      data: payment.refunds.map((refund) => refundView(payment, refund)),
      has_more: false,
      url: '/v1/refunds',
    })
  })

  const disputed = (id: string) => {
    const payment = payments.findDispute(id) ?? sampleDispute(payments, id)
    if (!payment?.dispute) throw missing('dispute', id)
    return payment
  }
  const disputeOf = (payment: HostedPayment) => ({ status: 200, body: disputeView(payment, payment.dispute!) })
  app.get<{ Params: { id: string } }>('/disputes/:id', (request, reply) =>
    reply.send(disputeOf(disputed(request.params.id)).body),
  )
  app.post<{ Params: { id: string } }>('/disputes/:id', (request, reply) =>
    answer(request, reply, (form) => {
      const payment = disputed(request.params.id)
      const text = need(form, 'evidence[uncategorized_text]')
      if (text.length > MOST_EVIDENCE)
        throw new StripeError(400, `Evidence has to be at most ${MOST_EVIDENCE} characters`, 'string_too_long')
      if (form['submit'] !== 'true') throw new StripeError(400, 'Evidence is submitted at once here')
      const answered = payments.answerDispute(payment.id, text)
      if (!answered) throw new StripeError(400, 'This dispute is already closed or under review')
      return disputeOf(answered)
    }),
  )
  app.post<{ Params: { id: string } }>('/disputes/:id/close', (request, reply) =>
    answer(request, reply, () => {
      const closed = payments.answerDispute(disputed(request.params.id).id, null)
      if (!closed) throw new StripeError(400, 'This dispute is already closed or under review')
      return disputeOf(closed)
    }),
  )

  app.delete<{ Params: { id: string } }>('/customers/:id', (request, reply) => {
    const { id } = request.params
    if (!payments.removeCustomer(id)) throw missing('customer', id)
    return reply.send({ id, object: 'customer', deleted: true })
  })
  app.get('/balance', (_request, reply) =>
    reply.send({ object: 'balance', available: [], livemode: false, pending: [] }),
  )
}

/**
 * The demo starts with a contested payment that the stand-in has not seen: its id says what it knows of it, as in
 * `dp_sample_battito_4990_eur`.
 */
function sampleDispute(payments: HostedPayments, id: string): HostedPayment | undefined {
  const [, name = '', minor = '', currency = ''] = /^dp_sample_([a-z0-9-]+)_(\d{1,9})_([a-z]{3})$/.exec(id) ?? []
  if (name === '') return undefined
  return payments.openContested(
    {
      amount: Number(minor),
      currency: currency.toUpperCase(),
      description: 'Sample',
      metadata: {},
      locale: null,
      returnUrl: null,
      cancelUrl: null,
      webhookUrl: null,
      customerId: null,
      keep: false,
    },
    { payment: `pi_sample_${name}`, dispute: id },
  )
}

function need(form: Form, name: string): string {
  const value = form[name]
  if (value === undefined || value === '')
    throw new StripeError(400, `Missing required param: ${name}.`, 'parameter_missing')
  return value
}

function amountOf(text: string, currency: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new StripeError(400, `Invalid integer: ${text}`, 'parameter_invalid_integer')
  if (!isWholeAtStripe(Number(text), currency.toUpperCase()))
    throw new StripeError(400, 'Invalid amount', 'invalid_charge_amount_no_decimal_compatible')
  return Number(text)
}

const metadataOf = (form: Form, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([key, value]) =>
      key.startsWith(`${name}[`) && key.endsWith(']') ? [[key.slice(name.length + 1, -1), value]] : [],
    ),
  )

function expandOf(request: FastifyRequest): readonly string[] {
  const query = request.query as Record<string, string | readonly string[]>
  return Object.entries(query).flatMap(([name, value]) => (/^expand\[\d*\]$/.test(name) ? [value].flat() : []))
}
