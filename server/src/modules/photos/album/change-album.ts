import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { followMainPhoto } from '../verification/follow-main-photo.ts'

/**
 * Changes a member's album in one serialised transaction, and selects the main photo again: the first approved one in
 * the member's order, or the first waiting one.
 * @param lockFirst what is locked before the album: a case, as where a decision is carried out
 */
export const changeAlbum = <T>(
  db: Database,
  memberId: string,
  change: (tx: Tx) => Promise<T>,
  lockFirst?: (tx: Tx) => Promise<unknown>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await lockFirst?.(tx)
    await lockAlbum(tx, memberId)
    const outcome = await change(tx)
    await chooseMainPhoto(tx, memberId)
    return outcome
  })

/** Serialises changes of one member's album, by the lock on the member's row. */
export async function lockAlbum(tx: Tx, memberId: string): Promise<void> {
  await sql`select from members where id = ${memberId} for no key update`.execute(tx)
}

/** Verification is tied to the main photo. */
export async function chooseMainPhoto(tx: Tx, memberId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from member_photos where member_id = ${memberId} and removed_at is null and state <> 'refused'
    order by state = 'approved' desc, position, id limit 1`.execute(tx)
  const main = rows[0]?.id ?? null
  // Two statements, because the unique index allows one main photo at any time.
  await sql`update member_photos set is_default = false where member_id = ${memberId} and is_default and id is distinct from ${main}::uuid`.execute(
    tx,
  )
  if (main !== null)
    await sql`update member_photos set is_default = true where member_id = ${memberId} and id = ${main}::uuid and not is_default`.execute(
      tx,
    )
  await followMainPhoto(tx, memberId, main)
}
