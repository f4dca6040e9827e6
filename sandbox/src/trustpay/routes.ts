import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { ControlPanel } from '../adyen/controls.ts'
import type { SandboxConfig } from '../config.ts'
import { toDecimal } from '../minor-units.ts'
import type { HostedPayments } from '../hosted/payments.ts'
import type { HostedPayment } from '../hosted/records.ts'

const METHODS = [
  'Wire',
  'SepaCreditTransfer',
  'InstantBankTransferFI',
  'InstantBankTransferPL',
  'EPS',
  'Giropay',
  'IDeal',
]

const RESULTS = {
  success: 1_001_000,
  underWay: 1_130_000,
  malformed: 1_112_000,
  wrongState: 1_112_008,
  rejected: 1_112_009,
  notFound: 1_132_005,
  wrongCredentials: 1_133_000,
} as const

const resultInfo = (result: keyof typeof RESULTS) => ({
  ResultInfo: { ResultCode: RESULTS[result], AdditionalInfo: result, CorrelationId: randomUUID() },
})

const STATUS = {
  open: 'Pending',
  approved: 'Authorizing',
  authenticating: 'Authorizing',
  pending: 'Authorized',
  paid: 'Paid',
  failed: 'Rejected',
  cancelled: 'Rejected',
  expired: 'Rejected',
} as const

const exact = (required: readonly string[], properties: object) => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
})
const merchant = exact(['ProjectId'], { ProjectId: { type: 'string' } })
const amount = exact(['Amount', 'Currency'], {
  Amount: { type: 'string', pattern: '^\\d{1,8}\\.\\d{2}$' },
  Currency: { type: 'string', pattern: '^[A-Z]{3}$' },
})
const url = { type: 'string', format: 'uri' }
const paymentSchema = exact(['PaymentMethod', 'MerchantIdentification', 'PaymentInformation', 'CallbackUrls'], {
  PaymentMethod: { enum: METHODS },
  MerchantIdentification: merchant,
  PaymentInformation: exact(['Amount', 'References', 'Debtor'], {
    Amount: amount,
    References: exact(['MerchantReference'], { MerchantReference: { type: 'string', minLength: 1, maxLength: 36 } }),
    Debtor: exact(['Name', 'Email'], { Name: { type: 'string', minLength: 1 }, Email: { type: 'string' } }),
  }),
  CallbackUrls: exact(['Success', 'Cancel', 'Error', 'Notification'], {
    Success: url,
    Cancel: url,
    Error: url,
    Notification: url,
  }),
})
const payoutSchema = exact(['MerchantIdentification', 'PaymentInformation'], {
  MerchantIdentification: merchant,
  PaymentInformation: exact(['Amount', 'References'], {
    Amount: amount,
    References: exact(['PaymentRequestId', 'MerchantReference'], {
      PaymentRequestId: { type: 'string' },
      MerchantReference: { type: 'string', minLength: 1, maxLength: 36 },
    }),
  }),
})

interface Amount {
  readonly Amount: string
  readonly Currency: string
}
interface PaymentBody {
  readonly MerchantIdentification: { readonly ProjectId: string }
  readonly PaymentInformation: { readonly Amount: Amount; readonly References: { readonly MerchantReference: string } }
  readonly CallbackUrls: { readonly Success: string; readonly Cancel: string; readonly Notification: string }
}
interface PayoutBody {
  readonly PaymentInformation: {
    readonly Amount: Amount
    readonly References: { readonly PaymentRequestId: string; readonly MerchantReference: string }
  }
}

interface Parts {
  readonly config: SandboxConfig
  readonly controls: ControlPanel
  readonly payments: HostedPayments
  readonly base: () => string
}

/** The schema requires two decimals: these transfers are in euro. */
const minorOf = ({ Amount: value }: Amount): number => Math.round(Number(value) * 100)

/**
 * The part of TrustPay's API of bank transfers that the application uses. It has no idempotency keys: a repeated
 * request is executed again.
 */
