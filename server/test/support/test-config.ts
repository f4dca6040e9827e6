import type { RunningSandbox } from '../../../sandbox/src/testing/start-sandbox.ts'
import { telegramToken } from '../../../sandbox/src/credentials.ts'
import { sandboxWallets } from '../../../sandbox/src/testing/wallets.ts'
import type { ServerConfig } from '#src/config.ts'

/** A server in production mode on this machine, with the sandbox in place of every provider. */
export function testConfig(
  sandbox: RunningSandbox,
  own: Pick<ServerConfig, 'port' | 'dataDir' | 'databaseUrl'> & Partial<ServerConfig>,
): ServerConfig {
  return {
    mode: 'production',
    host: 'localhost',
    brokerUrl: undefined,
    secretKey: 's'.repeat(43),
    sandboxUrl: sandbox.origin,
    consoleHost: `admin.localhost:${own.port}`,
    smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    trustedProxies: [],
    logLevel: 'silent',
    roles: ['web', 'socket', 'worker'],
    mailWebhookSigningKey: 'key-of-the-mail-provider',
    affiliates: {
      shared: undefined,
      brands: new Map([
        ['LOCAL', 'key-of-the-affiliate-of-local-and-no-other'],
        ['BATTITO', 'key-of-the-affiliate-of-battito-and-no-other'],
      ]),
      variables: new Map(),
    },
    google: {
      issuer: `${sandbox.origin}/google`,
      clientId: sandbox.config.openId.clientId,
      clientSecret: sandbox.config.openId.clientSecret,
    },
    ageWallet: {
      walletUrl: `${sandbox.origin}/age-wallet`,
      issuers: [`${sandbox.origin}/age-issuer`],
      credentialType: 'urn:incontro:sandbox:age:1',
    },
    concierge: {
      models: {
        brands: new Map(),
        variables: new Map(),
        shared: {
          url: `${sandbox.origin}/openai/v1`,
          key: sandbox.config.openAi.key,
          model: sandbox.config.openAi.model,
        },
      },
      // Five more than the bystanders have asked.
      limits: { perMember: 3, inAll: 125 },
    },
    payments: {
      adyen: {
        brands: new Map(),
        variables: new Map(),
        shared: {
          baseUrl: `${sandbox.origin}/adyen/checkout/v72`,
          shopperBaseUrl: `${sandbox.origin}/adyen/checkoutshopper`,
          apiKey: 'sandbox-adyen-api-key',
          clientKey: 'test_SANDBOXCLIENTKEY',
          merchantAccount: 'IncontroSandboxECOM',
          webhookUser: 'sandbox-adyen',
          webhookPassword: 'sandbox-adyen-webhooks',
          hmacKey: '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
        },
      },
      mollie: {
        brands: new Map(),
        variables: new Map(),
        shared: {
          baseUrl: `${sandbox.origin}/mollie/v2`,
          apiKey: sandbox.config.mollie.apiKey,
          pageMethods: ['ideal', 'bancontact'],
        },
      },
      stripe: {
        brands: new Map(),
        variables: new Map(),
        shared: {
          baseUrl: `${sandbox.origin}/stripe/v1`,
          ...sandbox.config.stripe,
          pageMethods: ['klarna'],
        },
      },
      paypal: {
        brands: new Map(),
        variables: new Map(),
        shared: { baseUrl: `${sandbox.origin}/paypal`, ...sandbox.config.paypal },
      },
      trustpay: {
        brands: new Map(),
        variables: new Map(),
        shared: { baseUrl: `${sandbox.origin}/trustpay`, ...sandbox.config.trustPay },
      },
    },
    wallets: {
      frameOrigin: null,
      googlepay: { brands: new Map(), variables: new Map(), shared: sandboxWallets(sandbox.origin).google },
      applepay: { brands: new Map(), variables: new Map(), shared: sandboxWallets(sandbox.origin).apple },
    },
    ...own,
  }
}

/** The bots of two brands, at the sandbox. */
export const sandboxBots = (origin: string): NonNullable<ServerConfig['telegram']> => ({
  shared: undefined,
  brands: new Map(
    ['local', 'battito'].map((brand) => [
      brand.toUpperCase(),
      { token: telegramToken(brand), apiUrl: `${origin}/telegram`, appUrl: `${origin}/telegram` },
    ]),
  ),
  variables: new Map(),
})
