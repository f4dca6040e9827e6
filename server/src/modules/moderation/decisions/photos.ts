import type { ClauseKey, PhotoRefusal } from '@incontro/contract'
import { lockCaseOf } from '#modules/cases/index.ts'
import { recordPhotoVerdict } from '#modules/photos/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { recordContentDecision } from './record-content-decision.ts'
import { auditDecision } from './audit-decision.ts'
import { lastRefusedBy } from './record-decision.ts'
import type { ModerationDeps } from '../deps.ts'

export type PhotoDecision = { readonly madeBy: string } & (
  | { readonly verdict: 'approve' }
  | { readonly verdict: 'refuse'; readonly reason: PhotoRefusal }
)

/**
 * `unknown`: the brand has no such photo to decide about: deleted, or decided like this before. `refused_by_same`: a
 * refused photo is approved on appeal, and its owner was promised that another person looks at it.
 */
export type PhotoOutcome = 'decided' | 'unknown' | 'refused_by_same'

/** Approves or refuses a photo, records the decision and notifies its owner of a refusal, in one transaction. */
export const decidePhoto = (
  deps: ModerationDeps,
  brandId: string,
  id: string,
  decision: PhotoDecision,
): Promise<PhotoOutcome> => {
  const at = deps.clock()
  return deps.db.transaction().execute(async (tx) => {
    // As where a decision is carried out, the case is locked before what it is about.
    await lockCaseOf(tx, { brandId, kind: 'photo', subjectId: id })
    const outcome = await decidePhotoIn(tx, deps, brandId, id, decision, { caseId: null, at })
    const refusal = decision.verdict === 'refuse' ? decision.reason : null
    if (outcome === 'decided') await auditDecision(tx, 'photo', { ...decision, brandId, id, refusal, at })
    return outcome
  })
}

interface PhotoCase {
  readonly caseId: string | null
  /** Its likeness to a removed photo brought it before a person. */
  readonly automatedDetection?: boolean
  readonly at: Date
}

/** The same in the caller's transaction. A refusal is a restriction, against which its owner can appeal. */
export async function decidePhotoIn(
  tx: Tx,
  deps: ModerationDeps,
  brandId: string,
  id: string,
  decision: PhotoDecision,
  { caseId, automatedDetection = false, at }: PhotoCase,
): Promise<PhotoOutcome> {
  const { verdict, madeBy } = decision
  const reason = decision.verdict === 'refuse' ? decision.reason : null
  if (verdict === 'approve' && (await lastRefusedBy(tx, brandId, 'photo', id)) === madeBy) return 'refused_by_same'
  const owner = await recordPhotoVerdict(tx, { brandId, id, verdict, refusal: reason, at })
  if (!owner) return 'unknown'
  const { refused, ...receiver } = await recordContentDecision(tx, {
    brandId,
    memberId: owner.memberId,
    caseId,
    content: { type: 'photo', id, date: owner.uploadedAt },
    verdict,
    refusal: reason && { reason, clause: photoClauses[reason] },
    automatedDetection,
    origin: owner.origin,
    madeBy,
    at,
  })
  if (reason !== null && refused)
    await deps.enqueueEmail(tx, {
      brandId,
      memberId: owner.memberId,
      ...receiver,
      kind: 'photo-refused',
      props: { ...refused, reason },
    })
  return 'decided'
}

/** The rule that a refused photo breaks. */
export const photoClauses: Readonly<Record<PhotoRefusal, ClauseKey>> = {
  not_the_member: 'others_photo',
  no_face: 'unsuitable',
  nudity: 'sexual',
  contact_details: 'contact_details',
  minor: 'minors',
  unlawful: 'unlawful',
  quality: 'unsuitable',
}
