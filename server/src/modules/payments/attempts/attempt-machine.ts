/** Every state an attempt can be in (decision 7.1). */
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
 * Where an attempt may go from each state. A row without targets is final. Events come late and in any order, so a later stage may be
 * reached without the one before it, but no row leads back to an earlier stage.
 */
export const transitions: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  created: ['submitting'],
  submitting: ['requires_action', 'processing', 'unknown', ...outcomes],
  unknown: ['requires_action', 'processing', ...outcomes],
  // An answer to the return page that is lost leaves an attempt of which nobody knows whether it was paid.
  requires_action: ['processing', 'unknown', ...outcomes],
  processing: outcomes,
  // Money can come back from a payment of whose capture no word arrived.
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

/** The state after a provider reported `reported`: that one where the table allows the step, else the one it is in. */
export const nextState = (from: AttemptState, reported: AttemptState): AttemptState =>
  transitions[from].includes(reported) ? reported : from

export const isFinal = (state: AttemptState): boolean => transitions[state].length === 0

/** The charge's outcome is not known yet: it is asked for, and the sealed request is kept. */
export const isOpen = (state: AttemptState): boolean => openStates.includes(state)
export const openStates: readonly AttemptState[] = ['created', 'submitting', 'requires_action', 'processing', 'unknown']

/** What was bought is granted. A card is captured at once after its authorisation, so nobody waits for the event of the capture. */
export const isPaid = (state: AttemptState): boolean => state === 'authorised' || state === 'captured'

/** The database's text as a state. @throws for a state that the table above does not have. */
export function attemptState(text: string): AttemptState {
  const state = attemptStates.find((name) => name === text)
  if (!state) throw new Error(`no attempt state ${text}`)
  return state
}
