import type { Locale } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'
import { closeCase } from '#modules/cases/index.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { ModerationDeps } from '../deps.ts'
import { repeatedRules, unfoundedOf } from '../notices/repeated.ts'
import { notifyMember } from '../notify-member.ts'
import { recordDecision } from './record-decision.ts'

/** `gone`: the account or the content no longer exists, so nothing was left to decide. */
export type ReportVerdict = 'upheld' | 'dismissed' | 'gone'

export type ClosedReport = {
  readonly reported_id: string | null
  readonly reporter_id: string | null
  readonly site_origin: string | null
  readonly channel: string
}

interface Closing {
  readonly brandId: string
  readonly id: string
  readonly verdict: ReportVerdict
  readonly madeBy: string
  /** Up to 1000 characters. */
  readonly reason: string
  /** Its author could see that it was baseless. */
  readonly unfounded?: boolean
  readonly at: Date
}

/**
 * Closes an open report and its case, records the decision and notifies its author, in the caller's transaction.
 * @returns undefined when the brand has no such open report
 */
export async function closeReport(
  tx: Tx,
  deps: ModerationDeps,
  { brandId, id, verdict, madeBy, reason, unfounded = false, at }: Closing,
): Promise<ClosedReport | undefined> {
  const report = await tx
    .updateTable('reports')
    .set({ state: verdict, decided_at: at, decided_by: madeBy, decision: reason, unfounded })
    .where('id', '=', id)
    .where('brand_id', '=', brandId)
    .where('state', '=', 'open')
    .returning(['reported_id', 'reporter_id', 'site_origin', 'channel', 'notifier'])
    .executeTakeFirst()
  if (!report) return undefined
  await recordDecision(tx, { brandId, subject: 'report', subjectId: id, verdict, reason, madeBy, at })
  await closeCase(tx, { brandId, kind: 'report', subjectId: id, verdict, by: madeBy, at })
  if (unfounded) await warnReporter(tx, deps, { report, at })
  await notifyReporter(tx, deps, { reporterId: report.reporter_id, origin: report.site_origin, verdict, at })
  // Their address is sealed with a key that commands do not have.
  if (report.notifier !== null) await addJob(tx, 'moderation-answer-notice', { brandId, reportId: id })
  return report
}

/** Warns a member once, before reports of theirs are not taken any more. */
async function warnReporter(
  tx: Tx,
  { enqueueEmail }: ModerationDeps,
  { report: { reporter_id: memberId, site_origin: origin }, at }: { readonly report: ClosedReport; readonly at: Date },
): Promise<void> {
  if (memberId === null || (await unfoundedOf(tx, { memberId }, at)).count !== repeatedRules.warnedAt) return
  const member = await tx
    .selectFrom('members')
    .select(['brand_id', 'email', 'locale'])
    .where('id', '=', memberId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (!member) return
  await enqueueEmail(tx, {
    brandId: member.brand_id,
    memberId,
    kind: 'reports-warning',
    to: member.email,
    locale: member.locale as Locale,
    props: { link: `${origin}/cases` },
  })
}

/** Notifies the reporter of the outcome, from their own brand, if their account is open. */
async function notifyReporter(
  tx: Tx,
  deps: ModerationDeps,
  input: { reporterId: string | null; origin: string | null; verdict: ReportVerdict; at: Date },
): Promise<void> {
  const { reporterId, origin, verdict, at } = input
  if (reporterId === null || origin === null) return
  const reporter = await tx
    .selectFrom('members')
    .select(['brand_id', 'email', 'locale', 'email_confirmed_at'])
    .where('id', '=', reporterId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (!reporter) return
  await notifyMember(tx, deps, {
    isConfirmed: reporter.email_confirmed_at !== null,
    at,
    brandId: reporter.brand_id,
    memberId: reporterId,
    kind: `report-${verdict}`,
    to: reporter.email,
    locale: reporter.locale as Locale,
    // What they can do about a dismissal is there, too.
    props: { link: `${origin}/cases` },
  })
}
