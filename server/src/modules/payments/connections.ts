import type { Capabilities, PaymentMethod, PaymentProvider } from './port.ts'

/**
 * A provider with one merchant account: a brand's own, or the installation's shared one. Look-ups, refunds and card
 * removals use the connection through which the payment was made, even after the brand's settings change.
 */
export interface Connection {
  /**
   * The provider's name for the shared account, `<provider>:<brand>` for a brand's own. Stored in rows, so its meaning
   * must not change.
   */
  readonly id: string
  /** Null for the shared account. */
  readonly brandId: string | null
  readonly provider: PaymentProvider
}

export interface Connections {
  readonly all: readonly Connection[]
  /** The brand's own connection with a provider, otherwise the shared one. */
  of(brandId: string, provider: string): Connection | undefined
  /** The brand's own connection that charges this wallet, otherwise a shared one. */
  charging(brandId: string, wallet: string): Connection | undefined
  byId(id: string): Connection | undefined
}

export const connectionId = (provider: string, brandId: string | null): string =>
  brandId === null ? provider : `${provider}:${brandId}`

/** The path of a connection's webhooks. */
export const webhookPath = ({ id }: Pick<Connection, 'id'>): string => `/pay/webhooks/${id.replace(':', '/')}`

/** @throws for two connections of one provider and brand, and for webhook hints without `fetchEvents` */
export function createConnections(
  list: readonly { readonly brandId: string | null; readonly provider: PaymentProvider }[],
): Connections {
  const byId = new Map<string, Connection>()
  for (const { brandId, provider } of list) {
    const id = connectionId(provider.name, brandId)
    if (byId.has(id)) throw new Error(`two payment connections ${id}`)
    if (provider.capabilities.webhooks === 'hint' && !provider.fetchEvents)
      throw new Error(`${provider.name} gives hints and cannot be asked about them`)
    byId.set(id, { id, brandId, provider })
  }
  const all = [...byId.values()]
  return {
    all,
    charging(brandId, wallet) {
      const able = all.filter(({ provider }) => provider.capabilities.wallets?.includes(wallet))
      return able.find((one) => one.brandId === brandId) ?? able.find((one) => one.brandId === null)
    },
    of: (brandId, provider) => byId.get(connectionId(provider, brandId)) ?? byId.get(provider),
    byId: (id) => byId.get(id),
  }
}

/** Requirements of a payment. */
export interface Need {
  readonly method: PaymentMethod
  readonly currency: string
  readonly country: string
  readonly renews: boolean
  /** Nothing is charged: the card is only checked. */
  readonly zeroAmount: boolean
}

/** Whether a provider can take a payment of this kind. */
export const canTake = (capabilities: Capabilities, { method, currency, country, renews, zeroAmount }: Need): boolean =>
  capabilities.methods.includes(method) &&
  (capabilities.currencies === 'any' || capabilities.currencies.includes(currency)) &&
  (capabilities.countries === 'any' || capabilities.countries.includes(country)) &&
  (!renews || capabilities.renewals) &&
  (!zeroAmount || capabilities.zeroAmountCheck)
