import {
  connectionId,
  createConnections,
  type Connections,
  type PaymentProvider,
  type Wallet,
} from '#modules/payments/index.ts'
import type { Brand, Brands } from '#modules/brands/index.ts'
import { ConfigError, readConfig, type Config } from '#platform/config.ts'
import { brandSuffix, type ConnectionSettings, type Environment } from '#platform/database/connection-settings.ts'
import { readAgeWalletSettings, type AgeWalletOptions } from '#providers/openid4vp/index.ts'
import type { ConciergeLimits, LanguageModel } from '#modules/concierge/index.ts'
import {
  type ChatCompletionsOptions,
  createChatCompletions,
  readChatCompletionsSettings,
  readConciergeLimits,
} from '#providers/openai/index.ts'
import { readAffiliateKeys, readPostbackKeys } from '#app/affiliate-keys.ts'
import { readOpenIdSettings, type OpenIdOptions } from '#providers/openid/index.ts'
import { createAdyen, readAdyenSettings } from '#providers/adyen/index.ts'
import { createStripe, readStripeSettings } from '#providers/stripe/index.ts'
import { createPayPal, readPayPalSettings } from '#providers/paypal/index.ts'
import { createTrustPay, readTrustPaySettings } from '#providers/trustpay/index.ts'
import { createApplePay, readApplePaySettings, type ApplePayOptions } from '#providers/applepay/index.ts'
import type { GooglePayOptions } from '#providers/googlepay/options.ts'
import { createGooglePay, readGooglePaySettings } from '#providers/googlepay/index.ts'
import { type ImapSettings, readImapSettings } from '#providers/imap/index.ts'
import { createTelegramBot, readTelegramSettings, type TelegramOptions } from '#providers/telegram/index.ts'
import type { TelegramBot } from '#modules/outreach/index.ts'
import type { Outbound } from '#platform/outbound.ts'
import { createMollie, readMollieSettings } from '#providers/mollie/index.ts'

interface PaymentAdapter<Options> {
  /** @throws ConfigError naming the variable at fault. */
  readonly readSettings: (env: Environment) => ConnectionSettings<Options>
  readonly create: (options: Options) => PaymentProvider
}

type Adapters<OptionsByName> = { readonly [Name in keyof OptionsByName]: PaymentAdapter<OptionsByName[Name]> }
type Settings<OptionsByName> = { readonly [Name in keyof OptionsByName]?: ConnectionSettings<OptionsByName[Name]> }

const adaptersOf = <OptionsByName>(adapters: Adapters<OptionsByName>) => adapters

/** The payment providers by name. A new one is its line here and its name in `paymentSystems` of the contract. */
const paymentAdapters = adaptersOf({
  adyen: { readSettings: readAdyenSettings, create: createAdyen },
  mollie: { readSettings: readMollieSettings, create: createMollie },
  stripe: { readSettings: readStripeSettings, create: createStripe },
  paypal: { readSettings: readPayPalSettings, create: createPayPal },
  trustpay: { readSettings: readTrustPaySettings, create: createTrustPay },
})

/** Each payment provider's settings, read by the schema in its own folder. */
export type PaymentSettings =
  typeof paymentAdapters extends Adapters<infer OptionsByName> ? Settings<OptionsByName> : never

/** The wallets' settings. A brand's own ids at Google and Apple are in its brand.json. */
export interface WalletSettings {
  readonly googlepay?: ConnectionSettings<GooglePayOptions>
  readonly applepay?: ConnectionSettings<ApplePayOptions>
  /** Origin that serves the wallets' frames; null for the site's own origin, which only the sandbox accepts. */
  readonly frameOrigin: string | null
}

/** The port that a demo's brands are at; undefined in production. */
export const demoPortOf = ({ mode, port }: Pick<Config, 'mode' | 'port'>): number | undefined =>
  mode === 'demo' ? port : undefined

/** The concierge's language models and how much may be asked of them. */
export interface ConciergeSettings {
  readonly models: ConnectionSettings<ChatCompletionsOptions>
  readonly limits: ConciergeLimits
}

export interface ServerConfig extends Config {
  readonly google: OpenIdOptions | undefined
  readonly ageWallet: AgeWalletOptions | undefined
  readonly concierge: ConciergeSettings
  /** Keys of the brands' affiliates; without one, a brand has none. */
  readonly affiliates?: ConnectionSettings<string>
  /** With which the brands' postbacks are signed. */
  readonly postbackKeys?: ConnectionSettings<string>
  readonly payments: PaymentSettings
  readonly wallets: WalletSettings
  /** The mailbox to which other mail servers report. */
  readonly mailReports?: ImapSettings | undefined
  /** The brands’ bots. */
  readonly telegram?: ConnectionSettings<TelegramOptions>
}

/** No language model: no member has a concierge. */
export const noConcierge: ConciergeSettings = {
  models: { shared: undefined, brands: new Map(), variables: new Map() },
  limits: { perMember: 0, inAll: 0 },
}

/**
 * The platform's settings and those of the outside providers.
 * @throws ConfigError naming the variable at fault
 */
