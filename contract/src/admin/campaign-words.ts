/** By what visits and members differ: `src` and `campid` of the address by which they came. */
export const campaignKinds = ['source', 'campaign'] as const
export type CampaignKind = (typeof campaignKinds)[number]

/** The pages of the desk. */
export const campaignViews = ['affiliates', 'postbacks'] as const

/** What a postback can be sent for. */
export const postbackEvents = ['lead', 'attempt', 'sale', 'refund'] as const
export type PostbackEvent = (typeof postbackEvents)[number]

/** `withheld`: the member does not allow measuring any more, or the postback was removed. */
export const postbackStates = ['waiting', 'delivered', 'failed', 'withheld'] as const
export type PostbackState = (typeof postbackStates)[number]

/** What the address of a postback may name, as in `{amount}`; nothing else about a member leaves. */
export const postbackNames = [
  'event',
  'event_id',
  'clickid',
  'source',
  'campid',
  'flow',
  'country',
  'amount',
  'currency',
  'time',
] as const
export type PostbackName = (typeof postbackNames)[number]

/** For how many days the key before counts beside a new one. */
export const oldKeyDays = ['0', '1', '7', '30'] as const
export type OldKeyDays = (typeof oldKeyDays)[number]
