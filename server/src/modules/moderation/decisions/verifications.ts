import type { Locale, VerificationRefusal } from '@incontro/contract'
import { recordVerificationVerdict } from '#modules/photos/index.ts'
import { closeCase, lockCaseOf } from '#modules/cases/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { auditDecision } from './audit-decision.ts'
import { recordDecision } from './record-decision.ts'
import type { ModerationDeps } from '../deps.ts'

export type VerificationDecision = { readonly madeBy: string } & (
  | { readonly verdict: 'approve' }
  | { readonly verdict: 'refuse'; readonly reason: VerificationRefusal }
)

/**
 * Decides whether the picture of the gesture shows the person in the main photo, records the decision and notifies the
 * member, in one transaction.
 * @returns false when the brand has no such verification to decide about: cancelled, decided, or of a photo that is no
 * longer the main one
 */
export const decideVerification = (
  deps: ModerationDeps,
  brandId: string,
  id: string,
  decision: VerificationDecision,
): Promise<boolean> => {
  const at = deps.clock()
  return deps.db.transaction().execute(async (tx) => {
    // As where a decision is carried out, the case is locked before what it is about.
    await lockCaseOf(tx, { brandId, kind: 'verification', subjectId: id })
    const isDecided = await decideVerificationIn(tx, deps, brandId, id, decision, at)
    const refusal = decision.verdict === 'refuse' ? decision.reason : null
    if (isDecided) await auditDecision(tx, 'verification', { ...decision, brandId, id, refusal, at })
    return isDecided
  })
}

/** The same in the caller's transaction. */
export async function decideVerificationIn(
  tx: Tx,
  { enqueueEmail }: ModerationDeps,
  brandId: string,
  id: string,
  decision: VerificationDecision,
  at: Date,
): Promise<boolean> {
  const { verdict, madeBy } = decision
  const reason = decision.verdict === 'refuse' ? decision.reason : null
  const owner = await recordVerificationVerdict(tx, { brandId, id, refusal: reason, at })
  if (!owner) return false
  const { memberId, origin } = owner
  const recorded = verdict === 'approve' ? 'approved' : 'refused'
  await recordDecision(tx, { brandId, subject: 'verification', subjectId: id, verdict: recorded, reason, madeBy, at })
  await closeCase(tx, { brandId, kind: 'verification', subjectId: id, verdict, by: madeBy, at })
  if (origin === null) return true
  const { email: to, locale } = await tx
    .selectFrom('members')
    .select(['email', 'locale'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  await enqueueEmail(tx, {
    brandId,
    memberId,
    to,
    locale: locale as Locale,
    kind: verdict === 'approve' ? 'photo-verified' : 'verification-refused',
    props: { link: `${origin}/profile#photos` },
  })
  return true
}
