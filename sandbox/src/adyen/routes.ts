import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { SandboxConfig } from '../config.ts'
import { paymentAnswer } from './answers.ts'
import type { CardKey } from './card-key.ts'
import type { ControlPanel } from './controls.ts'
import { invalid, ServiceError, unauthorized, wrongMerchant } from './errors.ts'
import type { Answer, Idempotency } from './idempotency.ts'
import type { Accepted, Modifications } from './modifications.ts'
import type { Payments } from './payments.ts'
import type { Amount } from './records.ts'
import {
  cancelSchema,
  detailsSchema,
  paymentSchema,
  refundSchema,
  removalSchema,
  schemaError,
  type PaymentRequest,
} from './requests.ts'
import type { StoredCards } from './stored-cards.ts'

interface Parts {
  readonly config: SandboxConfig
  readonly key: CardKey
  readonly controls: ControlPanel
  readonly idempotency: Idempotency
  readonly payments: Payments
  readonly modifications: Modifications
  readonly storedCards: StoredCards
}

interface RefundBody {
  readonly amount: Amount
  readonly merchantAccount: string
  readonly reference?: string
}
interface CancelBody {
  readonly merchantAccount: string
  readonly reference?: string
}
interface DetailsBody {
  readonly details: { readonly redirectResult: string }
}
interface OfPayment {
  readonly pspReference: string
}
interface OfCard {
  readonly storedPaymentMethodId: string
}
interface RemovalQuery {
  readonly merchantAccount: string
  readonly shopperReference: string
}

/** Serves Adyen's public key for the card fields to browsers of any origin, as the real host does. */
export function cardKeyRoutes(app: FastifyInstance, { config, key }: Pick<Parts, 'config' | 'key'>): void {
  app.get<{ Params: { clientKey: string } }>(
    '/adyen/checkoutshopper/v1/clientKeys/:clientKey',
    async (request, reply) => {
      reply.header('access-control-allow-origin', '*')
      if (request.params.clientKey !== config.adyen.clientKey) return reply.code(401).send(unauthorized().toBody())
      return { publicKey: key.publicKey }
    },
  )
}

/** The calls of the Checkout API, version 72, under `/adyen/checkout/v72`. */
export function checkoutRoutes(app: FastifyInstance, parts: Parts): void {
  const { config, controls, idempotency, payments, modifications, storedCards } = parts
  app.setErrorHandler(answerError)
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-api-key'] !== config.adyen.apiKey) throw unauthorized()
  })

  const merchant = (account: string) => {
    if (account !== config.adyen.merchantAccount) throw wrongMerchant()
  }
  const once = (request: FastifyRequest, reply: FastifyReply, work: () => Promise<Answer>) => {
    const key = request.headers['idempotency-key']
    if (typeof key === 'string') {
      if (key.length > 64) throw invalid('702', 'The idempotency key is longer than 64 characters')
      reply.header('idempotency-key', key)
    }
    return idempotency.once(typeof key === 'string' ? key : undefined, [request.url, request.body], async () => {
      await pause(controls.current().delayMs)
      return work()
    })
  }

  app.post<{ Body: PaymentRequest }>('/payments', { schema: { body: paymentSchema } }, async (request, reply) => {
    merchant(request.body.merchantAccount)
    if (!URL.canParse(request.body.returnUrl)) throw invalid('14_030', 'Return URL is missing.')
    let slow = false
    const answer = await once(request, reply, async () => {
      const taken = await payments.take(request.body)
      slow = taken.slow
      return { status: 200, body: paymentAnswer(taken.payment, publicUrl(config, request)) }
    })
    // The answer is already stored: only this caller waits, and a repeat with the same key is answered right away.
    if (slow) await pause(config.slowAnswerMs)
    return reply.code(answer.status).send(answer.body)
  })

  app.post<{ Body: DetailsBody }>('/payments/details', { schema: { body: detailsSchema } }, async (request, reply) => {
    const answer = await once(request, reply, async () => ({
      status: 200,
      body: paymentAnswer(payments.complete(request.body.details.redirectResult), publicUrl(config, request)),
    }))
    return reply.code(answer.status).send(answer.body)
  })

  app.post<{ Params: OfPayment; Body: RefundBody }>(
    '/payments/:pspReference/refunds',
    { schema: { body: refundSchema } },
    async (request, reply) => {
      const { amount, merchantAccount, reference } = request.body
      merchant(merchantAccount)
      const answer = await once(request, reply, async () => {
        return received(modifications.refund(request.params.pspReference, amount, reference), reference, { amount })
      })
      return reply.code(answer.status).send(answer.body)
    },
  )

  app.post<{ Params: OfPayment; Body: CancelBody }>(
    '/payments/:pspReference/cancels',
    { schema: { body: cancelSchema } },
    async (request, reply) => {
      const { merchantAccount, reference } = request.body
      merchant(merchantAccount)
      const answer = await once(request, reply, async () => {
        return received(modifications.cancel(request.params.pspReference, reference), reference, {})
      })
      return reply.code(answer.status).send(answer.body)
    },
  )

  app.delete<{ Params: OfCard; Querystring: RemovalQuery }>(
    '/storedPaymentMethods/:storedPaymentMethodId',
    { schema: { querystring: removalSchema } },
    async (request, reply) => {
      merchant(request.query.merchantAccount)
      await pause(controls.current().delayMs)
      storedCards.remove(request.params.storedPaymentMethodId, request.query.shopperReference)
      return reply.code(204).send()
    },
  )
}

function received({ pspReference, payment }: Accepted, reference: string | undefined, more: object): Answer {
  const { merchantAccount, id } = payment
  const named = reference === undefined ? {} : { reference }
  return {
    status: 201,
    body: { merchantAccount, paymentPspReference: id, pspReference, ...named, status: 'received', ...more },
  }
}

function publicUrl(config: SandboxConfig, request: FastifyRequest): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`
}

function answerError(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = serviceError(error)
  if (known.transient) reply.header('transient-error', 'true')
  return reply.code(known.status).send(known.toBody())
}

function serviceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (!(error instanceof Error)) return new ServiceError(500, '903', 'Internal error', 'internal')
  if ('validation' in error && Array.isArray(error.validation)) return schemaProblem(error.validation, error.message)
  if ('statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500) {
    return new ServiceError(400, '702', error.message)
  }
  return new ServiceError(500, '903', 'Internal error', 'internal')
}

function schemaProblem(
  problems: readonly { instancePath: string; params?: { missingProperty?: string } }[],
  message: string,
) {
  const [problem] = problems
  const missing = problem?.params?.missingProperty
  const path = [...(problem?.instancePath ?? '').split('/'), missing ?? ''].filter((part) => part !== '').join('.')
  return schemaError(path, missing !== undefined, message)
}
