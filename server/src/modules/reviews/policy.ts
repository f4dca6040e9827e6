import { reviewAfterDays, type ReviewBar } from '@incontro/contract'

/** What of a member the rules look at. */
export interface Author {
  readonly createdAt: Date
  readonly active: boolean
  readonly sample: boolean
  readonly emailConfirmed: boolean
  /** Somebody and they have both written in one conversation. System conversations do not count. */
  readonly hasTalked: boolean
}

/** From when on the account is old enough. */
export const oldEnoughFrom = (createdAt: Date): Date => new Date(createdAt.getTime() + reviewAfterDays * 86_400_000)

/** Who may not write a review (decision 2), in the order in which it is reported. */
const rules: readonly { readonly bar: ReviewBar; readonly holds: (author: Author, now: Date) => boolean }[] = [
  { bar: 'review_sample', holds: (author) => author.sample },
  { bar: 'review_inactive', holds: (author) => !author.active },
  { bar: 'not_verified', holds: (author) => !author.emailConfirmed },
  { bar: 'review_too_new', holds: (author, now) => now < oldEnoughFrom(author.createdAt) },
  { bar: 'review_no_conversation', holds: (author) => !author.hasTalked },
]

/** Everything that keeps the member from writing; nothing when they may. */
export const barsOf = (author: Author, now: Date): ReviewBar[] =>
  rules.filter(({ holds }) => holds(author, now)).map(({ bar }) => bar)

/** What moderation may do with a review: from which states, and what becomes of it. Writing and rewriting lead to `pending`. */
export const verdicts = {
  publish: { from: ['pending', 'refused'], to: 'published' },
  // A published one too: what a report or a second look finds.
  refuse: { from: ['pending', 'published'], to: 'refused' },
} as const
export type Verdict = keyof typeof verdicts
