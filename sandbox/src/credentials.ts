/**
 * The credentials that the sandbox expects of its clients. They are published on purpose: they only protect a
 * stand-in on the developer's own machine. Each can be replaced by an environment variable.
 */
const SANDBOX_ADYEN_API_KEY = 'sandbox-adyen-api-key'
const SANDBOX_ADYEN_CLIENT_KEY = 'test_SANDBOXCLIENTKEY'
const SANDBOX_ADYEN_MERCHANT_ACCOUNT = 'IncontroSandboxECOM'
const SANDBOX_ADYEN_HMAC_KEY = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'
const SANDBOX_ADYEN_WEBHOOK_USER = 'sandbox-adyen'
const SANDBOX_ADYEN_WEBHOOK_PASSWORD = 'sandbox-adyen-webhooks'

const SANDBOX_STRIPE_SECRET_KEY = 'rk_test_sandboxstripekeyofthisdemo'
const SANDBOX_STRIPE_WEBHOOK_SECRET = 'whsec_sandboxstripewebhooksofthisdemo'
const SANDBOX_MOLLIE_API_KEY = 'test_sandboxmollieapikeyofthisdemo'
const SANDBOX_PAYPAL_CLIENT_ID = 'sandbox-paypal-client-id-of-this-demo'
const SANDBOX_PAYPAL_CLIENT_SECRET = 'sandbox-paypal-client-secret-of-this-demo'
const SANDBOX_PAYPAL_WEBHOOK_ID = 'SANDBOXPAYPALWEBHOOK'
const SANDBOX_TRUSTPAY_PROJECT_ID = '4107000000'
const SANDBOX_TRUSTPAY_SECRET_KEY = 'sandbox-trustpay-secret-key-of-this-demo'
export const SANDBOX_APPLE_MERCHANT_ID = 'merchant.example.incontro.sandbox'

export const SANDBOX_GOOGLE_CLIENT_ID = 'incontro-sandbox.apps.example'
export const SANDBOX_GOOGLE_CLIENT_SECRET = 'sandbox-google-client-secret'

const SANDBOX_OPENAI_KEY = 'sandbox-language-model-key'

export interface OpenAiCredentials {
  readonly key: string
  readonly model: string
}

export const openAiCredentials = (env: Readonly<Record<string, string | undefined>>): OpenAiCredentials => ({
  key: env['SANDBOX_OPENAI_KEY'] || SANDBOX_OPENAI_KEY,
  model: 'scripted',
})

/** The token of a brand's bot. Any brand has one, so that a new one can be tried, too. */
export const telegramToken = (brandKey: string): string =>
  `4107000001:sandbox-telegram-bot-of-${brandKey.replace(/[^a-z0-9]/g, '')}-in-the-demo`

/** The name of the bot with a token; undefined for one that is not ours. */
export const botOfToken = (token: string): string | undefined => {
  const [, brand] = /^4107000001:sandbox-telegram-bot-of-([a-z0-9]+)-in-the-demo$/.exec(token) ?? []
  return brand && `${brand}_sandbox_bot`
}

export interface OpenIdCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

export interface StripeCredentials {
  readonly secretKey: string
  readonly webhookSecret: string
}

export interface PayPalCredentials {
  readonly clientId: string
  readonly clientSecret: string
  /** Id of the endpoint to which webhooks are posted. */
  readonly webhookId: string
}

export interface TrustPayCredentials {
  readonly projectId: string
  readonly secretKey: string
}

export interface MollieCredentials {
  readonly apiKey: string
}

export interface AdyenCredentials {
  readonly apiKey: string
  readonly clientKey: string
  readonly merchantAccount: string
  /** In hexadecimal, as in Adyen's Customer Area. */
  readonly hmacKey: string
  readonly webhookUser: string
  readonly webhookPassword: string
}

/** Reads Adyen's credentials from the environment; each defaults to the published demo value. */
export function adyenCredentials(env: NodeJS.ProcessEnv): AdyenCredentials {
  return {
    apiKey: env.SANDBOX_ADYEN_API_KEY ?? SANDBOX_ADYEN_API_KEY,
    clientKey: env.SANDBOX_ADYEN_CLIENT_KEY ?? SANDBOX_ADYEN_CLIENT_KEY,
    merchantAccount: env.SANDBOX_ADYEN_MERCHANT_ACCOUNT ?? SANDBOX_ADYEN_MERCHANT_ACCOUNT,
    hmacKey: env.SANDBOX_ADYEN_HMAC_KEY ?? SANDBOX_ADYEN_HMAC_KEY,
    webhookUser: env.SANDBOX_ADYEN_WEBHOOK_USER ?? SANDBOX_ADYEN_WEBHOOK_USER,
    webhookPassword: env.SANDBOX_ADYEN_WEBHOOK_PASSWORD ?? SANDBOX_ADYEN_WEBHOOK_PASSWORD,
  }
}

export function mollieCredentials(env: NodeJS.ProcessEnv): MollieCredentials {
  return { apiKey: env.SANDBOX_MOLLIE_API_KEY ?? SANDBOX_MOLLIE_API_KEY }
}

export function stripeCredentials(env: NodeJS.ProcessEnv): StripeCredentials {
  return {
    secretKey: env.SANDBOX_STRIPE_SECRET_KEY ?? SANDBOX_STRIPE_SECRET_KEY,
    webhookSecret: env.SANDBOX_STRIPE_WEBHOOK_SECRET ?? SANDBOX_STRIPE_WEBHOOK_SECRET,
  }
}

export function payPalCredentials(env: NodeJS.ProcessEnv): PayPalCredentials {
  return {
    clientId: env.SANDBOX_PAYPAL_CLIENT_ID ?? SANDBOX_PAYPAL_CLIENT_ID,
    clientSecret: env.SANDBOX_PAYPAL_CLIENT_SECRET ?? SANDBOX_PAYPAL_CLIENT_SECRET,
    webhookId: env.SANDBOX_PAYPAL_WEBHOOK_ID ?? SANDBOX_PAYPAL_WEBHOOK_ID,
  }
}

export function trustPayCredentials(env: NodeJS.ProcessEnv): TrustPayCredentials {
  return {
    projectId: env.SANDBOX_TRUSTPAY_PROJECT_ID ?? SANDBOX_TRUSTPAY_PROJECT_ID,
    secretKey: env.SANDBOX_TRUSTPAY_SECRET_KEY ?? SANDBOX_TRUSTPAY_SECRET_KEY,
  }
}

/** Reads the credentials of the stand-in for Google's sign-in. */
export function openIdCredentials(env: NodeJS.ProcessEnv): OpenIdCredentials {
  return {
    clientId: env.SANDBOX_GOOGLE_CLIENT_ID ?? SANDBOX_GOOGLE_CLIENT_ID,
    clientSecret: env.SANDBOX_GOOGLE_CLIENT_SECRET ?? SANDBOX_GOOGLE_CLIENT_SECRET,
  }
}
