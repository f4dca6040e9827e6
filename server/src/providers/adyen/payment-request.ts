import type { ChargeRequest, PaymentSource } from '#modules/payments/port.ts'
import { toAmount } from './amounts.ts'

/** Maximum length of text on a statement; Adyen truncates it. */
const STATEMENT_LENGTH = 22

/**
 * Adyen's PaymentRequest for a charge. Pure: the same charge gives the same bytes, so that a repeat under the same
 * idempotency key returns the first response.
 */
export function paymentRequest(request: ChargeRequest, merchantAccount: string): object {
  const { amount, shopper, source } = request
  return {
    merchantAccount,
    amount: toAmount(amount),
    reference: request.reference,
    returnUrl: request.returnUrl,
    ...method(source),
    shopperReference: shopper.reference,
    shopperEmail: shopper.email,
    shopperLocale: shopper.locale,
    ...(shopper.ip === null ? {} : { shopperIP: shopper.ip }),
    countryCode: shopper.country,
    shopperStatement: request.descriptor.slice(0, STATEMENT_LENGTH),
    captureDelayHours: 0,
    ...(byMerchant(source) ? {} : browserFields(request)),
  }
}

function byMerchant(source: PaymentSource): boolean {
  return source.method === 'stored' && source.initiator === 'merchant'
}

function method(source: PaymentSource): object {
  if (source.method === 'stored') {
    return {
      paymentMethod: { type: 'scheme', storedPaymentMethodId: source.token },
      shopperInteraction: 'ContAuth',
      recurringProcessingModel: source.initiator === 'merchant' ? 'Subscription' : 'CardOnFile',
    }
  }
  if (source.method === 'hosted') throw new Error('Adyen has no page of its own here')
  return {
    paymentMethod:
      source.method === 'card' ? { type: 'scheme', ...source.card } : walletMethod(source.wallet, source.payload),
    shopperInteraction: 'Ecommerce',
    ...(source.store ? { storePaymentMethod: true, recurringProcessingModel: 'Subscription' } : {}),
  }
}

/** The field for each wallet's payload. */
const walletFields: Readonly<Record<string, string>> = { googlepay: 'googlePayToken', applepay: 'applePayToken' }
export const wallets: readonly string[] = Object.keys(walletFields)

function walletMethod(wallet: string, payload: string): object {
  const field = walletFields[wallet]
  if (field === undefined) throw new Error(`there is no wallet ${wallet} here`)
  return { type: wallet, [field]: payload }
}

/** 3D Secure by redirect: the card holder's bank shows its own page; nothing is embedded. */
function browserFields({ browser, origin }: ChargeRequest): object {
  return {
    channel: 'Web',
    origin,
    ...(browser === null ? {} : { browserInfo: browser }),
    redirectFromIssuerMethod: 'GET',
    authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
  }
}
