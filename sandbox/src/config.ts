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
  /** The application, which receives the webhooks. No slash at the end. */
  readonly appUrl: string
  /** How browsers reach the sandbox; null = as the request that asks reached it. */
  readonly publicUrl: string | null
  readonly stateDir: string
  readonly adyen: AdyenCredentials
  readonly mollie: MollieCredentials
  readonly stripe: StripeCredentials
  readonly paypal: PayPalCredentials
  readonly trustPay: TrustPayCredentials
  /** The one client of the sign-in's stand-in. */
  readonly openId: OpenIdCredentials
  readonly openAi: OpenAiCredentials
  /** Milliseconds between two words of the scripted language model. */
  readonly wordDelayMs: number
  /** Sends a CAPTURE after each AUTHORISATION, as an account with immediate capture does. */
  readonly autoCapture: boolean
  /** Milliseconds between an answer and its webhook. */
  readonly webhookDelayMs: number
  /** Milliseconds between the attempts at a webhook that was not answered 2xx; the last one repeats. */
  readonly webhookBackoffMs: readonly number[]
  readonly webhookAttempts: number
  /** Milliseconds the slow card keeps its caller waiting; longer than any client should wait. */
  readonly slowAnswerMs: number
  /** Milliseconds until a payment of the pending card is authorised. */
  readonly pendingMs: number
}

/** Reads and checks the environment. Throws an error that names the variable it does not accept. */
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
