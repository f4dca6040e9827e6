import type { Server } from 'node:net'
import AjvCompiler from '@fastify/ajv-compiler'
import Fastify, { type FastifyInstance } from 'fastify'
import { openAgeWallet } from './age-wallet/index.ts'
import { openCardKey } from './adyen/card-key.ts'
import { challengeRoutes } from './adyen/challenge-routes.ts'
import { controlRoutes } from './adyen/control-routes.ts'
import { createControls, type Controls } from './adyen/controls.ts'
import { createIdempotency } from './adyen/idempotency.ts'
import { createModifications } from './adyen/modifications.ts'
import { createPayments } from './adyen/payments.ts'
import { cardKeyRoutes, checkoutRoutes } from './adyen/routes.ts'
import { createStoredCards } from './adyen/stored-cards.ts'
import { postNotification } from './adyen/post-notification.ts'
import type { SandboxConfig } from './config.ts'
import { mailRoutes } from './mail/routes.ts'
import { createSmtpServer } from './mail/smtp.ts'
import { openMollie } from './mollie/index.ts'
import { openOpenAi } from './openai/index.ts'
import { openOpenId } from './openid/index.ts'
import { openPush } from './push/index.ts'
import { pageRoutes } from './page/routes.ts'
import { openPayPal } from './paypal/index.ts'
import { openStripe } from './stripe/index.ts'
import { stateRoutes } from './state-routes.ts'
import { openTelegram } from './telegram/index.ts'
import { openTracker } from './tracker/index.ts'
import { openTrustPay } from './trustpay/index.ts'
import { openState, type SandboxState } from './state.ts'
import { protect } from './protect.ts'
import { walletRoutes } from './wallets/routes.ts'
import { createWebhooks } from './webhook-delivery.ts'

export interface Sandbox {
  readonly app: FastifyInstance
  readonly state: SandboxState
  readonly mollie: ReturnType<typeof openMollie>
  readonly stripe: ReturnType<typeof openStripe>
  readonly paypal: ReturnType<typeof openPayPal>
  readonly trustPay: ReturnType<typeof openTrustPay>
  readonly openAi: ReturnType<typeof openOpenAi>
  /** Listens on both ports, HTTP and SMTP. */
  start(): Promise<{ readonly origin: string; readonly smtpPort: number }>
  close(): Promise<void>
}

/** Shared by all sandboxes of a process: the tests start hundreds, and each would compile every schema again. */
const buildValidator = AjvCompiler()

/** Creates the sandbox and connects its parts. */
export function createSandbox(config: SandboxConfig): Sandbox {
  const state = openState(config.stateDir)
  const key = openCardKey(config.stateDir)

  const webhooks = createWebhooks(
    state.webhooks,
    config,
    () => controls.current(),
    (item, signal) => postNotification(item, config, signal),
  )
  const controls = createControls((now: Controls) => {
    if (now.holdWebhooks) return
    webhooks.release()
    for (const { webhooks: theirs } of hosted) theirs.release()
  })
  const emit = webhooks.emit
  const storedCards = createStoredCards(state.tokens)
  const payments = createPayments({ state, config, key, controls, storedCards, emit })
  const modifications = createModifications(state, emit, config.adyen.hmacKey)
  const idempotency = createIdempotency(state.answers)

  const app = Fastify({
    forceCloseConnections: true,
    // Types are not coerced, as at the real providers: a number in quotes is an error.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allowUnionTypes: true } },
    schemaController: { compilersFactory: { buildValidator } },
  })
  protect(app)
  pageRoutes(app, state, controls)
  mailRoutes(app, state.mails)
  stateRoutes(app, state)
  controlRoutes(app, controls, webhooks, modifications)
  challengeRoutes(app, payments)
  cardKeyRoutes(app, { config, key })
  walletRoutes(app, () => origin())
  app.register(
    async (checkout) =>
      checkoutRoutes(checkout, { config, key, controls, idempotency, payments, modifications, storedCards }),
    {
      prefix: '/adyen/checkout/v72',
    },
  )

  const origin = () => `http://localhost:${portOf(app.server) ?? config.port}`
  const mollie = openMollie(app, { state, config, controls })
  const stripe = openStripe(app, { state, config, controls, origin })
  const paypal = openPayPal(app, { state, config, controls, origin })
  const trustPay = openTrustPay(app, { state, config, controls, origin })
  const hosted = [mollie, stripe, paypal, trustPay]
  openOpenId(app, { config, state, origin })
  openPush(app, { config, state, origin })
  openTelegram(app, { state })
  openTracker(app, { state, origin })
  const openAi = openOpenAi(app, config)
  openAgeWallet(app, { origin: () => config.publicUrl ?? origin() })

  const smtp = createSmtpServer(state.mails)

  return {
    app,
    state,
    mollie,
    stripe,
    paypal,
    trustPay,
    openAi,
    async start() {
      await app.listen({ host: 'localhost', port: config.port })
      const smtpPort = await listen(smtp, config.smtpPort)
      webhooks.resume()
      payments.resume()
      for (const { webhooks: theirs, payments: their } of hosted) {
        theirs.resume()
        their.resume()
      }
      return { origin: origin(), smtpPort }
    },
    async close() {
      payments.close()
      webhooks.close()
      for (const { webhooks: theirs, payments: their } of hosted) {
        their.stop()
        theirs.close()
      }
      await app.close()
      await new Promise<void>((done) => smtp.close(() => done()))
    },
  }
}

function listen(smtp: ReturnType<typeof createSmtpServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    smtp.once('error', reject)
    const server = smtp.listen(port, '127.0.0.1', () => {
      smtp.off('error', reject)
      // A client may disconnect in the middle of a message; without a listener the error would end the process.
      smtp.on('error', () => {})
      resolve(portOf(server) ?? port)
    })
  })
}

/** The actual port of a server, which differs from the requested one if that was 0. */
function portOf(server: Server): number | null {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : null
}
