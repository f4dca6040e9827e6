import type { adminRoutes } from '@incontro/contract/admin'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { subjectOfPlace } from '../notices/subject-of-place.ts'
import { type AuthorityDeps, refuseOwnAccount } from './deps.ts'
import { storeRecord } from './store-record.ts'

export const outOfOrder = (field: string, message: string) => new Failure(400, 'time_out_of_order', { field, message })

/**
 * Records an order of an authority as it was received; it is never changed afterwards.
 * @throws Failure 400, 403 `own_account`, 409 `recorded_already`
 */
export async function recordOrder(
  deps: AuthorityDeps,
  call: Call<typeof adminRoutes.recordAuthorityOrder>,
): Promise<void> {
  const { body, site, staff, ip } = call
  const { brandId } = site
  const at = deps.clock()
  const receivedAt = new Date(body.receivedAt)
  const silentUntil = body.silentUntil === undefined ? null : new Date(body.silentUntil)
  if (receivedAt > at) throw outOfOrder('receivedAt', 'An order is recorded after it was received')
  if (silentUntil !== null && silentUntil <= receivedAt)
    throw outOfOrder('silentUntil', 'Send a time after the order was received, or none')
  const about = body.about === undefined ? undefined : await subjectOfPlace(deps.db, { brandId }, body.about)
  if (body.about !== undefined && !about)
    throw new Failure(400, 'about_unknown', {
      field: 'about',
      message: 'No member, photo or review of the brand has this address or id',
    })
  await refuseOwnAccount(deps, call, about?.memberId ?? null)
  await deps.db.transaction().execute(async (tx) => {
    const stored = await storeRecord(tx, {
      brand_id: brandId,
      id: body.id,
      kind: body.kind,
      authority: body.authority.trim(),
      country: body.country,
      legal_ground: body.legalGround.trim(),
      reference: body.reference.trim(),
      document: body.document?.trim() ?? null,
      clause: body.clause,
      asks: body.asks.trim(),
      member_id: about?.memberId ?? null,
      content_type: about?.content?.kind ?? 'account',
      content_id: about?.content?.id ?? null,
      content_date: about?.content?.date ?? null,
      received_at: receivedAt,
      silent_until: silentUntil,
      recorded_by: `staff:${staff.staffId}`,
      recorded_at: at,
    })
    if (!stored) return
    await deps.record(tx, {
      brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'authority_order_recorded',
      subject: { kind: 'authority_order', id: body.id },
      ...(about?.memberId && { memberId: about.memberId }),
      reason: body.reason,
      detail: { kind: body.kind, authority: body.authority, country: body.country, reference: body.reference },
    })
  })
}