export function trustPayRoutes(app: FastifyInstance, { config, controls, payments, base }: Parts): void {
  const { projectId, secretKey } = config.trustPay
  const tokens = new Set<string>()
  const refuse = (reply: FastifyReply, status: number, result: keyof typeof RESULTS) =>
    reply.code(status).send(resultInfo(result))

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    refuse(reply, error.statusCode ?? 500, 'malformed'),
  )
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.endsWith('/api/oauth2/token')) return
    if (!tokens.has(request.headers.authorization?.replace(/^Bearer /, '') ?? ''))
      return refuse(reply, 401, 'wrongCredentials')
  })
  app.post('/api/oauth2/token', (request, reply) => {
    const expected = `Basic ${Buffer.from(`${projectId}:${secretKey}`).toString('base64')}`
    if (request.headers.authorization !== expected) return refuse(reply, 401, 'wrongCredentials')
    const token = randomBytes(24).toString('base64url')
    tokens.add(token)
    return reply.send({ access_token: token, token_type: 'Bearer', expires_in: 1799, ...resultInfo('success') })
  })

  async function answer(reply: FastifyReply, work: () => object): Promise<FastifyReply> {
    await pause(controls.current().delayMs)
    const slow = controls.takeTimeout()
    const body = work()
    if (slow) await pause(config.slowAnswerMs)
    return reply.send(body)
  }

  app.post<{ Body: PaymentBody }>('/api/Payments/Payment', { schema: { body: paymentSchema } }, (request, reply) => {
    const { PaymentInformation: wish, CallbackUrls: urls, MerchantIdentification: project } = request.body
    if (project.ProjectId !== projectId) return refuse(reply, 401, 'wrongCredentials')
    return answer(reply, () => {
      const payment = payments.open(
        {
          amount: minorOf(wish.Amount),
          currency: wish.Amount.Currency,
          description: `Order ${wish.References.MerchantReference.slice(-12)}`,
          metadata: { reference: wish.References.MerchantReference },
          locale: null,
          returnUrl: urls.Success,
          cancelUrl: urls.Cancel,
          webhookUrl: urls.Notification,
          customerId: null,
          keep: false,
        },
        { pageId: `7${Date.now()}` },
      )
      return {
        PaymentRequestId: Number(payment.id),
        GatewayUrl: `${base()}/pay/${payment.id}`,
        ...resultInfo('success'),
      }
    })
  })
  app.get<{ Params: { id: string } }>('/api/Payments/Payment/:id', (request, reply) => {
    const payment = payments.find(request.params.id)
    if (!payment) return refuse(reply, 404, 'notFound')
    return reply.send(statusView(payment))
  })
  app.post<{ Body: PayoutBody }>('/api/Payments/Payout', { schema: { body: payoutSchema } }, (request, reply) => {
    const { Amount: wish, References: references } = request.body.PaymentInformation
    const payment = payments.find(references.PaymentRequestId)
    if (!payment) return refuse(reply, 404, 'notFound')
    return answer(reply, () => {
      if (payment.status !== 'paid' || wish.Currency !== payment.currency) return resultInfo('wrongState')
      const refund = payments.refund(payment.id, minorOf(wish), { reference: references.MerchantReference })
      if (!refund) return resultInfo('rejected')
      return { PaymentRequestId: Number(refund.id), ...resultInfo('underWay') }
    })
  })
}

const statusView = (payment: HostedPayment): object => ({
  PaymentInformation: {
    Status: STATUS[payment.status],
    ...(payment.failure === null
      ? {}
      : { StatusReasonInformation: { Reason: { Code: payment.failure, RejectReason: 'Rejected by the bank' } } }),
    References: { PaymentRequestId: Number(payment.id), MerchantReference: payment.metadata['reference'] },
    Amount: { Amount: toDecimal('TrustPay', payment.amount, payment.currency), Currency: payment.currency },
  },
})
