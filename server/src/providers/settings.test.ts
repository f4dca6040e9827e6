import { expect, it } from 'vitest'
import { readServerConfig } from '#src/config.ts'
import type { Capabilities } from '#modules/payments/port.ts'
import { createAdyen, readAdyenSettings } from '#providers/adyen/index.ts'
import { readGooglePaySettings } from '#providers/googlepay/index.ts'
import { createMollie, readMollieSettings } from '#providers/mollie/index.ts'
import { createPayPal, readPayPalSettings } from '#providers/paypal/index.ts'
import { createStripe, readStripeSettings } from '#providers/stripe/index.ts'
import { createTrustPay, readTrustPaySettings } from '#providers/trustpay/index.ts'

/* Each variable ends up in its field; `config.test.ts` covers invalid values for all providers. */

it.each([
  [
    readAdyenSettings,
    {
      ADYEN_CHECKOUT_URL: ['baseUrl', 'https://checkout.example/v72'],
      ADYEN_SHOPPER_URL: ['shopperBaseUrl', 'https://shopper.example'],
      ADYEN_API_KEY: ['apiKey', 'api'],
      ADYEN_CLIENT_KEY: ['clientKey', 'client'],
      ADYEN_MERCHANT_ACCOUNT: ['merchantAccount', 'Account'],
      ADYEN_HMAC_KEY: ['hmacKey', 'a0'.repeat(32)],
      ADYEN_WEBHOOK_USER: ['webhookUser', 'user'],
      ADYEN_WEBHOOK_PASSWORD: ['webhookPassword', 'password'],
    },
  ],
  [
    readMollieSettings,
    { MOLLIE_API_URL: ['baseUrl', 'https://mollie.example/v2'], MOLLIE_API_KEY: ['apiKey', 'test_0123456789'] },
  ],
  [
    readStripeSettings,
    {
      STRIPE_API_URL: ['baseUrl', 'https://stripe.example/v1'],
      STRIPE_SECRET_KEY: ['secretKey', 'sk_0123456789'],
      STRIPE_WEBHOOK_SECRET: ['webhookSecret', 'whsec_0123456789'],
    },
  ],
  [
    readPayPalSettings,
    {
      PAYPAL_API_URL: ['baseUrl', 'https://paypal.example'],
      PAYPAL_CLIENT_ID: ['clientId', 'client-0123456789'],
      PAYPAL_CLIENT_SECRET: ['clientSecret', 'secret-0123456789'],
      PAYPAL_WEBHOOK_ID: ['webhookId', 'WEBHOOK1'],
    },
  ],
  [
    readTrustPaySettings,
    {
      TRUSTPAY_API_URL: ['baseUrl', 'https://trustpay.example'],
      TRUSTPAY_PROJECT_ID: ['projectId', '4107'],
      TRUSTPAY_SECRET_KEY: ['secretKey', 'secret-0123456789'],
    },
  ],
  [readGooglePaySettings, { GOOGLEPAY_SCRIPT_URL: ['scriptUrl', 'https://pay.example/pay.js'] }],
] as const)('%o', (read, variables) => {
  const entries = Object.entries(variables) as [string, readonly [string, string]][]
  const env = Object.fromEntries(entries.map(([name, [, value]]) => [name, value]))
  expect(read(env).shared).toEqual(Object.fromEntries(entries.map(([, option]) => option)))
  expect(read({}).shared).toBeUndefined()
})

it.each([
  [
    readPayPalSettings,
    'PAYPAL_API_URL',
    { PAYPAL_CLIENT_ID: 'client-0123456789', PAYPAL_CLIENT_SECRET: 'secret-0123456789', PAYPAL_WEBHOOK_ID: 'WEBHOOK1' },
  ],
  [readTrustPaySettings, 'TRUSTPAY_API_URL', { TRUSTPAY_PROJECT_ID: '4107', TRUSTPAY_SECRET_KEY: 'secret-0123456789' }],
] as const)('%o accepts an API host with a trailing slash', (read, name, others) => {
  expect(read({ ...others, [name]: 'https://api.example//' }).shared?.baseUrl).toBe('https://api.example')
})