export const readServerConfig = (env: Environment, argv: readonly string[] = []): ServerConfig => {
  const config = readConfig(env, argv)
  return {
    ...config,
    google: readOpenIdSettings(env, config.mode),
    ageWallet: readAgeWalletSettings(env, config.mode),
    concierge: { models: readChatCompletionsSettings(env, config.mode), limits: readConciergeLimits(env) },
    affiliates: readAffiliateKeys(env),
    postbackKeys: readPostbackKeys(env),
    payments: readPaymentSettings(env),
    wallets: readWalletSettings(env),
    mailReports: readImapSettings(env),
    telegram: readTelegramSettings(env, config.mode),
  }
}

/** @throws ConfigError naming the variable at fault. */
export const readPaymentSettings = (env: Environment): PaymentSettings =>
  Object.fromEntries(Object.entries(paymentAdapters).map(([name, { readSettings }]) => [name, readSettings(env)]))

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

/** The wallets that are configured. @throws ConfigError for settings of a single brand, which wallets do not support */
export function createWallets({ googlepay, applepay }: WalletSettings): readonly Wallet[] {
  return [...walletOf('GOOGLEPAY', googlepay, createGooglePay), ...walletOf('APPLEPAY', applepay, createApplePay)]
}

/**
 * The language model of each brand: its own, or the installation's.
 * @throws ConfigError for the settings of a brand that there is not.
 */
export function createModels(
  { shared, brands: own }: ConciergeSettings['models'],
  brands: Brands,
): (brandKey: string) => LanguageModel | undefined {
  const models = new Map<string, LanguageModel>()
  for (const [suffix, options] of own)
    models.set(brandOf('CONCIERGE', suffix, brands).key, createChatCompletions(options))
  const other = shared && createChatCompletions(shared)
  return (brandKey) => models.get(brandKey) ?? other
}

/** By what calls to a brand's bot are known. */
export const botService = (brandKey: string): string => `telegram:${brandKey}`

/** The bot of each brand that has one. @throws ConfigError for the bot of a brand that there is not. */
export function createBots(
  settings: ConnectionSettings<TelegramOptions> | undefined,
  brands: Brands,
  outbound: Pick<Outbound, 'call'>,
): (brandKey: string) => TelegramBot | undefined {
  const bots = new Map(
    [...(settings?.brands ?? [])].map(([suffix, options]) => {
      const { key } = brandOf('TELEGRAM', suffix, brands)
      const known = { service: botService(key), hasCredentials: true }
      return [key, createTelegramBot(options, { call: (request) => outbound.call({ ...request, ...known }) })]
    }),
  )
  return (brandKey) => bots.get(brandKey)
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

/** @throws ConfigError for settings of a brand that does not exist. */
export function connectPayments(settings: PaymentSettings, brands: Brands): Connections {
  return createConnections(connectionsOfAll(paymentAdapters, settings, brands))
}

function connectionsOfAll<OptionsByName>(
  adapters: Adapters<OptionsByName>,
  settings: Settings<OptionsByName>,
  brands: Brands,
) {
  const names = Object.keys(adapters) as (keyof OptionsByName & string)[]
  return names.flatMap((name) => [...connectionsOf(name, settings[name], adapters[name].create, brands)])
}

function* connectionsOf<T>(
  name: string,
  settings: ConnectionSettings<T> | undefined,
  create: (options: T) => PaymentProvider,
  brands: Brands,
): Iterable<{ brandId: string | null; provider: PaymentProvider }> {
  if (!settings) return
  const { shared, brands: own } = settings
  const connected = (brandId: string | null, options: T) => ({
    brandId,
    provider: create({ ...options, service: connectionId(name, brandId) }),
  })
  if (shared !== undefined) yield connected(null, shared)
  for (const [suffix, options] of own) yield connected(brandOf(name.toUpperCase(), suffix, brands).key, options)
}

/** The affiliate's key of each brand that has one. @throws ConfigError for the key of a brand that does not exist. */
export const affiliateKeysOf = (
  settings: ConnectionSettings<string> | undefined,
  brands: Brands,
): ReadonlyMap<string, string> =>
  new Map([...(settings?.brands ?? [])].map(([suffix, key]) => [brandOf('AFFILIATE', suffix, brands).key, key]))

/**
 * The key with which each brand's postbacks are signed.
 * @throws ConfigError for the key of a brand that does not exist, and for a brand with postbacks and without one
 */
export function postbackKeysOf(
  settings: ConnectionSettings<string> | undefined,
  brands: Brands,
): ReadonlyMap<string, string> {
  const keys = new Map(
    [...(settings?.brands ?? [])].map(([suffix, key]) => [brandOf('POSTBACK', suffix, brands).key, key]),
  )
  const without = brands.list.find(({ key, postbacks }) => postbacks.length > 0 && !keys.has(key))
  if (without) throw new ConfigError(`POSTBACK_KEY__${brandSuffix(without.key)}: is missing, its postbacks are signed`)
  return keys
}

function brandOf(prefix: string, suffix: string, brands: Brands): Brand {
  const brand = brands.list.find(({ key }) => brandSuffix(key) === suffix)
  if (!brand) throw new ConfigError(`${prefix}_…__${suffix}: there is no such brand`)
  return brand
}
