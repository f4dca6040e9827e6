import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { SANDBOX_APPLE_MERCHANT_ID } from '../credentials.ts'
import { applePayScript } from './apple-pay-script.ts'
import { googlePayScript } from './google-pay-script.ts'

const sessionSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['merchantIdentifier', 'displayName', 'initiative', 'initiativeContext'],
  properties: {
    merchantIdentifier: { type: 'string' },
    displayName: { type: 'string', minLength: 1, maxLength: 64 },
    initiative: { const: 'web' },
    initiativeContext: { type: 'string', minLength: 1 },
  },
}
interface SessionBody {
  readonly merchantIdentifier: string
  readonly displayName: string
  readonly initiativeContext: string
}

/** Stand-ins for the scripts of Google Pay and Apple Pay, and for Apple's merchant validation. */
export function walletRoutes(app: FastifyInstance, origin: () => string): void {
  app.get('/googlepay/pay.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(googlePayScript),
  )
  app.get('/applepay/apple-pay-sdk.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      // Only the application calls this URL, so the sandbox's own origin is enough.
      .send(applePayScript(`${origin()}/paymentservices/paymentSession`)),
  )
  app.post<{ Body: SessionBody }>(
    '/paymentservices/paymentSession',
    { schema: { body: sessionSchema } },
    async ({ body }, reply) => {
      if (body.merchantIdentifier !== SANDBOX_APPLE_MERCHANT_ID)
        return reply.code(417).send({ statusCode: '417', statusMessage: 'Not a merchant of the sandbox' })
      return {
        epochTimestamp: Date.now(),
        expiresAt: Date.now() + 5 * 60_000,
        merchantSessionIdentifier: `SSH${randomBytes(16).toString('hex').toUpperCase()}`,
        nonce: randomBytes(4).toString('hex'),
        merchantIdentifier: body.merchantIdentifier,
        domainName: body.initiativeContext,
        displayName: body.displayName,
        signature: randomBytes(32).toString('hex'),
      }
    },
  )
}
