import type { WalletOrder } from './protocol.ts'

/** The server's settings of a wallet; which fields exist depends on `api`. */
export interface WalletSettings {
  readonly api: string
  readonly country: string
  readonly networks: readonly string[]
  readonly merchantName: string
  readonly environment?: string
  readonly authMethods?: readonly string[]
  readonly gateway?: string
  readonly gatewayMerchantId?: string
  readonly merchantId?: string
  readonly capabilities?: readonly string[]
}

/** What the frame provides to a wallet. */
export interface WalletHost {
  readonly settings: WalletSettings
  readonly locale: string
  /** The current order; null before the page has sent it. */
  readonly order: () => WalletOrder | null
  /** Validates the merchant; null on failure. */
  readonly validate: (validationURL: string) => Promise<object | null>
  /** Passes the payment to the page. @returns whether it was paid */
  readonly paid: (response: Readonly<Record<string, unknown>>) => Promise<boolean>
  readonly opened: () => void
  readonly closed: () => void
  readonly failed: () => void
}

/** Loads the wallet's script and returns its button; null if this device cannot pay with it. */
export type OpenWallet = (host: WalletHost) => Promise<HTMLElement | null>
