import * as z from 'zod/mini'
import type { Wallet } from '#modules/payments/index.ts'
import { mark } from './mark.ts'
import type { GooglePayOptions } from './options.ts'

export { readGooglePaySettings } from './settings.ts'

/** The fields we read of Google's PaymentData. The token is JSON text, encrypted to the gateway. */
const PaymentData = z.object({
  paymentMethodData: z.object({
    type: z.literal('CARD'),
    tokenizationData: z.object({
      type: z.literal('PAYMENT_GATEWAY'),
      token: z.string().check(z.minLength(1), z.maxLength(16_384)),
    }),
  }),
})

/** Google Pay for the web. @see https://developers.google.com/pay/api/web/reference/request-objects */
export const createGooglePay = ({ scriptUrl }: GooglePayOptions): Wallet => ({
  name: 'googlepay',
  label: 'Google Pay',
  mark,
  // Its script runs in every browser; those with Apple's sheet are offered that instead.
  devices: 'other',
  // Of `totalPrice`, in every currency.
  mostDecimals: 2,
  script: {
    url: scriptUrl,
    connect: [new URL(scriptUrl).origin, 'https://google.com/pay'],
    frame: [new URL(scriptUrl).origin],
    image: [new URL(scriptUrl).origin, 'https://www.gstatic.com'],
  },
  settingsFor: ({ country, wallet }, isTest) => ({
    api: 'google',
    environment: isTest ? 'TEST' : wallet.environment,
    country,
    networks: ['MASTERCARD', 'VISA'],
    authMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
    gateway: wallet.gateway,
    gatewayMerchantId: wallet.gatewayMerchantId,
    merchantId: wallet.merchantId,
    merchantName: wallet.merchantName,
  }),
  payloadOf(response) {
    const data = PaymentData.safeParse(response)
    return data.success ? data.data.paymentMethodData.tokenizationData.token : null
  },
})
