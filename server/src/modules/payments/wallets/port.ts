/** What the brand's file says of the wallets it takes. */
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
  /** Sources that the frame's policy names for this wallet besides the script itself. */
  readonly connect: readonly string[]
  readonly frame: readonly string[]
  readonly image: readonly string[]
}

/**
 * A wallet on the member's device. It hands the page a card encrypted to the payment provider, which charges it when its capabilities
 * name the wallet.
 */
export interface Wallet {
  /** As it stands in flows, addresses and rows, in lower case. */
  readonly name: string
  /** As members know it, the same in every language. */
  readonly label: string
  /** Where the page offers it: in browsers that have Apple's payment sheet, or in all others. */
  readonly devices: 'apple' | 'other'
  readonly script: WalletScript
  /** What our script in the frame asks the wallet with. @param isTest on a developer's own machine, whatever the brand's file says */
  settingsFor(brand: WalletBrand, isTest: boolean): Readonly<Record<string, unknown>>
  /** What of the wallet's answer the provider takes; null when it is no answer of this wallet. */
  payloadOf(response: Readonly<Record<string, unknown>>): string | null
  /** For wallets whose sheet opens only after their maker has recognised the merchant. */
  readonly validation?: {
    accepts(validationUrl: string): boolean
    /** @param domain where the sheet opens. @throws while the maker does not answer */
    open(validationUrl: string, merchant: { readonly domain: string; readonly name: string }): Promise<object>
  }
}
