import { readdirSync } from 'node:fs'

/**
 * The settings with which the demo's server uses the sandbox in place of its providers: the sandbox's URLs and
 * credentials.
 * @param {string} sandboxUrl @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Record<string, string>>}
 */
export async function demoProviders(sandboxUrl, env) {
  // Imported here because it is TypeScript, which an older Node cannot load; that Node only installs the newer one.
  const credentials = await import('../../sandbox/src/credentials.ts')
  const adyen = credentials.adyenCredentials(env)
  const stripe = credentials.stripeCredentials(env)
  const payPal = credentials.payPalCredentials(env)
  const trustPay = credentials.trustPayCredentials(env)
  const google = credentials.openIdCredentials(env)
  const openAi = credentials.openAiCredentials(env)
  const browserUrl = env['SANDBOX_PUBLIC_URL']?.replace(/\/+$/, '') || sandboxUrl
  return {
    ADYEN_CHECKOUT_URL: `${sandboxUrl}/adyen/checkout/v72`,
    ADYEN_SHOPPER_URL: `${sandboxUrl}/adyen/checkoutshopper`,
    ADYEN_API_KEY: adyen.apiKey,
    ADYEN_CLIENT_KEY: adyen.clientKey,
    ADYEN_MERCHANT_ACCOUNT: adyen.merchantAccount,
    ADYEN_HMAC_KEY: adyen.hmacKey,
    ADYEN_WEBHOOK_USER: adyen.webhookUser,
    ADYEN_WEBHOOK_PASSWORD: adyen.webhookPassword,
    MOLLIE_API_URL: `${sandboxUrl}/mollie/v2`,
    MOLLIE_API_KEY: credentials.mollieCredentials(env).apiKey,
    MOLLIE_METHODS: 'ideal,bancontact',
    STRIPE_API_URL: `${sandboxUrl}/stripe/v1`,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_METHODS: 'klarna',
    PAYPAL_API_URL: `${sandboxUrl}/paypal`,
    PAYPAL_CLIENT_ID: payPal.clientId,
    PAYPAL_CLIENT_SECRET: payPal.clientSecret,
    PAYPAL_WEBHOOK_ID: payPal.webhookId,
    TRUSTPAY_API_URL: `${sandboxUrl}/trustpay`,
    TRUSTPAY_PROJECT_ID: trustPay.projectId,
    TRUSTPAY_SECRET_KEY: trustPay.secretKey,
    GOOGLEPAY_SCRIPT_URL: `${browserUrl}/googlepay/pay.js`,
    APPLEPAY_SCRIPT_URL: `${browserUrl}/applepay/apple-pay-sdk.js`,
    APPLEPAY_GATEWAY_URL: sandboxUrl,
    APPLEPAY_MERCHANT_ID: credentials.SANDBOX_APPLE_MERCHANT_ID,
    // The stand-in uses plain HTTP, which has no certificates.
    APPLEPAY_CERTIFICATE: 'none',
    APPLEPAY_KEY: 'none',
    AGE_WALLET_URL: `${browserUrl}/age-wallet`,
    AGE_WALLET_ISSUERS: `${browserUrl}/age-issuer`,
    AGE_WALLET_CREDENTIAL: 'urn:incontro:sandbox:age:1',
    TELEGRAM_API_URL: `${sandboxUrl}/telegram`,
    TELEGRAM_APP_URL: `${browserUrl}/telegram`,
    ...Object.fromEntries(
      brandKeys().map((key) => [
        `TELEGRAM_BOT_TOKEN__${key.toUpperCase().replaceAll('-', '_')}`,
        credentials.telegramToken(key),
      ]),
    ),
    CONCIERGE_URL: `${sandboxUrl}/openai/v1`,
    CONCIERGE_KEY: openAi.key,
    CONCIERGE_MODEL: openAi.model,
    // The issuer has to be the same URL for browsers and for the server.
    GOOGLE_ISSUER: `${browserUrl}/google`,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
  }
}

/** The folders of the brands; the others hold what brands share. */
const brandKeys = () =>
  readdirSync(new URL('../../brands/', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
