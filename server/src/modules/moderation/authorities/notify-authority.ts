import type { adminRoutes } from '@incontro/contract/admin'
import type { Case } from '#modules/cases/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import type { Content } from '../restrictions/content.ts'
import { reportedContent } from '../restrictions/removable.ts'
import { contentOf, type TextKind } from '../texts/changes.ts'
import { type AuthorityDeps, refuseOwnAccount } from './deps.ts'
import { outOfOrder } from './record-order.ts'
import { storeRecord } from './store-record.ts'

/**
 * Records that an authority was notified of the suspicion of a crime that threatens someone's life or safety (regulation
 * (EU) 2022/2065, article 18), from the case that gave rise to it. The member is not notified of it.
 * @throws Failure 400, 403 `own_account`, 404, 409 `recorded_already`
 */
export async function notifyAuthority(
  deps: AuthorityDeps,
  call: Call<typeof adminRoutes.notifyAuthority>,
): Promise<void> {
  const { body, site, staff, ip } = call
  const { brandId } = site
  const at = deps.clock()
  const sentAt = new Date(body.sentAt)
  if (sentAt > at) throw outOfOrder('sentAt', 'It is recorded after it was sent')
  await deps.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('cases')
      .select(['id', 'brand_id', 'kind', 'subject_id', 'member_id'])
      .where('brand_id', '=', brandId)
      .where('id', '=', body.caseId)
      .executeTakeFirst()
    if (!found) throw notFound()
    const memberId = found.member_id
    await refuseOwnAccount(deps, call, memberId)
    const content = await contentBehind(tx, found)
    const stored = await storeRecord(tx, {
      brand_id: brandId,
      id: body.id,
      kind: 'notification',
      authority: body.authority.trim(),
      country: body.country,
      legal_ground: body.legalGround.trim(),
      reference: body.reference.trim(),
      document: body.document?.trim() ?? null,
      clause: body.clause,
      asks: body.facts.trim(),
      member_id: memberId,
      content_type: content.type,
      content_id: content.id,
      content_date: content.date,
      received_at: sentAt,
      silent_until: null,
      case_id: found.id,
      recorded_by: `staff:${staff.staffId}`,
      recorded_at: at,
    })
    if (!stored) return
    await deps.record(tx, {
      brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'authority_notified',
      subject: { kind: 'authority_order', id: body.id },
      ...(memberId !== null && { memberId }),
      reason: body.reason,
      detail: { authority: body.authority, country: body.country, reference: body.reference },
    })
  })
}

/** What a case is about; of one about a member as such, the account. */
async function contentBehind(
  tx: Tx,
  {
    kind,
    subject_id: id,
    brand_id: brandId,
    member_id: memberId,
  }: Pick<Case, 'kind' | 'subject_id' | 'brand_id' | 'member_id'>,
): Promise<Content> {
  if (kind === 'photo' || kind === 'review') return { type: kind, id, date: null }
  if (kind === 'name' || kind === 'text') return { type: contentOf[kind as TextKind], id: memberId, date: null }
  const report =
    kind === 'report'
      ? await tx
          .selectFrom('reports')
          .select(['content_kind', 'content_id', 'content_date', 'conversation_id'])
          .where('id', '=', id)
          .where('brand_id', '=', brandId)
          .executeTakeFirst()
      : undefined
  return report ? reportedContent({ ...report, message_ids: [] }) : { type: 'account', id: null, date: null }
}
