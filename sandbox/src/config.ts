import { join, resolve } from 'node:path'
import {
  adyenCredentials,
  mollieCredentials,
  openAiCredentials,
  openIdCredentials,
  payPalCredentials,
  stripeCredentials,
  type AdyenCredentials,
  type MollieCredentials,
  type OpenAiCredentials,
  type OpenIdCredentials,
  type PayPalCredentials,
  type StripeCredentials,
  trustPayCredentials,
  type TrustPayCredentials,
} from './credentials.ts'

export interface SandboxConfig {
  readonly port: number
  readonly smtpPort: number
  /** The application's origin, to which webhooks are sent. No trailing slash. */
  readonly appUrl: string
  /** The URL at which browsers reach the sandbox; null takes that of the current request. */
  readonly publicUrl: string | null
  readonly stateDir: string
  readonly adyen: AdyenCredentials
  readonly mollie: MollieCredentials
  readonly stripe: StripeCredentials
  readonly paypal: PayPalCredentials
  readonly trustPay: TrustPayCredentials
  /** The only client of the OpenID provider. */
  readonly openId: OpenIdCredentials
  readonly openAi: OpenAiCredentials
  /** Delay between two words of the scripted language model, in milliseconds. */
  readonly wordDelayMs: number
  /** Sends a CAPTURE after each AUTHORISATION, as an account with immediate capture does. */
  readonly autoCapture: boolean
  /** Delay between an answer and its webhook, in milliseconds. */
  readonly webhookDelayMs: number
  /** Delays between the attempts at a webhook that was not answered 2xx, in milliseconds; the last delay repeats. */
  readonly webhookBackoffMs: readonly number[]
  readonly webhookAttempts: number
  /** Delay of the answer for the slow card, in milliseconds; longer than any client should wait. */
  readonly slowAnswerMs: number
  /** Time until a payment with the pending card is authorised, in milliseconds. */
  readonly pendingMs: number
}

/** Reads and checks the environment. Throws an error that names the invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): SandboxConfig {
  const port = integer(env, 'SANDBOX_PORT', 3001)
  return {
    port,
    smtpPort: integer(env, 'SANDBOX_SMTP_PORT', port + 1),
    appUrl: url(env, 'APP_URL') ?? 'http://localhost:3000',
    publicUrl: url(env, 'SANDBOX_PUBLIC_URL'),
    stateDir: join(resolve(env.DATA_DIR ?? './data'), 'sandbox'),
    adyen: adyenCredentials(env),
    mollie: mollieCredentials(env),
    stripe: stripeCredentials(env),
    paypal: payPalCredentials(env),
    trustPay: trustPayCredentials(env),
    openId: openIdCredentials(env),
    openAi: openAiCredentials(env),
    wordDelayMs: integer(env, 'SANDBOX_WORD_DELAY_MS', 60),
    autoCapture: env.SANDBOX_AUTO_CAPTURE !== 'false',
    webhookDelayMs: integer(env, 'SANDBOX_WEBHOOK_DELAY_MS', 300),
    webhookBackoffMs: [1_000, 2_000, 5_000, 10_000, 30_000, 60_000],
    webhookAttempts: 30,
    slowAnswerMs: integer(env, 'SANDBOX_SLOW_ANSWER_MS', 15_000),
    pendingMs: integer(env, 'SANDBOX_PENDING_MS', 20_000),
  }
}

function integer(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}"`)
  return Number(text)
}

function url(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name]
  if (text === undefined || text === '') return null
  if (!URL.canParse(text)) throw new Error(`${name} must be an absolute URL, not "${text}"`)
  return text.replace(/\/+$/, '')
}
