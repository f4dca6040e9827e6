import { type CaseSource, openCase } from '#modules/cases/index.ts'
import type { Tx } from '#platform/database/database.ts'

interface Reopening {
  readonly brandId: string
  readonly id: string
  /** Only of a report that was decided like this. */
  readonly states: readonly string[]
  /** Who must not decide it again. */
  readonly barred: string | null
  /** By default who reported. */
  readonly source?: CaseSource
  readonly at: Date
}

/** Lets a decided report wait again, as a new case. Its author is notified of the next decision, too. */
export async function reopenReport(tx: Tx, { brandId, id, states, barred, source, at }: Reopening): Promise<void> {
  const report = await tx
    .updateTable('reports')
    .set({ state: 'open', decided_at: null, decided_by: null, decision: null, unfounded: false, answered_at: null })
    .where('id', '=', id)
    .where('brand_id', '=', brandId)
    .where('state', 'in', states)
    .returning(['reported_id', 'reason', 'channel'])
    .executeTakeFirst()
  if (!report) return
  const before = await lastCaseOf(tx, report.reported_id, id)
  await openCase(tx, {
    brandId,
    kind: 'report',
    subjectId: id,
    memberId: report.reported_id,
    source: source ?? (report.channel as CaseSource),
    // What made it urgent does so again, and who must not decide it does not.
    parts: [report.reason, ...(before?.parts ?? [])],
    barred: barred ?? before?.barred ?? null,
    at,
  })
}

/** The report's case that was closed last; a report about no known account has none that is found. */
const lastCaseOf = (tx: Tx, memberId: string | null, reportId: string) =>
  tx
    .selectFrom('cases')
    .select(['parts', 'barred'])
    .where('member_id', '=', memberId)
    .where('kind', '=', 'report')
    .where('subject_id', '=', reportId)
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst()
