import type { ClauseKey } from '@incontro/contract'
import { recordSubjectAction } from '#modules/audit/index.ts'
import { lockCaseOf } from '#modules/cases/index.ts'
import { lockForModeration } from '#modules/members/index.ts'
import type { SuspensionDeps } from '../deps.ts'
import { originOf } from '../origin-of.ts'
import { restrict } from '../restrictions/restrict.ts'
import { closeReport } from './close-report.ts'

export interface ReportDecision {
  readonly verdict: 'upheld' | 'dismissed'
  /** `command:NAME` or `staff:ID`. */
  readonly madeBy: string
  /** The statement of reasons, up to 1000 characters. With `suspend` the suspended member reads it. */
  readonly reason: string
  /** Suspends the reported member, without an end; only with an upheld report. */
  readonly suspend?: boolean
  /** The rule that was broken, for `suspend`. */
  readonly clause?: ClauseKey
}

/** The effect on the reported member's account; `already_closed` if it was suspended or erased before. */
export type ReportOutcome = { readonly account: 'unchanged' | 'suspended' | 'already_closed' }

/**
 * Closes an open report, carries out the decision and records it, in one transaction. For commands; the console's
 * decisions are in `carry-out.ts`.
 * @returns undefined when the brand has no such open report
 */
export async function decideReport(
  deps: SuspensionDeps,
  brandId: string,
  id: string,
  { verdict, madeBy, reason, suspend = false, clause = 'unsuitable' }: ReportDecision,
): Promise<ReportOutcome | undefined> {
  const at = deps.clock()
  return deps.db.transaction().execute(async (tx) => {
    // As where a decision is carried out, the case is locked before what it is about.
    await lockCaseOf(tx, { brandId, kind: 'report', subjectId: id })
    const report = await closeReport(tx, deps, { brandId, id, verdict, madeBy, reason, at })
    if (!report) return undefined
    const memberId = report.reported_id
    const restricted =
      verdict === 'upheld' &&
      suspend &&
      memberId !== null &&
      (await lockForModeration(tx, brandId, memberId))?.state !== 'suspended' &&
      (await restrict(tx, deps, {
        brandId,
        memberId,
        caseId: null,
        kind: 'suspension',
        until: null,
        clause,
        facts: reason,
        content: { type: 'account', id: null, date: null },
        source: report.channel,
        madeBy,
        origin: originOf(deps, brandId),
        at,
      }))
    const account = verdict !== 'upheld' || !suspend ? 'unchanged' : restricted ? 'suspended' : 'already_closed'
    await recordSubjectAction(tx, {
      brandId,
      subject: { kind: 'report', id },
      memberId,
      madeBy,
      action: 'report_decided',
      reason,
      detail: { verdict, account },
      at,
    })
    return { account }
  })
}
