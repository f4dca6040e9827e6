import type { WalletOrder } from './protocol.ts'

/** What the server says of a wallet; which fields there are depends on `api`. */
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

/** What a wallet needs of its frame. */
export interface WalletHost {
  readonly settings: WalletSettings
  readonly locale: string
  /** What is bought now; null before the page has said it. */
  readonly order: () => WalletOrder | null
  /** Has the merchant recognised; null when that failed. */
  readonly validate: (validationURL: string) => Promise<object | null>
  /** Hands the payment to the page. @returns whether it was paid */
  readonly paid: (response: Readonly<Record<string, unknown>>) => Promise<boolean>
  readonly opened: () => void
  readonly closed: () => void
  readonly failed: () => void
}

/** The wallet's own button, once its script is there; null where this device cannot pay with it. */
export type OpenWallet = (host: WalletHost) => Promise<HTMLElement | null>
