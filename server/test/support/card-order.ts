import { randomUUID } from 'node:crypto'
import { encryptCard } from '../../../sandbox/src/testing/encrypt-card.ts'
import { createAdyen, type AdyenOptions } from '#providers/adyen/index.ts'

/** The body with which the payment page orders a plan by card. */
export async function cardOrder(
  settings: AdyenOptions,
  clickid: string,
  order: {
    readonly rateplan: string
    readonly prezzo_totale: string
    readonly renewal?: boolean
    readonly orderKey?: string
    readonly number?: string
  },
): Promise<Record<string, unknown>> {
  const { publicKey } = await createAdyen(settings).cardKey()
  const { rateplan, prezzo_totale, renewal = false, orderKey = randomUUID(), number = '4111111111111111' } = order
  return {
    clickid,
    rateplan,
    orderKey,
    prezzo_totale,
    currency: 'EUR',
    accepts: { renewal, immediateStart: true },
    ...(await encryptCard(publicKey, { number })),
    firstName: 'Ada',
    lastName: 'Rossi',
  }
}

/** Settings of the card processor as environment variables of a process. */
export const adyenVariables = (settings: AdyenOptions): Record<string, string> => ({
  ADYEN_CHECKOUT_URL: settings.baseUrl,
  ADYEN_SHOPPER_URL: settings.shopperBaseUrl,
  ADYEN_API_KEY: settings.apiKey,
  ADYEN_CLIENT_KEY: settings.clientKey,
  ADYEN_MERCHANT_ACCOUNT: settings.merchantAccount,
  ADYEN_HMAC_KEY: settings.hmacKey,
  ADYEN_WEBHOOK_USER: settings.webhookUser,
  ADYEN_WEBHOOK_PASSWORD: settings.webhookPassword,
})
