import type pg from 'pg'
import type { Bus } from '#platform/live/bus.ts'
import type { Principal } from '#platform/caller.ts'
import { createLru } from '#platform/flow-control/lru.ts'
import { isShownTo, notBlocked } from '#modules/members/index.ts'
import type { StoredPhoto } from './files.ts'

/**
 * How long a permission is kept. Changes by this program end it at once; changes made directly in the database take
 * effect within this time.
 */
export const permissionMs = 10_000
/** About 300 bytes each. */
const mostKept = 20_000
const mostChanges = 10_000

interface Permission {
  readonly photo: StoredPhoto
  readonly ownerId: string
  readonly until: number
  /** The number of the last change before it was read. */
  readonly readAt: number
}

export interface PhotoAccess {
  /** A picture that the viewer may see: their own, or an approved one of a member they may see. */
  visibleTo(viewer: Principal, photoId: string): Promise<StoredPhoto | undefined>
}

/**
 * Who may see which picture. A permission is cached until something about the viewer or the owner changes in any
 * process; a refusal is never cached, and neither is a permission that depends on likes or conversations, as for a
 * hidden owner.
 */
export function createPhotoAccess(input: {
  readonly pool: pg.Pool
  readonly bus: Pick<Bus, 'subscribe' | 'onGap' | 'state'>
  readonly clock: () => Date
}): PhotoAccess {
  const { pool, bus, clock } = input
  const kept = createLru<string, Permission>(mostKept)
  /** The number of each member's last change; a permission that was read before it, or while it happened, is void. */
  const changes = new Map<string, number>()
  let changesSoFar = 0
  let voidBefore = 0

  function forgetAll(): void {
    changesSoFar += 1
    voidBefore = changesSoFar
    changes.clear()
    kept.clear()
  }
  function changed(memberId: string): void {
    if (changes.size >= mostChanges) forgetAll()
    changesSoFar += 1
    changes.set(memberId, changesSoFar)
  }
  bus.subscribe('visibility', ({ memberId }) => changed(memberId))
  bus.subscribe('end', ({ memberId }) => changed(memberId))
  bus.onGap(forgetAll)

  const isCurrent = ({ readAt, ownerId }: Permission, viewerId: string): boolean =>
    readAt >= voidBefore && readAt >= (changes.get(ownerId) ?? 0) && readAt >= (changes.get(viewerId) ?? 0)

  return {
    async visibleTo(viewer, photoId) {
      // Other processes' changes are not heard at the moment.
      if (bus.state === 'degraded') return (await read(pool, viewer, photoId))?.photo
      const key = `${viewer.memberId} ${photoId}`
      const now = clock().getTime()
      const known = kept.get(key)
      if (known && known.until > now && isCurrent(known, viewer.memberId)) return known.photo
      const readAt = changesSoFar
      const found = await read(pool, viewer, photoId)
      if (!found || found.isHidden) {
        kept.delete(key)
        return found?.photo
      }
      const permission = { photo: found.photo, ownerId: found.ownerId, until: now + permissionMs, readAt }
      if (isCurrent(permission, viewer.memberId)) kept.set(key, permission)
      return found.photo
    },
  }
}

async function read(
  pool: pg.Pool,
  viewer: Principal,
  photoId: string,
): Promise<{ readonly photo: StoredPhoto; readonly ownerId: string; readonly isHidden: boolean } | undefined> {
  const { rows } = await pool.query<{ storage_key: string; owner_id: string; is_hidden: boolean }>({
    name: 'photo-key',
    text: `select p.storage_key, m.id as owner_id, m.is_hidden from member_photos p join members m on m.id = p.member_id
      where p.id = $1 and p.state <> 'refused' and p.removed_at is null
        and (m.id = $2 or p.state = 'approved' and m.state = 'active' and m.pool_id = $3
          and ${notBlocked('$2', 'm.id')} and ${isShownTo('m', '$2')})`,
    values: [photoId, viewer.memberId, viewer.poolId],
  })
  const [row] = rows
  return (
    row && {
      photo: { id: photoId, storageKey: row.storage_key },
      ownerId: row.owner_id,
      isHidden: row.is_hidden,
    }
  )
}