it.each([
  [readMollieSettings, 'MOLLIE_METHODS', { MOLLIE_API_URL: 'https://m.example', MOLLIE_API_KEY: 'test_0123456789' }],
  [
    readStripeSettings,
    'STRIPE_METHODS',
    {
      STRIPE_API_URL: 'https://s.example',
      STRIPE_SECRET_KEY: 'sk_0123456789',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
    },
  ],
] as const)('%o may name the methods of its page', (read, name, others) => {
  expect(read({ ...others, [name]: 'ideal, klarna' }).shared).toMatchObject({ pageMethods: ['ideal', 'klarna'] })
  expect(() => read({ ...others, [name]: 'ideal,gold' })).toThrow(`${name}: must be a list of: card, `)
})

const production = {
  DATABASE_URL: 'postgres://localhost/x',
  SECRET_KEY: 's'.repeat(32),
  SMTP_URL: 'smtp://localhost',
}
it.each([
  [
    'GOOGLE_ISSUER',
    { GOOGLE_ISSUER: 'http://google.example', GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' },
  ],
  ['CONCIERGE_URL', { CONCIERGE_URL: 'http://models.example/v1', CONCIERGE_KEY: 'key', CONCIERGE_MODEL: 'a model' }],
])('%s needs TLS except in a demo', (name, settings) => {
  const read = (mode: string) => readServerConfig({ ...production, ...settings, MODE: mode })
  expect(() => read('production')).toThrow(new RegExp(`^${name}: `))
  expect(() => read('demo')).not.toThrow()
})

const hour = 3_600_000
const baseUrl = 'https://provider.example'
const hosted = {
  methods: ['hosted'],
  renewals: true,
  zeroAmountCheck: false,
  partialRefund: true,
  repeatableRefund: true,
  disputes: true,
  countries: 'any',
} as const
const currencies = expect.arrayContaining(['EUR', 'GBP', 'USD', 'CHF', 'PLN']) as unknown as Capabilities['currencies']
it.each<[string, { readonly name: string; readonly capabilities: Capabilities }, Capabilities]>([
  [
    'adyen',
    createAdyen({
      baseUrl,
      shopperBaseUrl: baseUrl,
      apiKey: 'a',
      clientKey: 'c',
      merchantAccount: 'A',
      hmacKey: '00',
      webhookUser: 'u',
      webhookPassword: 'p',
    }),
    {
      ...hosted,
      cardFingerprint: true,
      methods: ['card', 'stored', 'wallet'],
      wallets: ['googlepay', 'applepay'],
      zeroAmountCheck: true,
      currencies,
      returnParams: ['redirectResult'],
      webhooks: 'signed',
      keyLifetimeMs: 7 * 24 * hour,
    },
  ],
  [
    'mollie',
    createMollie({ baseUrl, apiKey: 'test_0123456789' }),
    {
      ...hosted,
      cardFingerprint: true,
      currencies,
      page: ['other'],
      pageRenewals: ['card'],
      returnParams: [],
      webhooks: 'hint',
      keyLifetimeMs: hour,
    },
  ],
  [
    'stripe',
    createStripe({ baseUrl, secretKey: 'sk', webhookSecret: 'whsec', pageMethods: ['klarna', 'eps'] }),
    {
      page: ['klarna', 'eps'],
      pageRenewals: ['klarna'],
      ...hosted,
      cardFingerprint: true,
      currencies,
      returnParams: ['left'],
      webhooks: 'signed',
      keyLifetimeMs: 24 * hour,
    },
  ],
  [
    'paypal',
    createPayPal({ baseUrl, clientId: 'c', clientSecret: 's', webhookId: 'w' }),
    {
      ...hosted,
      page: 'account',
      currencies,
      returnParams: ['left'],
      webhooks: 'asked',
      keyLifetimeMs: 6 * hour,
    },
  ],
  [
    'trustpay',
    createTrustPay({ baseUrl, projectId: '1', secretKey: 's' }),
    {
      ...hosted,
      renewals: false,
      repeatableRefund: false,
      disputes: false,
      page: ['transfer'],
      currencies: ['EUR'],
      returnParams: ['InstanceId', 'left'],
      webhooks: 'signed',
      keyLifetimeMs: Infinity,
      paysAfterCancel: true,
    },
  ],
])('%s declares its capabilities, and how long an idempotency key is kept', (name, provider, declared) => {
  expect(provider.name).toBe(name)
  expect(provider.capabilities).toEqual(declared)
})
