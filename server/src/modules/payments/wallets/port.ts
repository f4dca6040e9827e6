/** A brand's settings of wallets. */
export interface WalletBrand {
  readonly title: string
  readonly country: string
  readonly wallet: {
    readonly environment: 'TEST' | 'PRODUCTION'
    readonly gateway: string
    readonly gatewayMerchantId: string
    readonly merchantId: string
    readonly merchantName: string
  }
}

/** The script that draws a wallet's button and opens its sheet. It runs in the wallet's frame only. */
export interface WalletScript {
  readonly url: string
  /** Further sources in the frame's policy. */
  readonly connect: readonly string[]
  readonly frame: readonly string[]
  readonly image: readonly string[]
}

/**
 * A wallet on the member's device. It gives the page a card encrypted to the payment provider, which charges it if its
 * capabilities name the wallet.
 */
export interface Wallet {
  /** As in flows, URLs and rows, lower-cased. */
  readonly name: string
  /** Its product name, the same in every language. */
  readonly label: string
  /** A drawing of its name, as SVG. */
  readonly mark: string
  /** Browsers in which it is offered: those with Apple's payment sheet, or all others. */
  readonly devices: 'apple' | 'other'
  readonly script: WalletScript
  /** The most decimals that its sheet takes, if it does not take every currency's. */
  readonly mostDecimals?: number
  /**
   * The request to the wallet, sent by our script in the frame. @param isTest on a local host, whatever the brand's
   * settings
   */
  settingsFor(brand: WalletBrand, isTest: boolean): Readonly<Record<string, unknown>>
  /** Extracts the provider's part of the wallet's response; null if it is not one of this wallet. */
  payloadOf(response: Readonly<Record<string, unknown>>): string | null
  /** For wallets that validate the merchant before their sheet opens. */
  readonly validation?: {
    accepts(validationUrl: string): boolean
    /** @param domain where the sheet opens. @throws while the wallet's maker does not answer */
    open(validationUrl: string, merchant: { readonly domain: string; readonly name: string }): Promise<object>
  }
}
