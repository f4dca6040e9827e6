/** Kinds of services outside. */
export const serviceKinds = ['payment', 'mail', 'push', 'telegram'] as const
export type ServiceKind = (typeof serviceKinds)[number]

/** `failing`: the last calls failed, too few of them for an outage. `unused`: not called yet. */
export const serviceStates = ['ok', 'failing', 'out', 'unused'] as const
export type ServiceState = (typeof serviceStates)[number]

/** There was no answer; it answered that it cannot now; it does not take our credentials. */
export const serviceFaults = ['silent', 'failing', 'credentials'] as const
export type ServiceFault = (typeof serviceFaults)[number]

export const outcomeChannels = ['mail', 'push', 'telegram'] as const
export type OutcomeChannel = (typeof outcomeChannels)[number]

/** What became of messages: `soft` may arrive later, `hard` has no recipient, `gone` is a device or a chat that ended. */
export const outcomeNames = ['sent', 'delivered', 'soft', 'hard', 'complained', 'refused', 'gone'] as const
export type OutcomeName = (typeof outcomeNames)[number]

/** What is wrong with the outcomes of a channel. */
export const outcomeFaults = ['bounces', 'complaints', 'refusals'] as const
export type OutcomeFault = (typeof outcomeFaults)[number]

/** `low`: members notice nothing yet. `short`: what adds much data waits. */
export const diskStates = ['ok', 'low', 'short'] as const
export type DiskState = (typeof diskStates)[number]

export const upkeepKinds = ['backup', 'log', 'restore'] as const
export type UpkeepKind = (typeof upkeepKinds)[number]

/** `elsewhere`: a tool of the operator's own does it, and nothing is known of it here. */
export const upkeepStates = ['ok', 'old', 'never', 'failed', 'elsewhere'] as const
export type UpkeepState = (typeof upkeepStates)[number]
