/** Length limits of a review in characters. The file imports no schemas, so that the browser does not load them. */
export const reviewLength = { least: 20, most: 1000 } as const

/** Days after signing up before a member may write a review (decision 2). */
export const reviewAfterDays = 7

/** What keeps a member from writing a review, in the order in which it is reported. */
export const reviewBars = [
  'review_sample',
  'review_inactive',
  'not_verified',
  'review_too_new',
  'review_no_conversation',
] as const
export type ReviewBar = (typeof reviewBars)[number]

/** What is wrong with the text of a review. */
const reviewFaults = ['review_too_short', 'review_too_long', 'review_contacts'] as const
export type ReviewFault = (typeof reviewFaults)[number]

/** The only reasons for refusing a review; being negative is not one. */
export const reviewRefusals = ['insults', 'personal_data', 'advertising', 'unlawful', 'off_topic', 'not_own'] as const
export type ReviewRefusal = (typeof reviewRefusals)[number]
