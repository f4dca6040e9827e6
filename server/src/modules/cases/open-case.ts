import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { type CaseKind, type CaseSource, hoursFor, riskOf } from './rules.ts'

export interface NewCase {
  readonly brandId: string
  readonly kind: CaseKind
  /** The report, photo, verification, review, appeal or decided case; for a profile the member. */
  readonly subjectId: string
  /** Whom a decision would be about; null if no account is known. */
  readonly memberId: string | null
  readonly source?: CaseSource
  /** What may make it urgent; unknown parts do not count. */
  readonly parts?: readonly string[]
  /** What it is about has changed: what made it urgent before counts no more. */
  readonly replacesParts?: boolean
  /** Who must not decide it: `staff:ID` or `command:NAME`. */
  readonly barred?: string | null
  readonly at: Date
}

/**
 * Puts something before the moderators, in the transaction that stores it. While a case of the same subject waits, it
 * only becomes more urgent.
 */
export async function openCase(tx: Executor, input: NewCase): Promise<void> {
  const { brandId, kind, subjectId, memberId, source = 'member', replacesParts = false, at } = input
  const { risk, parts } = riskOf(kind, input.parts ?? [])
  const dueAt = new Date(at.getTime() + hoursFor(risk) * 3_600_000)
  const known = replacesParts
    ? sql`risk = excluded.risk, parts = excluded.parts`
    : sql`risk = greatest(c.risk, excluded.risk),
        parts = array(select distinct unnest(c.parts || excluded.parts) order by 1)`
  await sql`
    insert into cases as c (brand_id, id, kind, subject_id, member_id, source, risk, parts, barred, opened_at, due_at)
    values (${brandId}, ${newId()}, ${kind}, ${subjectId}, ${memberId}, ${source}, ${risk}, ${parts}, ${input.barred ?? null}, ${at}, ${dueAt})
    on conflict (brand_id, kind, subject_id) where state <> 'closed' do update
      set ${known}, scored_at = null, due_at = least(c.due_at, excluded.due_at)`.execute(tx)
}

/** Closes the case of a subject, if one waits: it was decided, by any means, or there is nothing left to decide. */
export async function closeCase(
  tx: Executor,
  input: {
    readonly brandId: string
    readonly kind: CaseKind
    readonly subjectId: string
    readonly verdict: string
    /** `staff:ID`, `command:NAME`, or `member` who withdrew it. */
    readonly by: string
    readonly at: Date
  },
): Promise<void> {
  await tx
    .updateTable('cases')
    .set({
      state: 'closed',
      verdict: input.verdict,
      decided_by: input.by,
      decided_at: input.at,
      claimed_by: null,
      claimed_until: null,
    })
    .where('brand_id', '=', input.brandId)
    .where('kind', '=', input.kind)
    .where('subject_id', '=', input.subjectId)
    // A literal: as a parameter, the index of what waits could not be used.
    .where(sql<boolean>`state <> 'closed'`)
    .execute()
}
