import type { ChargeRequest } from '#modules/payments/port.ts'
import { toAmount } from './amounts.ts'
import type { Mandate } from './token.ts'

/** Languages of Mollie's payment page. */
const locales: Readonly<Record<string, string>> = {
  it: 'it_IT',
  es: 'es_ES',
  fr: 'fr_FR',
  en: 'en_GB',
  de: 'de_DE',
  pt: 'pt_PT',
  nl: 'nl_NL',
}

const common = (request: ChargeRequest) => ({
  amount: toAmount(request.amount),
  description: `${request.descriptor} ${request.reference.slice(-12)}`,
  webhookUrl: request.webhookUrl,
  metadata: { reference: request.reference, shopper: request.shopper.reference },
})

/**
 * A payment on Mollie's page. For renewals only cards are offered: a direct debit takes days and can be reversed for
 * weeks, too long for a grace period of a few days.
 */
export function pageRequest(request: ChargeRequest, customerId: string | null): object {
  const locale = locales[request.shopper.locale.slice(0, 2)]
  return {
    ...common(request),
    redirectUrl: request.returnUrl,
    ...(locale === undefined ? {} : { locale }),
    ...(customerId === null ? {} : { sequenceType: 'first', customerId, method: ['creditcard'] }),
  }
}

export const mandateRequest = (request: ChargeRequest, { customerId, mandateId }: Mandate): object => ({
  ...common(request),
  sequenceType: 'recurring',
  customerId,
  mandateId,
})
