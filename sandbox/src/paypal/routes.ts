import { timingSafeEqual, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { ControlPanel } from '../adyen/controls.ts'
import type { SandboxConfig } from '../config.ts'
import type { HostedPayments } from '../hosted/payments.ts'
import type { HostedPayment } from '../hosted/records.ts'
import { fromDecimal } from '../minor-units.ts'
import { createOnce } from '../once.ts'
import type { SandboxState } from '../state.ts'
import { PayPalError } from './errors.ts'
import { newPayPalId } from './ids.ts'
import {
  acceptSchema,
  type EvidenceBody,
  evidenceSchema,
  orderSchema,
  refundSchema,
  verifySchema,
  type Amount,
  type OrderBody,
  type RefundBody,
  type VerifyBody,
} from './requests.ts'
import { isSigned } from './signature.ts'
import { captureView, disputeView, orderView, refundView, webhookView } from './views.ts'

/**
 * How long PayPal keeps the idempotency keys of payments. Those of refunds are kept for 45 days, longer than the
 * stand-in runs.
 */
const SIX_HOURS = 6 * 60 * 60_000
const TOKEN_SECONDS = 32_400

interface Parts {
  readonly state: SandboxState
  readonly config: SandboxConfig
  readonly controls: ControlPanel
  readonly payments: HostedPayments
  readonly base: () => string
}

/**
 * The parts of PayPal's APIs that the application uses: access tokens, orders, captures, refunds, stored methods,
 * webhooks.
 */
export function payPalRoutes(app: FastifyInstance, { state, config, controls, payments, base }: Parts): void {
  const { clientId, clientSecret, webhookId } = config.paypal
  const once = createOnce(
    state.paypalAnswers,
    SIX_HOURS,
    () =>
      new PayPalError(409, 'PREVIOUS_REQUEST_IN_PROGRESS', 'A request with this id is under way or was another one'),
  )
  const tokens = new Set<string>()

  // PayPal accepts an empty body under the JSON content type.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      // Invalid JSON gets the answer that PayPal gives.
      done(new PayPalError(400, 'MALFORMED_REQUEST_JSON'))
    }
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const known =
      error instanceof PayPalError ? error : new PayPalError(error.statusCode ?? 500, 'INVALID_REQUEST', error.message)
    return reply.code(known.status).send(known.toBody())
  })
  app.post('/v1/oauth2/token', (request, reply) => {
    const expected = Buffer.from(`Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`)
    const given = Buffer.from(request.headers.authorization ?? '')
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      return reply.code(401).send({ error: 'invalid_client', error_description: 'Client Authentication failed' })
    const token = `A21AA${randomBytes(24).toString('base64url')}`
    tokens.add(token)
    return reply.send({
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-SANDBOX',
      expires_in: TOKEN_SECONDS,
      nonce: new Date().toISOString(),
    })
  })
  app.addHook('onRequest', async (request) => {
    if (request.url.endsWith('/v1/oauth2/token')) return
    if (!tokens.has(request.headers.authorization?.replace(/^Bearer /, '') ?? ''))
      throw new PayPalError(401, 'INVALID_TOKEN', 'Token signature verification failed')
  })

  /** Waits for the configured delay and runs the work once per request id. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => { readonly status: number; readonly body: object },
  ): Promise<FastifyReply> {
    const key = request.headers['paypal-request-id']
    let slow = false
    let repeated = true
    const { status, body } = await once(
      typeof key === 'string' ? key : undefined,
      [request.method, request.url, request.body],
      async () => {
        repeated = false
        await pause(controls.current().delayMs)
        slow = controls.takeTimeout()
        return work()
      },
    )
    if (slow) await pause(config.slowAnswerMs)
    return reply.code(repeated && status === 201 ? 200 : status).send(body)
  }
  const order = (id: string): HostedPayment => {
    const found = payments.find(id)
    if (!found) throw new PayPalError(404, 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist.')
    return found
  }
  const capture = (id: string): HostedPayment => {
    const found = payments.findPage(id)
    if (!found || !['paid', 'pending', 'failed'].includes(found.status))
      throw new PayPalError(404, 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist.')
    return found
  }
  /** Refuses an invoice that is already paid, so that it is not paid twice even under another request id. */
  function mustBeUnpaid(invoiceId: string | undefined, but: string | null): void {
    const paid = state.paypalPayments
      .all()
      .some(({ id, status, metadata }) => id !== but && status === 'paid' && metadata['invoice_id'] === invoiceId)
    if (invoiceId !== undefined && paid)
      throw new PayPalError(422, 'DUPLICATE_INVOICE_ID', 'Duplicate Invoice ID detected.')
  }

  app.post<{ Body: OrderBody }>('/v2/checkout/orders', { schema: { body: orderSchema } }, (request, reply) => {
    const key = request.headers['paypal-request-id']
    if (key === undefined) throw new PayPalError(400, 'PAYPAL_REQUEST_ID_REQUIRED')
    return answer(request, reply, () => create(request.body))
  })
  function create({ purchase_units: [unit], payment_source: { paypal } }: OrderBody) {
    const { vault_id: vaultId, attributes, experience_context: page } = paypal
    const keep = attributes?.vault?.store_in_vault === 'ON_SUCCESS'
    const metadata = {
      ...(unit.reference_id === undefined ? {} : { reference_id: unit.reference_id }),
      ...(unit.custom_id === undefined ? {} : { custom_id: unit.custom_id }),
      ...(unit.invoice_id === undefined ? {} : { invoice_id: unit.invoice_id }),
    }
    const wish = {
      amount: minorOf(unit.amount),
      currency: unit.amount.currency_code,
      description: unit.description ?? '',
      metadata,
      locale: page?.locale ?? null,
      returnUrl: page?.return_url ?? null,
      cancelUrl: page?.cancel_url ?? null,
      webhookUrl: null,
      keep,
    }
    const pageId = newPayPalId('page')
    if (vaultId === undefined) {
      const customerId = keep ? payments.addCustomer({}).id : null
      return { status: 201, body: orderView(payments.open({ ...wish, customerId }, { pageId }), base()) }
    }
    const method = state.paypalTokens.get(vaultId)
    mustBeUnpaid(unit.invoice_id, null)
    if (!method || method.revokedAt !== null)
      throw new PayPalError(404, 'INVALID_RESOURCE_ID', 'The vault id does not exist.')
    if (method.failure !== null) throw new PayPalError(422, method.failure)
    const paid = payments.charge({ ...wish, customerId: method.customerId }, vaultId, 'merchant', '', { pageId })
    if (!paid) throw new PayPalError(404, 'INVALID_RESOURCE_ID', 'The vault id does not exist.')
    return { status: 201, body: orderView(paid, base()) }
  }
  app.get<{ Params: { id: string } }>('/v2/checkout/orders/:id', (request, reply) =>
    reply.send(orderView(order(request.params.id), base())),
  )
  app.post<{ Params: { id: string } }>('/v2/checkout/orders/:id/capture', (request, reply) =>
    answer(request, reply, () => {
      const { id, status, metadata } = order(request.params.id)
      if (status === 'paid' || status === 'pending') throw new PayPalError(422, 'ORDER_ALREADY_CAPTURED')
      mustBeUnpaid(metadata['invoice_id'], id)
      const taken = payments.capture(id)
      if (!taken) throw new PayPalError(422, 'ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment.')
      if (taken.failure !== null) throw new PayPalError(422, taken.failure)
      return { status: 201, body: orderView(taken, base()) }
    }),
  )

  app.get<{ Params: { id: string } }>('/v2/payments/captures/:id', (request, reply) =>
    reply.send(captureView(capture(request.params.id), base())),
  )
  app.post<{ Params: { id: string }; Body: RefundBody }>(
    '/v2/payments/captures/:id/refund',
    { schema: { body: refundSchema } },
    (request, reply) =>
      answer(request, reply, () => {
        const payment = capture(request.params.id)
        const { amount, custom_id: customId } = request.body ?? {}
        if (amount && amount.currency_code !== payment.currency) throw new PayPalError(422, 'CURRENCY_MISMATCH')
        const minor = amount ? minorOf(amount) : payment.amount
        const refund = payments.refund(payment.id, minor, customId === undefined ? {} : { custom_id: customId })
        if (!refund) throw new PayPalError(422, 'REFUND_AMOUNT_EXCEEDED')
        return { status: 201, body: refundView(order(payment.id), refund, base()) }
      }),
  )
  app.get<{ Params: { id: string } }>('/v2/payments/refunds/:id', (request, reply) => {
    const payment = state.paypalPayments.all().find(({ refunds }) => refunds.some(({ id }) => id === request.params.id))
    const refund = payment?.refunds.find(({ id }) => id === request.params.id)
    if (!payment || !refund) throw new PayPalError(404, 'INVALID_RESOURCE_ID')
    return reply.send(refundView(payment, refund, base()))
  })

  // What may have files is a form; its part `input` is JSON.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, body, done) => {
    const [, input = ''] = /name="input"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(String(body)) ?? []
    try {
      done(null, JSON.parse(input))
    } catch {
      // Invalid JSON gets the answer that PayPal gives.
      done(new PayPalError(400, 'MALFORMED_REQUEST_JSON'))
    }
  })
  const disputed = (id: string): HostedPayment => {
    const found = payments.findDispute(id)
    if (!found) throw new PayPalError(404, 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist.')
    return found
  }
  const answered = (id: string, evidence: string | null) => {
    if (!payments.answerDispute(disputed(id).id, evidence))
      throw new PayPalError(422, 'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE')
    const href = `${base()}/v1/customer/disputes/${id}`
    return { status: 200, body: { links: [{ href, rel: 'self', method: 'GET' }] } }
  }
  app.get<{ Params: { id: string } }>('/v1/customer/disputes/:id', (request, reply) => {
    const payment = disputed(request.params.id)
    return reply.send(disputeView(payment, payment.dispute!, base()))
  })
  app.post<{ Params: { id: string }; Body: EvidenceBody }>(
    '/v1/customer/disputes/:id/provide-evidence',
    { schema: { body: evidenceSchema } },
    (request, reply) => answer(request, reply, () => answered(request.params.id, request.body.evidences[0].notes)),
  )
  app.post<{ Params: { id: string } }>(
    '/v1/customer/disputes/:id/accept-claim',
    { schema: { body: acceptSchema } },
    (request, reply) => answer(request, reply, () => answered(request.params.id, null)),
  )

  app.delete<{ Params: { id: string } }>('/v3/vault/payment-tokens/:id', (request, reply) => {
    if (!payments.revoke(request.params.id)) throw new PayPalError(404, 'INVALID_RESOURCE_ID')
    return reply.code(204).send()
  })

  app.get<{ Params: { id: string } }>('/v1/notifications/webhooks/:id', (request, reply) => {
    if (request.params.id !== webhookId) throw new PayPalError(404, 'INVALID_RESOURCE_ID')
    return reply.send(
      webhookView(webhookId, `${config.appUrl.replace(/^http:/, 'https:')}/pay/webhooks/paypal`, base()),
    )
  })
  app.post<{ Body: VerifyBody }>(
    '/v1/notifications/verify-webhook-signature',
    { schema: { body: verifySchema } },
    ({ body }, reply) => {
      const transmission = { id: body.transmission_id, time: body.transmission_time, signature: body.transmission_sig }
      const by = { webhookId: body.webhook_id, secret: clientSecret, body: JSON.stringify(body.webhook_event) }
      const genuine = body.webhook_id === webhookId && isSigned(transmission, by)
      return reply.send({ verification_status: genuine ? 'SUCCESS' : 'FAILURE' })
    },
  )
}

function minorOf({ value, currency_code: currency }: Amount): number {
  const minor = fromDecimal('PayPal', value, currency)
  if (minor === null)
    throw new PayPalError(422, 'DECIMALS_NOT_SUPPORTED', 'The currency does not support these decimals.')
  return minor
}
