import type { Locale, PhotoRefusal } from '@incontro/contract'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import { recordPhotoVerdict } from '#modules/photos/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { lastRefusedBy, recordDecision } from './decisions.ts'
import type { ModerationDeps } from './deps.ts'

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
export async function decidePhoto(
  { db, enqueueEmail, clock }: ModerationDeps,
  brandId: string,
  id: string,
  decision: PhotoDecision,
): Promise<PhotoOutcome> {
  const { verdict, madeBy } = decision
  const reason = decision.verdict === 'refuse' ? decision.reason : null
  const at = clock()
  return db.transaction().execute(async (tx) => {
    if (verdict === 'approve' && (await lastRefusedBy(tx, brandId, 'photo', id)) === madeBy) return 'refused_by_same'
    const owner = await recordPhotoVerdict(tx, { brandId, id, verdict, refusal: reason, at })
    if (!owner) return 'unknown'
    const recorded = verdict === 'approve' ? 'approved' : 'refused'
    await recordDecision(tx, { brandId, subject: 'photo', subjectId: id, verdict: recorded, reason, madeBy, at })
    if (reason !== null) await notifyOwner(tx, enqueueEmail, { brandId, ...owner, reason })
    return 'decided'
  })
}

async function notifyOwner(
  tx: Tx,
  enqueueEmail: EnqueueEmail,
  input: { brandId: string; memberId: string; origin: string | null; reason: PhotoRefusal },
): Promise<void> {
  const { brandId, memberId, origin, reason } = input
  const { email: to, locale } = await tx
    .selectFrom('members')
    .select(['email', 'locale'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (origin === null) return
  await enqueueEmail(tx, {
    brandId,
    memberId,
    to,
    locale: locale as Locale,
    kind: 'photo-refused',
    props: { link: `${origin}/profile#photos`, reason },
  })
}
