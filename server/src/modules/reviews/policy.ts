import { reviewAfterDays, type ReviewBar } from '@incontro/contract'

/** The facts about a member that the rules use. */
export interface Author {
  readonly createdAt: Date
  readonly active: boolean
  readonly sample: boolean
  readonly emailConfirmed: boolean
  /** In some conversation both have written. System conversations do not count. */
  readonly hasTalked: boolean
}

/** From when the account is old enough. */
export const oldEnoughFrom = (createdAt: Date): Date => new Date(createdAt.getTime() + reviewAfterDays * 86_400_000)

/** Who may not write a review (decision 2), in the order reported. */
const rules: readonly { readonly bar: ReviewBar; readonly holds: (author: Author, now: Date) => boolean }[] = [
  { bar: 'review_sample', holds: (author) => author.sample },
  { bar: 'review_inactive', holds: (author) => !author.active },
  { bar: 'not_verified', holds: (author) => !author.emailConfirmed },
  { bar: 'review_too_new', holds: (author, now) => now < oldEnoughFrom(author.createdAt) },
  { bar: 'review_no_conversation', holds: (author) => !author.hasTalked },
]

/** Everything that prevents the member from writing; empty when they may. */
export const barsOf = (author: Author, now: Date): ReviewBar[] =>
  rules.filter(({ holds }) => holds(author, now)).map(({ bar }) => bar)

/** Moderation's decisions: allowed states, and the resulting state. Writing and changing lead to `pending`. */
export const verdicts = {
  publish: { from: ['pending', 'refused'], to: 'published' },
  // A published one may be refused too, after a report or a second look.
  refuse: { from: ['pending', 'published'], to: 'refused' },
} as const
export type Verdict = keyof typeof verdicts
