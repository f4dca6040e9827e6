import { mostPhotos, photoUndoMs, type PhotoRefusal } from '@incontro/contract'
import type { OwnPhoto } from '@incontro/contract/domain'
import { sql } from 'kysely'
import { lockCaseOf } from '#modules/cases/index.ts'
import type { Principal } from '#platform/caller.ts'
import type { Database, Executor, Tx } from '#platform/database/database.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { nearBan } from '../bans.ts'
import type { PhotoFiles } from '../files.ts'
import type { Variant } from '../variants.ts'
import { changeAlbum } from './change-album.ts'
import { openPhotoCase } from './photo-case.ts'

export interface AlbumDeps {
  readonly db: Database
  readonly files: PhotoFiles
  readonly clock: () => Date
  readonly url: (photoId: string, variant: Variant) => string
}

/** The member's own photos in order, including waiting and refused ones. */
export async function ownPhotos({ db, url }: AlbumDeps, memberId: string): Promise<OwnPhoto[]> {
  const rows = await db
    .selectFrom('member_photos')
    .select(['id', 'state', 'is_default', 'refusal', 'thumbhash'])
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    name: row.id,
    path: row.state === 'refused' ? null : url(row.id, 'card'),
    isDefault: row.is_default,
    state: row.state as OwnPhoto['state'],
    refusal: row.refusal as PhotoRefusal | null,
    thumbhash: row.thumbhash?.toString('base64') ?? null,
  }))
}

/** Number of photos that occupy a place; a restorable one does not. */
export async function countPhotos(executor: Executor, memberId: string): Promise<number> {
  const { n } = await executor
    .selectFrom('member_photos')
    .select((make) => make.fn.countAll<number>().as('n'))
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** @throws Failure 404 unless `order` names each of the member's photos once. */
export async function orderPhotos({ db }: AlbumDeps, memberId: string, order: readonly string[]): Promise<void> {
  await changeAlbum(db, memberId, async (tx) => {
    const own = await tx
      .selectFrom('member_photos')
      .select('id')
      .where('member_id', '=', memberId)
      .where('removed_at', 'is', null)
      .execute()
    const named = new Set(order.map((id) => id.toLowerCase()))
    if (named.size !== order.length || own.length !== order.length || own.some(({ id }) => !named.has(id)))
      throw notFound()
    await sql`update member_photos p set position = n.position from (
      select id, ordinality::smallint as position from unnest(${[...named]}::uuid[]) with ordinality as u (id, ordinality)) n
      where p.member_id = ${memberId} and p.id = n.id`.execute(tx)
  })
}

/**
 * Hides the photo immediately; its files are deleted when it can no longer be restored. Deleting it again changes
 * nothing.
 * @throws Failure 404
 */
export async function removePhoto({ db, clock }: AlbumDeps, memberId: string, photoId: string): Promise<void> {
  await changeAlbum(db, memberId, async (tx) => {
    const at = clock()
    const photo = await tx
      .selectFrom('member_photos')
      .select('removed_at')
      .where('member_id', '=', memberId)
      .where('id', '=', photoId)
      .executeTakeFirst()
    if (!photo) throw notFound()
    if (photo.removed_at !== null) return
    await tx
      .updateTable('member_photos')
      .set({ removed_at: at, is_default: false })
      .where('member_id', '=', memberId)
      .where('id', '=', photoId)
      .execute()
    await addJob(
      tx,
      'photos-purge',
      { memberId, photoId },
      { runAt: new Date(at.getTime() + photoUndoMs), key: `photos-purge ${photoId}` },
    )
  })
}

/** The outbox topic of an approved photo that its member has restored, and its payload. */
export const photoRestored = 'photo restored'
export interface PhotoRestored {
  readonly brandId: string
  readonly memberId: string
  readonly photoId: string
  readonly restoredAt: string
}

/**
 * Takes a deletion back. What waited for approval comes before the moderators again, and so do reports about an approved
 * photo: while it was deleted, there was nothing to decide, and their cases may have been closed.
 * @throws Failure 404 when there is nothing to restore, 409 when its place was taken
 */
export async function restorePhoto(
  { db, clock }: AlbumDeps,
  { brandId, memberId }: Pick<Principal, 'brandId' | 'memberId'>,
  photoId: string,
): Promise<void> {
  const restore = async (tx: Tx): Promise<void> => {
    if ((await countPhotos(tx, memberId)) >= mostPhotos) throw tooManyPhotos()
    const at = clock()
    const restored = await tx
      .updateTable('member_photos')
      .set({ removed_at: null })
      .where('member_id', '=', memberId)
      .where('id', '=', photoId)
      .where('removed_at', '>', new Date(at.getTime() - photoUndoMs))
      .returning(['id', 'state', 'perceptual_hash'])
      .executeTakeFirst()
    if (!restored) throw notFound()
    const { id, state, perceptual_hash: hash } = restored
    if (state === 'approved')
      await tx
        .insertInto('outbox')
        .values({
          id: newId(),
          topic: photoRestored,
          payload: JSON.stringify({
            brandId,
            memberId,
            photoId: id,
            restoredAt: at.toISOString(),
          } satisfies PhotoRestored),
          created_at: at,
        })
        .execute()
    if (state !== 'pending') return
    const isLikeBanned = (await nearBan(tx, brandId, hash, id)) !== undefined
    await openPhotoCase(tx, { brandId, memberId, id, isLikeBanned, at })
  }
  await changeAlbum(db, memberId, restore, (tx) => lockCaseOf(tx, { brandId, kind: 'photo', subjectId: photoId }))
}

/** Deletes files and row of a removed photo. Retried when the storage fails. */
export async function purgePhoto(
  { db, files }: Pick<AlbumDeps, 'db' | 'files'>,
  memberId: string,
  photoId: string,
): Promise<void> {
  const row = await db
    .selectFrom('member_photos')
    .select('storage_key')
    .where('member_id', '=', memberId)
    .where('id', '=', photoId)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return
  await files.remove({ id: photoId, storageKey: row.storage_key })
  await db
    .deleteFrom('member_photos')
    .where('member_id', '=', memberId)
    .where('id', '=', photoId)
    .where('removed_at', 'is not', null)
    .execute()
}

export const tooManyPhotos = (): Failure =>
  new Failure(409, 'too_many_photos', { message: `An album has at most ${mostPhotos} photos: delete one first` })
