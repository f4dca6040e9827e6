/** What of a brand is edited in the console, in versions. */
export const offerKinds = ['flow', 'legal', 'answers'] as const
export type OfferKind = (typeof offerKinds)[number]

export const offerStates = ['draft', 'submitted', 'approved', 'live', 'past'] as const
export type OfferState = (typeof offerStates)[number]

/** Of a file as text; the longest of ours has 15,000 characters. */
export const longestOffer = 150_000
export const longestNote = 500

/** As whom a flow is looked at: a free member, one with a level, one of a flow in which nothing renews, who proves the age. */
export const offerBuyers = ['free', 'level', 'compliant', 'verification'] as const
export type OfferBuyer = (typeof offerBuyers)[number]
