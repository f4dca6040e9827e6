import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { deleteInBatches } from '#platform/database/delete-in-batches.ts'
import { newId } from '#platform/ids.ts'
import { lockAlbum } from '../../album/change-album.ts'

/** Unfinished uploads of a member; one more removes the oldest. */
const mostUnfinished = 6
const keptMs = 86_400_000

/** An upload that can be resumed: its bytes are in the database, where every process of the installation finds them. */
export interface ResumableUpload {
  readonly id: string
  readonly size: number
  readonly received: number
  /** The photo it became. */
  readonly photoId: string | null
}

export async function createUpload(db: Database, memberId: string, size: number, at: Date): Promise<string> {
  const id = newId()
  await db.transaction().execute(async (tx) => {
    // Serialises a member's uploads, so that the limit holds for concurrent ones.
    await lockAlbum(tx, memberId)
    await sql`delete from photo_uploads where member_id = ${memberId} and id in (
      select id from photo_uploads where member_id = ${memberId} and photo_id is null
      order by created_at desc, id desc offset ${mostUnfinished - 1})`.execute(tx)
    await tx.insertInto('photo_uploads').values({ member_id: memberId, id, size_bytes: size, created_at: at }).execute()
  })
  return id
}

/** The member's own upload. */
export async function findUpload(db: Database, memberId: string, id: string): Promise<ResumableUpload | undefined> {
  const row = await db
    .selectFrom('photo_uploads')
    .select(['size_bytes', 'received', 'photo_id'])
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { id, size: row.size_bytes, received: row.received, photoId: row.photo_id }
}

/**
 * Stores what follows the first `offset` bytes.
 * @returns false when the upload is no longer there or has got other bytes meanwhile
 */
export const appendPart = (
  db: Database,
  memberId: string,
  id: string,
  offset: number,
  bytes: Buffer,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('photo_uploads')
      .set({ received: offset + bytes.length })
      .where('member_id', '=', memberId)
      .where('id', '=', id)
      .where('received', '=', offset)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await tx
      .insertInto('photo_upload_parts')
      .values({ member_id: memberId, upload_id: id, starts_at: offset, bytes })
      .execute()
    return true
  })

/** Everything that has arrived, in order. */
export async function readParts(db: Database, memberId: string, id: string): Promise<Buffer> {
  const parts = await db
    .selectFrom('photo_upload_parts')
    .select('bytes')
    .where('member_id', '=', memberId)
    .where('upload_id', '=', id)
    .orderBy('starts_at')
    .execute()
  return Buffer.concat(parts.map(({ bytes }) => bytes))
}

/** Marks the upload as complete, in the transaction that inserts its photo. @returns as `appendPart` */
export async function completeUpload(
  tx: Tx,
  memberId: string,
  { id, size }: ResumableUpload,
  offset: number,
  photoId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('photo_uploads')
    .set({ received: size, photo_id: photoId })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('received', '=', offset)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx.deleteFrom('photo_upload_parts').where('member_id', '=', memberId).where('upload_id', '=', id).execute()
  return true
}

export async function removeUpload(db: Database, memberId: string, id: string): Promise<void> {
  await db.deleteFrom('photo_uploads').where('member_id', '=', memberId).where('id', '=', id).execute()
}

/** Removes what was begun more than a day ago. */
export async function sweepUploads(db: Database, now: Date, until: number): Promise<void> {
  const before = new Date(now.getTime() - keptMs)
  // Each takes its parts with it, up to 10 MB.
  await deleteInBatches(db, { table: 'photo_uploads', column: 'created_at', before }, { batch: 50, until })
}
