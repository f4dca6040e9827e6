import type { ProviderState } from '#modules/payments/port.ts'
import { expiryOf } from '#providers/state-of.ts'

/** The card's alias; only reported if it is activated for the account. */
export const cardOf = ({ alias }: Readonly<Record<string, string>>): Pick<ProviderState, 'cardFingerprint'> =>
  alias === undefined ? {} : { cardFingerprint: alias }

/** The stored card named in an answer's or a webhook's additional data, by its new name or its old one. */
export function tokenOf(data: Readonly<Record<string, string>>, brand: string | undefined): ProviderState['token'] {
  const id = data['tokenization.storedPaymentMethodId'] ?? data['recurring.recurringDetailReference']
  if (id === undefined) return null
  return {
    id,
    brand: brand ?? data.paymentMethod ?? null,
    last4: data.cardSummary ?? null,
    shopper: data['tokenization.shopperReference'] ?? data['recurring.shopperReference'] ?? null,
    ...expiryIn(data.expiryDate),
  }
}

/** `3/2030` in answers, `03/2030` in webhooks. */
function expiryIn(text: string | undefined) {
  const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(text ?? '') ?? []
  return expiryOf(Number(month), Number(year))
}
