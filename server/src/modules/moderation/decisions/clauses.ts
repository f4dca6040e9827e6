import type { ClauseKey, Locale, RestrictionGround } from '@incontro/contract'
import clauses from '../../../../../brands/_moderation/clauses.json' with { type: 'json' }

/** A rule that a decision can name. */
export interface Clause {
  /** Of the terms. */
  readonly section: string
  /** The usual ground; a decision may say otherwise. */
  readonly ground: RestrictionGround
  /** Of the Commission's template, without its prefix (implementing regulation (EU) 2024/2835). */
  readonly category: string
  readonly name: Readonly<Record<Locale, string>>
  /** The saved answer: what happened, as the member reads it. */
  readonly facts: Readonly<Record<Locale, string>>
}

// The file is checked by clauses.test.ts.
export const clauseOf = (key: ClauseKey): Clause => (clauses as Record<ClauseKey, Clause>)[key]
