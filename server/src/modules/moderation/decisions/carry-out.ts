import type { CaseDecision } from '@incontro/contract/admin/cases'
import type { PhotoRefusal, ReviewRefusal, VerificationRefusal } from '@incontro/contract'
import { type Case, type CaseKind, closeAs, lockCase, openCase, reopenCase } from '#modules/cases/index.ts'
import { endFirstMessageLimit } from '#modules/chat/index.ts'
import { isRestrictable, lockForModeration } from '#modules/members/index.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import { decideAppeal } from '../appeals/decide-appeal.ts'
import type { SuspensionDeps } from '../deps.ts'
import { originOf } from '../origin-of.ts'
import { isRemovable, removableContent, reportedContent } from '../restrictions/removable.ts'
import { type NewRestriction, restrict } from '../restrictions/restrict.ts'
import { changedOf, contentOf, forgetChanged, type TextKind } from '../texts/changes.ts'
import { clauseOf } from './clauses.ts'
import { closeReport, type ReportVerdict } from './close-report.ts'
import { decidePhotoIn } from './photos.ts'
import { decideReviewIn } from './reviews.ts'
import { isInOrder, restrictionOf } from './verdicts.ts'
import { decideVerificationIn } from './verifications.ts'

/** How many of the decided cases another person looks at again. */
const sampled = 0.02

export interface CarryOutDeps extends SuspensionDeps {
  readonly random: () => number
}

/**
 * Carries a decision out, in one transaction with everything that follows from it. A case that was undone or decided
 * meanwhile is left alone, so it may run again.
 */
export async function carryOut(
  deps: CarryOutDeps,
  { brandId, caseId }: { readonly brandId: string; readonly caseId: string },
): Promise<void> {
  const at = deps.clock()
  await deps.db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, brandId, caseId)
    if (found?.state !== 'deciding') return
    const decision = found.decision as unknown as CaseDecision
    const madeBy = found.decided_by ?? ''
    await closeAs(tx, found, decision.verdict)
    const outcome = await carriers[found.kind as CaseKind](tx, deps, found, decision, { madeBy, at })
    if (outcome === 'changed') return reopenCase(tx, found)
    // Deleted, withdrawn or decided by a command meanwhile: there was nothing left to decide.
    if (!outcome) await closeAs(tx, found, 'gone')
    if (outcome && deps.random() < sampled && (await isShownAgain(tx, found)))
      await openCase(tx, { brandId, kind: 'sample', subjectId: caseId, memberId: found.member_id, barred: madeBy, at })
  })
}

/**
 * A picture of a gesture is deleted, and a profile has changed: another person could not see what was decided about.
 */
async function isShownAgain(tx: Tx, { brand_id: brandId, kind, id, member_id: memberId }: Case): Promise<boolean> {
  if (kind === 'photo' || kind === 'review') return true
  if (kind !== 'report') return false
  const { rows } = await sql`
    select from restrictions where member_id = ${memberId} and brand_id = ${brandId} and case_id = ${id}
      and kind = 'content_removed' and content_type in ('profile', 'name')`.execute(tx)
  return rows.length === 0
}

/** `changed`: the member has written something else since it was read; false: there was nothing left to decide. */
type Outcome = boolean | 'changed'

type Carrier = (
  tx: Tx,
  deps: CarryOutDeps,
  found: Case,
  decision: CaseDecision,
  by: { readonly madeBy: string; readonly at: Date },
) => Promise<Outcome>

const carriers: Readonly<Record<CaseKind, Carrier>> = {
  async photo(tx, deps, { brand_id: brandId, id: caseId, subject_id: id, parts }, { verdict, reason }, by) {
    const decided =
      verdict === 'approve'
        ? ({ verdict, madeBy: by.madeBy } as const)
        : ({ verdict: 'refuse', reason: reason as PhotoRefusal, madeBy: by.madeBy } as const)
    const outcome = await decidePhotoIn(tx, deps, brandId, id, decided, {
      caseId,
      automatedDetection: parts.includes('banned_photo'),
      at: by.at,
    })
    return outcome === 'decided'
  },
  async verification(tx, deps, { brand_id: brandId, subject_id: id }, { verdict, reason }, by) {
    const decided =
      verdict === 'approve'
        ? ({ verdict, madeBy: by.madeBy } as const)
        : ({ verdict: 'refuse', reason: reason as VerificationRefusal, madeBy: by.madeBy } as const)
    return decideVerificationIn(tx, deps, brandId, id, decided, by.at)
  },
  async review(tx, deps, { brand_id: brandId, id: caseId, subject_id: id }, { verdict, reason }, by) {
    const decided =
      verdict === 'approve'
        ? ({ verdict: 'publish', madeBy: by.madeBy } as const)
        : ({ verdict: 'refuse', reason: reason as ReviewRefusal, madeBy: by.madeBy } as const)
    return (await decideReviewIn(tx, deps, brandId, id, decided, { caseId, at: by.at })) === 'decided'
  },
  async report(tx, deps, found, decision, { madeBy, at }) {
    const { brand_id: brandId, subject_id: id } = found
    const report = await openReportOf(tx, brandId, id)
    if (!report) return false
    if (decision.verdict === 'gone' && (await isThereAgain(tx, brandId, report))) return 'changed'
    const verdict = await effectOn(tx, deps, found, decision, report, { madeBy, at })
    const facts = decision.facts ?? (decision.clause && clauseOf(decision.clause).facts.en)
    await closeReport(tx, deps, {
      brandId,
      id,
      verdict,
      madeBy,
      reason: (facts ?? decision.verdict).slice(0, 1000),
      unfounded: decision.unfounded ?? false,
      at,
    })
    return verdict !== 'gone'
  },
  name: decideText,
  text: decideText,
  async profile(tx, deps, found, decision, by) {
    if (decision.verdict === 'dismiss') {
      await endFirstMessageLimit(tx, found.subject_id, by.at)
      return true
    }
    const done = await restrict(tx, deps, {
      ...restrictionFrom(found, decision, found.subject_id, by),
      content: { type: 'profile', id: found.subject_id, date: null },
      automatedDetection: found.source === 'rule',
      origin: originOf(deps, found.brand_id),
    })
    return done !== undefined
  },
  async appeal(tx, deps, { brand_id: brandId, subject_id: id }, { verdict, answer = '' }, { madeBy, at }) {
    const outcome = verdict === 'reverse' ? 'reversed' : 'confirmed'
    return (await decideAppeal(tx, deps, { brandId, id, outcome, answer, madeBy, at })) === 'decided'
  },
  async sample(tx, _, found, { verdict }) {
    const first = await tx
      .selectFrom('cases')
      .select('verdict')
      .where('brand_id', '=', found.brand_id)
      .where('id', '=', found.subject_id)
      .executeTakeFirst()
    if (!first?.verdict) return false
    await closeAs(tx, found, isInOrder(first.verdict) === isInOrder(verdict) ? 'agree' : 'disagree')
    return true
  },
}

