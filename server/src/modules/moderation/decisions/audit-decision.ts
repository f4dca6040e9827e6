import { recordSubjectAction } from '#modules/audit/index.ts'
import type { Tx } from '#platform/database/database.ts'

interface MadeByCommand {
  readonly brandId: string
  readonly id: string
  readonly verdict: string
  /** The ground of a refusal. */
  readonly refusal: string | null
  readonly madeBy: string
  readonly at: Date
}

const owned = { photo: 'member_photos', review: 'reviews', verification: 'photo_verifications' } as const

/** Records in the audit what a command decided, in its transaction; the queue records its own decisions. */
export async function auditDecision(
  tx: Tx,
  kind: keyof typeof owned,
  { brandId, id, verdict, refusal, madeBy, at }: MadeByCommand,
): Promise<void> {
  const row = await tx.selectFrom(owned[kind]).select('member_id').where('id', '=', id).executeTakeFirst()
  await recordSubjectAction(tx, {
    brandId,
    subject: { kind, id },
    memberId: row?.member_id ?? null,
    madeBy,
    action: `${kind}_decided`,
    detail: { verdict, ...(refusal !== null && { reason: refusal }) },
    at,
  })
}
