/** What is counted of a member, from rows that exist. Conditions of rules name these. */
export const riskSignals = [
  'account_hours',
  'first_messages',
  'alike_messages',
  'link_messages',
  'money_messages',
  'shared_device',
  'shared_card',
  'reports',
  'earlier_decisions',
] as const
export type RiskSignal = (typeof riskSignals)[number]

/**
 * What brings a new name or text of a profile before the moderators: contact details, words of a scam, and that it stands
 * where they removed one.
 */
export const textSignals = ['text_contacts', 'text_scam', 'text_again'] as const
export type TextSignal = (typeof textSignals)[number]

/** `queue` puts a case before the moderators; `slow` also limits how many conversations a member begins in an hour. */
export const riskEffects = ['queue', 'slow'] as const
export type RiskEffect = (typeof riskEffects)[number]

export const ruleStates = ['draft', 'simulated', 'live', 'off'] as const
export type RuleState = (typeof ruleStates)[number]

/** Days that a simulation looks back. */
export const simulatedDays = 30
/** For how long a member is slowed. */
export const slowedHours = 24
