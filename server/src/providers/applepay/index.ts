import * as z from 'zod/mini'
import type { Wallet } from '#modules/payments/index.ts'
import { isGateway, requestSession } from './merchant-session.ts'
import { mark } from './mark.ts'
import type { ApplePayOptions } from './options.ts'

export type { ApplePayOptions } from './options.ts'
export { readApplePaySettings } from './settings.ts'

/** The fields we read of Apple's payment. `paymentData` is encrypted to the payment provider. */
const Payment = z.object({ token: z.object({ paymentData: z.record(z.string(), z.unknown()) }) })

/** Far above Apple's size; the provider would refuse it anyway. */
const longestPayload = 16_384

/** Apple Pay on the web, version 3 of its API. @see https://developer.apple.com/documentation/applepayontheweb */
export const createApplePay = (options: ApplePayOptions): Wallet => {
  const origin = new URL(options.scriptUrl).origin
  return {
    name: 'applepay',
    label: 'Apple Pay',
    mark,
    devices: 'apple',
    script: { url: options.scriptUrl, connect: [origin], frame: [origin], image: [origin, 'data:'] },
    settingsFor: ({ country, wallet }) => ({
      api: 'apple',
      country,
      networks: ['visa', 'masterCard', 'amex'],
      capabilities: ['supports3DS'],
      merchantName: wallet.merchantName,
    }),
    payloadOf(response) {
      const payment = Payment.safeParse(response)
      if (!payment.success) return null
      const payload = Buffer.from(JSON.stringify(payment.data.token.paymentData)).toString('base64')
      return payload.length > longestPayload ? null : payload
    },
    validation: {
      accepts: (validationUrl) => isGateway(validationUrl, options),
      open: (validationUrl, merchant) => requestSession(validationUrl, merchant, options),
    },
  }
}
