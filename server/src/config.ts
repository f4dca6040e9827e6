import { createConnections, type Connections, type PaymentProvider, type Wallet } from './modules/payments/index.ts'
import type { Brands } from './modules/brands/index.ts'
import { ConfigError, readConfig, type Config } from './platform/config.ts'
import { brandSuffix, type ConnectionSettings, type Environment } from './platform/connection-settings.ts'
import { readAgeWalletSettings, type AgeWalletOptions } from './providers/openid4vp/index.ts'
import { readOpenIdSettings, type OpenIdOptions } from './providers/openid/index.ts'
import { createAdyen, readAdyenSettings, type AdyenOptions } from './providers/adyen/index.ts'
import { createStripe, readStripeSettings, type StripeOptions } from './providers/stripe/index.ts'
import { createPayPal, readPayPalSettings, type PayPalOptions } from './providers/paypal/index.ts'
import { createTrustPay, readTrustPaySettings, type TrustPayOptions } from './providers/trustpay/index.ts'
import { createApplePay, readApplePaySettings, type ApplePayOptions } from './providers/applepay/index.ts'
import { createGooglePay, readGooglePaySettings, type GooglePayOptions } from './providers/googlepay/index.ts'
import { createMollie, readMollieSettings, type MollieOptions } from './providers/mollie/index.ts'

/** Each payment provider's settings, read by the schema in its own folder. A new provider is a line here and one below. */
export interface PaymentSettings {
  readonly adyen?: ConnectionSettings<AdyenOptions>
  readonly mollie?: ConnectionSettings<MollieOptions>
  readonly stripe?: ConnectionSettings<StripeOptions>
  readonly paypal?: ConnectionSettings<PayPalOptions>
  readonly trustpay?: ConnectionSettings<TrustPayOptions>
}

/** The wallets' settings. What a brand is at Google or Apple stands in its own file. */
export interface WalletSettings {
  readonly googlepay?: ConnectionSettings<GooglePayOptions>
  readonly applepay?: ConnectionSettings<ApplePayOptions>
  /** Where their frames are served; null for the site's own origin, which no wallet but the sandbox's takes. */
  readonly frameOrigin: string | null
}

export interface ServerConfig extends Config {
  readonly google: OpenIdOptions | undefined
  readonly ageWallet: AgeWalletOptions | undefined
  readonly payments: PaymentSettings
  readonly wallets: WalletSettings
}

/**
 * The platform's settings with those of the outside providers.
 * @throws ConfigError naming the variable at fault.
 */
export const readServerConfig = (env: Environment, argv: readonly string[] = []): ServerConfig => {
  const config = readConfig(env, argv)
  return {
    ...config,
    google: readOpenIdSettings(env, config.mode),
    ageWallet: readAgeWalletSettings(env, config.mode),
    payments: readPaymentSettings(env),
    wallets: readWalletSettings(env),
  }
}

/** @throws ConfigError naming the variable at fault. */
export const readPaymentSettings = (env: Environment): PaymentSettings => ({
  adyen: readAdyenSettings(env),
  mollie: readMollieSettings(env),
  stripe: readStripeSettings(env),
  paypal: readPayPalSettings(env),
  trustpay: readTrustPaySettings(env),
})

/** @throws ConfigError naming the variable at fault. */
function readWalletSettings(env: Environment): WalletSettings {
  const frame = env['WALLET_FRAME_ORIGIN']
  if (frame && (!URL.canParse(frame) || new URL(frame).origin !== frame))
    throw new ConfigError('WALLET_FRAME_ORIGIN: must be an origin, as in https://pay.example.com')
  return {
    googlepay: readGooglePaySettings(env),
    applepay: readApplePaySettings(env),
    frameOrigin: frame || null,
  }
}

/** The wallets whose settings are there. @throws ConfigError for settings of one brand, which wallets do not have. */
export function createWallets({ googlepay, applepay }: WalletSettings): readonly Wallet[] {
  return [...walletOf('GOOGLEPAY', googlepay, createGooglePay), ...walletOf('APPLEPAY', applepay, createApplePay)]
}

function walletOf<T>(
  prefix: string,
  settings: ConnectionSettings<T> | undefined,
  create: (options: T) => Wallet,
): readonly Wallet[] {
  const [suffix] = settings?.brands.keys() ?? []
  if (suffix !== undefined) throw new ConfigError(`${prefix}_…__${suffix}: a wallet's settings are the installation's`)
  return settings?.shared === undefined ? [] : [create(settings.shared)]
}

/** @throws ConfigError for the settings of a brand that there is not. */
export function connectPayments(settings: PaymentSettings, brands: Brands): Connections {
  return createConnections([
    ...connectionsOf('ADYEN', settings.adyen, createAdyen, brands),
    ...connectionsOf('MOLLIE', settings.mollie, createMollie, brands),
    ...connectionsOf('STRIPE', settings.stripe, createStripe, brands),
    ...connectionsOf('PAYPAL', settings.paypal, createPayPal, brands),
    ...connectionsOf('TRUSTPAY', settings.trustpay, createTrustPay, brands),
  ])
}

function* connectionsOf<T>(
  prefix: string,
  settings: ConnectionSettings<T> | undefined,
  create: (options: T) => PaymentProvider,
  brands: Brands,
): Iterable<{ brandId: string | null; provider: PaymentProvider }> {
  if (!settings) return
  const { shared, brands: own } = settings
  if (shared !== undefined) yield { brandId: null, provider: create(shared) }
  for (const [suffix, options] of own) {
    const brand = brands.list.find(({ key }) => brandSuffix(key) === suffix)
    if (!brand) throw new ConfigError(`${prefix}_…__${suffix}: there is no such brand`)
    yield { brandId: brand.key, provider: create(options) }
  }
}
