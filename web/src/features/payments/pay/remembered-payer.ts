import { payerKey } from '#app/shell/purchase-origin.ts'
import type { PaymentFields } from './payment-methods.tsx'

/** What is kept while the payer is on the bank's or the provider's page: nothing of a card. */
interface RememberedPayer {
  readonly planId: string
  /** By its `methodKey`. */
  readonly method: string
  readonly firstName: string
  readonly lastName: string
}

export const rememberPayer = (payer: RememberedPayer): void => sessionStorage.setItem(payerKey, JSON.stringify(payer))

/** The last payer of this plan in this tab; null if there is none. */
export const rememberedPayer = (planId: string | undefined): RememberedPayer | null => {
  if (typeof sessionStorage === 'undefined') return null
  const kept = sessionStorage.getItem(payerKey)
  const payer = kept === null ? null : (JSON.parse(kept) as RememberedPayer)
  return payer?.planId === planId ? payer : null
}

/** The entered fields, with the remembered name where none was entered. */
export function withRemembered(entered: PaymentFields, planId: string): PaymentFields {
  const payer = rememberedPayer(planId)
  return {
    ...entered,
    firstName: entered.firstName || (payer?.firstName ?? ''),
    lastName: entered.lastName || (payer?.lastName ?? ''),
  }
}
