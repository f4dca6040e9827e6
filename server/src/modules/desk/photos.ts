import type { adminRoutes, PhotoState } from '@incontro/contract/admin'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { contentTypeOf } from '#platform/storage/content-type.ts'
import type { DeskDeps } from './deps.ts'
import { memberAt } from './member-at.ts'

/** Refused ones stay beside those that take a place in the album. */
const mostListed = 30

/** A member's photos that still exist, in their order. */
export async function photosOf(executor: Executor, memberId: string) {
  const rows = await executor
    .selectFrom('member_photos')
    .select(['id', 'state', 'is_default', 'created_at'])
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('position')
    .orderBy('id')
    .limit(mostListed)
    .execute()
  return rows.map((one) => ({
    id: one.id,
    state: one.state as PhotoState,
    isMain: one.is_default,
    at: one.created_at.toISOString(),
  }))
}

/** A photo, after its opening is recorded. @throws Failure 403 `own_account`, 404, also for a photo of another member */
export async function openPhoto(deps: DeskDeps, call: Call<typeof adminRoutes.openMemberPhoto>) {
  const { site, params, body, staff, ip } = call
  const { id: memberId } = await memberAt(deps.db, deps, call)
  const photo = await deps.db
    .selectFrom('member_photos')
    .select('storage_key')
    .where('member_id', '=', memberId)
    .where('id', '=', params.photo)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const bytes = photo && (await deps.storage.get(photo.storage_key))
  if (!bytes) throw notFound()
  await deps.db.transaction().execute((tx) =>
    deps.audit.record(tx, {
      brandId: site.brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'member_photo_opened',
      subject: { kind: 'member', id: memberId },
      reason: body.reason,
      detail: { file: `photo-${params.photo}` },
    }),
  )
  return { type: contentTypeOf(photo.storage_key), data: bytes.toString('base64') }
}
