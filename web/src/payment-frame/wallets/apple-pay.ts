import type { OpenWallet } from './wallet.ts'

/** The used part of Apple's script. @see https://developer.apple.com/documentation/applepayontheweb/applepaysession */
interface Session {
  onvalidatemerchant: (event: { readonly validationURL: string }) => void
  onpaymentauthorized: (event: { readonly payment: { readonly token: unknown } }) => void
  oncancel: () => void
  begin(): void
  abort(): void
  completeMerchantValidation(session: object): void
  completePayment(result: { readonly status: number }): void
}
interface Sessions {
  new (version: number, request: object): Session
  canMakePayments(): boolean
  readonly STATUS_SUCCESS: number
  readonly STATUS_FAILURE: number
}

const version = 3

export const openApplePay: OpenWallet = async (host) => {
  const { ApplePaySession: sessions } = window as unknown as { ApplePaySession: Sessions | undefined }
  if (!sessions?.canMakePayments()) return null
  const { settings } = host

  function pay(of: Sessions): void {
    const bought = host.order()
    if (!bought) return
    host.opened()
    const session = new of(version, {
      countryCode: settings.country,
      currencyCode: bought.currency,
      supportedNetworks: settings.networks,
      merchantCapabilities: settings.capabilities,
      total: { label: settings.merchantName, amount: bought.total, type: 'final' },
      lineItems: [{ label: bought.label, amount: bought.total, type: 'final' }],
    })
    session.onvalidatemerchant = async ({ validationURL }) => {
      const merchant = await host.validate(validationURL)
      if (merchant) return session.completeMerchantValidation(merchant)
      session.abort()
      host.failed()
    }
    session.onpaymentauthorized = async ({ payment: { token } }) => {
      const paid = await host.paid({ token })
      session.completePayment({ status: paid ? of.STATUS_SUCCESS : of.STATUS_FAILURE })
    }
    session.oncancel = () => host.closed()
    session.begin()
  }

  const button = document.createElement('apple-pay-button')
  for (const [name, value] of Object.entries({ buttonstyle: 'black', type: 'buy', locale: host.locale }))
    button.setAttribute(name, value)
  button.addEventListener('click', () => {
    try {
      pay(sessions)
    } catch {
      // This version of the wallet does not accept the request.
      host.failed()
    }
  })
  return button
}
