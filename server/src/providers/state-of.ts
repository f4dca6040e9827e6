import type { ProviderState } from '../modules/payments/port.ts'

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