/** A name or texts of a profile: only what was read is decided about. */
async function decideText(
  tx: Tx,
  deps: CarryOutDeps,
  found: Case,
  decision: CaseDecision,
  by: { readonly madeBy: string; readonly at: Date },
): Promise<Outcome> {
  const [kind, memberId] = [found.kind as TextKind, found.member_id]
  const changed = memberId === null ? undefined : await changedOf(tx, kind, memberId, { locks: true })
  if (!changed || memberId === null) return false
  if (changed.version !== decision.version) return 'changed'
  await forgetChanged(tx, kind, memberId)
  if (decision.verdict === 'dismiss') return true
  if (decision.verdict === 'gone') return false
  const done = await restrict(tx, deps, {
    ...restrictionFrom(found, decision, memberId, by),
    content: { type: contentOf[kind], id: memberId, date: changed.at },
    automatedDetection: true,
    origin: originOf(deps, found.brand_id),
  })
  return done !== undefined
}

const openReportOf = (tx: Tx, brandId: string, id: string) =>
  tx
    .selectFrom('reports')
    .select(['reported_id', 'content_kind', 'content_id', 'content_date', 'conversation_id', 'message_ids'])
    .where('id', '=', id)
    .where('brand_id', '=', brandId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()

/** Whether a photo that was deleted when it was decided about is shown again. Its member restores it under their lock. */
async function isThereAgain(
  tx: Tx,
  brandId: string,
  report: NonNullable<Awaited<ReturnType<typeof openReportOf>>>,
): Promise<boolean> {
  const memberId = report.reported_id
  if (report.content_kind !== 'photo' || memberId === null) return false
  const found = await lockForModeration(tx, brandId, memberId)
  return (
    found !== undefined &&
    (await isRestrictable(tx, memberId)) &&
    (await isRemovable(tx, memberId, removableContent(report)))
  )
}

/** What becomes of a report: it is upheld only when its decision has an effect. */
async function effectOn(
  tx: Tx,
  deps: CarryOutDeps,
  found: Case,
  decision: CaseDecision,
  report: NonNullable<Awaited<ReturnType<typeof openReportOf>>>,
  by: { readonly madeBy: string; readonly at: Date },
): Promise<ReportVerdict> {
  const { verdict } = decision
  if (verdict === 'dismiss') return 'dismissed'
  const memberId = report.reported_id
  if (verdict === 'gone' || memberId === null) return 'gone'
  const id = await restrict(tx, deps, {
    ...restrictionFrom(found, decision, memberId, by),
    content: verdict === 'remove_content' ? removableContent(report) : reportedContent(report),
    origin: originOf(deps, found.brand_id),
  })
  return id === undefined ? 'gone' : 'upheld'
}

/** The part of a restriction that a decision says. */
function restrictionFrom(
  found: Case,
  decision: CaseDecision,
  memberId: string,
  { madeBy, at }: { readonly madeBy: string; readonly at: Date },
): Omit<NewRestriction, 'content' | 'origin'> {
  const kind = restrictionOf[decision.verdict]
  if (kind === undefined || decision.clause === undefined)
    throw new Error(`case ${found.id}: ${decision.verdict} restricts no one`)
  return {
    brandId: found.brand_id,
    memberId,
    caseId: found.id,
    kind,
    until: decision.days === undefined ? null : new Date(at.getTime() + decision.days * 86_400_000),
    clause: decision.clause,
    ground: decision.ground,
    facts: decision.facts,
    source: found.source,
    madeBy,
    at,
  }
}
