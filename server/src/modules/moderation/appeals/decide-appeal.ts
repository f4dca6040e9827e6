import type { Locale } from '@incontro/contract'
import { sql } from 'kysely'
import { closeCase } from '#modules/cases/index.ts'
import { leftStates } from '#modules/members/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Restriction as Row } from '#platform/database/database-types.ts'
import type { Selectable } from 'kysely'
import type { SuspensionDeps } from '../deps.ts'
import { appealableReports } from './appealable.ts'
import { reopenReport } from '../decisions/reopen-report.ts'
import { notifyMember } from '../notify-member.ts'
import { originOf } from '../origin-of.ts'
import { lift } from '../restrictions/lift.ts'

export interface AppealDecision {
  readonly brandId: string
  readonly id: string
  readonly outcome: 'confirmed' | 'reversed'
  /** What the member reads. */
  readonly answer: string
  readonly madeBy: string
  readonly at: Date
}

/** `decided_by_same`: members are promised another person than the one who decided. */
export type AppealOutcome = 'decided' | 'unknown' | 'decided_by_same'

/**
 * Decides an appeal with its answer: the restriction is lifted or stays, a report is opened again or stays decided, and
 * who appealed is notified, in one transaction.
 */
export async function decideAppeal(tx: Tx, deps: SuspensionDeps, input: AppealDecision): Promise<AppealOutcome> {
  const { brandId, id, outcome, answer, madeBy, at } = input
  const appeal = await tx
    .selectFrom('appeals')
    .select(['member_id', 'restriction_id', 'report_id'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!appeal) return 'unknown'
  const first = await firstDecision(tx, brandId, appeal)
  if (first.madeBy === madeBy) return 'decided_by_same'
  await tx
    .updateTable('appeals')
    .set({ outcome, answer, decided_by: madeBy, decided_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute()
  await closeCase(tx, { brandId, kind: 'appeal', subjectId: id, verdict: outcome, by: madeBy, at })
  if (outcome === 'reversed') {
    if (first.restriction)
      await lift(tx, deps, first.restriction, { by: madeBy, reason: answer, origin: originOf(deps, brandId), at })
    // For another moderator than the one whose decision was wrong.
    if (appeal.report_id !== null)
      await reopenReport(tx, {
        brandId,
        id: appeal.report_id,
        states: appealableReports,
        barred: first.madeBy,
        source: 'appeal',
        at,
      })
  }
  if (appeal.member_id !== null) await notify(tx, deps, { ...input, memberId: appeal.member_id })
  else if (appeal.report_id !== null)
    await addJob(tx, 'moderation-answer-notice', { brandId, reportId: appeal.report_id, appealId: id })
  return 'decided'
}

async function firstDecision(
  tx: Tx,
  brandId: string,
  { restriction_id: restrictionId, report_id: reportId }: { restriction_id: string | null; report_id: string | null },
): Promise<{ readonly madeBy: string | null; readonly restriction: Selectable<Row> | undefined }> {
  if (restrictionId !== null) {
    const { rows } = await sql<Selectable<Row>>`
      select * from restrictions where brand_id = ${brandId} and id = ${restrictionId}`.execute(tx)
    return { madeBy: rows[0]?.made_by ?? null, restriction: rows[0] }
  }
  const report = await tx.selectFrom('reports').select('decided_by').where('id', '=', reportId).executeTakeFirst()
  return { madeBy: report?.decided_by ?? null, restriction: undefined }
}

async function notify(
  tx: Tx,
  deps: SuspensionDeps,
  { memberId, outcome, answer, at }: AppealDecision & { readonly memberId: string },
): Promise<void> {
  const member = await tx
    .selectFrom('members')
    .select(['brand_id', 'email', 'locale', 'email_confirmed_at'])
    .where('id', '=', memberId)
    .where('state', 'in', ['active', 'suspended', ...leftStates])
    .executeTakeFirst()
  if (!member) return
  // Of a report about a member of another brand, its author's own.
  const brandId = member.brand_id
  await notifyMember(tx, deps, {
    isConfirmed: member.email_confirmed_at !== null,
    at,
    brandId,
    memberId,
    kind: 'appeal-decided',
    to: member.email,
    locale: member.locale as Locale,
    props: { outcome, answer, link: `${originOf(deps, brandId)}/cases` },
  })
}
