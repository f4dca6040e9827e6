import type { OpenWallet } from './wallet.ts'

/** The used part of Google's pay.js. @see https://developers.google.com/pay/api/web/reference/client */
interface PaymentsClient {
  isReadyToPay(request: object): Promise<{ readonly result: boolean }>
  createButton(options: object): HTMLElement
  loadPaymentData(request: object): Promise<Record<string, unknown>>
}
interface Google {
  readonly payments: { readonly api: { readonly PaymentsClient: new (options: object) => PaymentsClient } }
}

const version = { apiVersion: 2, apiVersionMinor: 0 }
const isCancelled = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'statusCode' in error && error.statusCode === 'CANCELED'

export const openGooglePay: OpenWallet = async ({ settings, locale, order, paid, opened, closed, failed }) => {
  const { google } = window as unknown as { google: Google }
  const client = new google.payments.api.PaymentsClient({ environment: settings.environment })
  const card = {
    type: 'CARD',
    parameters: { allowedAuthMethods: settings.authMethods, allowedCardNetworks: settings.networks },
  }
  const { result } = await client.isReadyToPay({ ...version, allowedPaymentMethods: [card] })
  if (!result) return null

  const { gateway, gatewayMerchantId, merchantId, merchantName } = settings
  const tokenizationSpecification = { type: 'PAYMENT_GATEWAY', parameters: { gateway, gatewayMerchantId } }
  async function pay(): Promise<void> {
    const bought = order()
    if (!bought) return
    opened()
    try {
      const data = await client.loadPaymentData({
        ...version,
        allowedPaymentMethods: [{ ...card, tokenizationSpecification }],
        merchantInfo: { merchantId, merchantName },
        transactionInfo: {
          totalPriceStatus: 'FINAL',
          totalPrice: bought.total,
          totalPriceLabel: bought.label,
          currencyCode: bought.currency,
          countryCode: settings.country,
          checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE',
        },
      })
      await paid(data)
    } catch (error) {
      if (isCancelled(error)) closed()
      else failed()
    }
  }
  return client.createButton({
    onClick: () => void pay(),
    buttonType: 'buy',
    buttonSizeMode: 'fill',
    buttonLocale: locale,
    allowedPaymentMethods: [card],
  })
}
