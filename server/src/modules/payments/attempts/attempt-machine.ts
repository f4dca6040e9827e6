/** Every state an attempt can be in (rule 7.1). */
export const attemptStates = [
  'created',
  'submitting',
  'requires_action',
  'processing',
  'authorised',
  'captured',
  'declined',
  'cancelled',
  'expired',
  'failed',
  'unknown',
  'partially_refunded',
  'refunded',
  'disputed',
  'won',
  'lost',
] as const
export type AttemptState = (typeof attemptStates)[number]

const outcomes = ['authorised', 'captured', 'declined', 'cancelled', 'expired', 'failed'] as const
const afterwards = ['partially_refunded', 'refunded', 'disputed', 'won', 'lost'] as const

/**
 * Allowed transitions. A state without targets is final. Reports arrive late and in any order, so stages may be
 * skipped, but none leads back to an earlier stage.
 */
export const transitions: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  created: ['submitting'],
  submitting: ['requires_action', 'processing', 'unknown', ...outcomes],
  unknown: ['requires_action', 'processing', ...outcomes],
  // When the return page's reply is lost, it is unknown whether the attempt was paid.
  requires_action: ['processing', 'unknown', ...outcomes],
  processing: outcomes,
  // Money can be returned from a payment whose capture was never reported.
  authorised: ['captured', 'cancelled', 'expired', 'failed', ...afterwards],
  captured: ['failed', ...afterwards],
  partially_refunded: ['refunded', 'disputed', 'won', 'lost'],
  disputed: ['won', 'lost', 'refunded'],
  declined: [],
  cancelled: [],
  expired: [],
  failed: [],
  refunded: [],
  won: [],
  lost: [],
}

/**
 * The state after a provider reported `reported`: that state if the transition is allowed, otherwise the current one.
 */
export const nextState = (from: AttemptState, reported: AttemptState): AttemptState =>
  transitions[from].includes(reported) ? reported : from

export const isFinal = (state: AttemptState): boolean => transitions[state].length === 0

/** The charge's outcome is not known yet: the provider is asked, and the sealed request is kept. */
export const isOpen = (state: AttemptState): boolean => openStates.includes(state)
export const openStates: readonly AttemptState[] = ['created', 'submitting', 'requires_action', 'processing', 'unknown']

/** The purchase is granted. A card is captured right after its authorisation, so the capture event is not awaited. */
export const isPaid = (state: AttemptState): boolean => state === 'authorised' || state === 'captured'

/** How a granted payment ends if its money does not come after all: it is credited, and waits for a person. */
export const unpaidAfterGrant: readonly AttemptState[] = ['failed', 'cancelled', 'expired']

/** States of granted payments that are worth nothing: the money is contested, went back by that or did not come. */
export const worthNothing: readonly AttemptState[] = ['disputed', 'lost', ...unpaidAfterGrant]

/** The same, and those whose money was refunded: nothing is left of the purchase. */
export const nothingLeft: readonly AttemptState[] = [...worthNothing, 'refunded']

/** Parses a state from the database. @throws for an unknown one */
export function attemptState(text: string): AttemptState {
  const state = attemptStates.find((name) => name === text)
  if (!state) throw new Error(`no attempt state ${text}`)
  return state
}
