/** The outcome of a dispute; `refunded` while it was contested. */
export const disputeStates = ['open', 'won', 'lost', 'refunded'] as const
export type DisputeState = (typeof disputeStates)[number]

/** Where an open dispute stands for staff. */
export const disputeStages = [
  /** Our side can be given by the provider's API. */
  'to_answer',
  /** Only in the provider's own console. */
  'elsewhere',
  /** The due date is past, and nothing was sent. */
  'overdue',
  /** The provider waits for no word of ours. */
  'with_provider',
  /** Sent, and the provider's answer was lost: a job repeats it. */
  'sending',
  'answered',
  'accepted',
  'decided',
] as const
export type DisputeStage = (typeof disputeStages)[number]

/** Why the payer contests, as the provider has it from the bank. */
export const disputeReasons = [
  'fraud',
  'unrecognised',
  'not_received',
  'not_as_described',
  'cancelled',
  'duplicate',
  'amount',
  'credit_missing',
  'other',
] as const
export type DisputeReasonWord = (typeof disputeReasons)[number]

/** What of our rows may be sent with a statement. */
export const disputeFactKinds = [
  'order',
  'delivery',
  'sign_ins',
  'messages',
  'consents',
  'waiver',
  'receipts',
  'refunds',
] as const
export type DisputeFactKind = (typeof disputeFactKinds)[number]

export interface DisputeFact {
  readonly kind: DisputeFactKind
  readonly text: string
}

/** The evidence exactly as it is sent: the statement, then the chosen facts in the order of their table. */
export function composeEvidence(
  statement: string,
  facts: readonly DisputeFact[],
  chosen: readonly DisputeFactKind[],
): string {
  const texts = disputeFactKinds
    .filter((kind) => chosen.includes(kind))
    .flatMap((kind) => facts.filter((fact) => fact.kind === kind).map(({ text }) => text))
  return [statement.trim(), ...texts].filter((part) => part !== '').join('\n\n')
}
