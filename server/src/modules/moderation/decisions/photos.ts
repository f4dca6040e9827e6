import type { ClauseKey, Locale, PhotoRefusal } from '@incontro/contract'
import { closeCase } from '#modules/cases/index.ts'
import { recordPhotoVerdict } from '#modules/photos/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { lastRefusedBy, recordDecision } from './record-decision.ts'
import type { ModerationDeps } from '../deps.ts'
import { recordRestriction } from '../restrictions/record-restriction.ts'
import { clauseOf } from './clauses.ts'

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
  return deps.db.transaction().execute((tx) => decidePhotoIn(tx, deps, brandId, id, decision, { caseId: null, at }))
}

/** The same in the caller's transaction. A refusal is a restriction, against which its owner can appeal. */
export async function decidePhotoIn(
  tx: Tx,
  deps: ModerationDeps,
  brandId: string,
  id: string,
  decision: PhotoDecision,
  { caseId, at }: { readonly caseId: string | null; readonly at: Date },
): Promise<PhotoOutcome> {
  const { verdict, madeBy } = decision
  const reason = decision.verdict === 'refuse' ? decision.reason : null
  if (verdict === 'approve' && (await lastRefusedBy(tx, brandId, 'photo', id)) === madeBy) return 'refused_by_same'
  const owner = await recordPhotoVerdict(tx, { brandId, id, verdict, refusal: reason, at })
  if (!owner) return 'unknown'
  const recorded = verdict === 'approve' ? 'approved' : 'refused'
  await recordDecision(tx, { brandId, subject: 'photo', subjectId: id, verdict: recorded, reason, madeBy, at })
  await closeCase(tx, { brandId, kind: 'photo', subjectId: id, verdict, by: madeBy, at })
  if (reason === null) return 'decided'
  const member = await tx
    .selectFrom('members')
    .select(['email', 'locale'])
    .where('id', '=', owner.memberId)
    .executeTakeFirstOrThrow()
  const locale = member.locale as Locale
  await recordRestriction(tx, {
    brandId,
    memberId: owner.memberId,
    caseId,
    kind: 'content_removed',
    until: null,
    clause: clauses[reason],
    facts: clauseOf(clauses[reason]).facts[locale],
    content: { type: 'photo', id, date: owner.uploadedAt },
    source: 'member',
    madeBy,
    at,
  })
  if (owner.origin !== null)
    await deps.enqueueEmail(tx, {
      brandId,
      memberId: owner.memberId,
      to: member.email,
      locale,
      kind: 'photo-refused',
      props: { link: `${owner.origin}/profile#photos`, reason },
    })
  return 'decided'
}

/** The rule that a refused photo breaks. */
const clauses: Readonly<Record<PhotoRefusal, ClauseKey>> = {
  not_the_member: 'others_photo',
  no_face: 'unsuitable',
  nudity: 'sexual',
  contact_details: 'contact_details',
  minor: 'minors',
  unlawful: 'unlawful',
  quality: 'unsuitable',
}
