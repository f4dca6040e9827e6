import type { ProviderState } from '#modules/payments/port.ts'

const NOTHING: Omit<ProviderState, 'state'> = {
  providerRef: null,
  amount: null,
  reference: null,
  code: null,
  action: null,
  token: null,
}

/** A provider state with all missing fields set to null. */
export function stateOf(
  state: ProviderState['state'],
  facts: Partial<Omit<ProviderState, 'state'>> = {},
): ProviderState {
  return { ...NOTHING, ...facts, state }
}

type Expiry = Pick<NonNullable<ProviderState['token']>, 'expiry'>

/** The expiry of a card in the port's terms; nothing if a provider sends what is none. */
export const expiryOf = (month: number, year: number): Expiry =>
  Number.isInteger(month) && month >= 1 && month <= 12 && Number.isInteger(year) && year >= 2000 && year < 2100
    ? { expiry: { month, year } }
    : {}
