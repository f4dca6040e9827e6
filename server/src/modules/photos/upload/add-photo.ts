import { mostPhotos } from '@incontro/contract'
import type { Principal } from '#platform/caller.ts'
import { isUnavailable, type Executor, type Tx } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/process/log.ts'
import { storeWithRow } from '#platform/storage/store-with-row.ts'
import { nearBan } from '../bans.ts'
import { countPhotos, tooManyPhotos } from '../album/album.ts'
import { changeAlbum } from '../album/change-album.ts'
import { openPhotoCase } from '../album/photo-case.ts'
import { firstSize, masterKey, type PhotoFiles } from '../files.ts'
import type { Limited } from '../limits.ts'
import { renderSize } from '../variants.ts'
import { tidyJpeg } from './jpeg-structure.ts'
import type { NotAPhoto } from './not-a-photo.ts'
import { isSamePicture } from './perceptual-hash.ts'
import { isAlsoAnotherFile, pictureTypeOf } from './picture-type.ts'
import { withoutNotes } from './without-notes.ts'
import { type PrepareDeps, preparePicture } from './prepare-picture.ts'
import { type ReadPicture, readPicture } from './read-picture.ts'

/** Pixels a side in which a person can be recognised, and in which anything can be seen. */
export const leastOfPerson = 200
export const leastOfAnything = 16

export interface UploadDeps extends PrepareDeps {
  readonly files: PhotoFiles
  readonly limited: Limited
  readonly log: Log
  /** Whether the brand shows photos without approval. */
  readonly approvesByItself: (brandId: string) => boolean
}

/**
 * Adds an upload to the member's album: decodes it, stores it in its first size, and inserts its row last. A job adds
 * the other sizes.
 * @param origin of the page it was sent from
 * @param alsoIn its transaction
 * @returns the photo's id
 * @throws Failure 415 `solo_immagini`, 400 `grandezza_file` for an unreadable picture, 409 for a seventh or repeated
 * one
 */
export async function addPhoto(
  deps: UploadDeps,
  member: Principal,
  origin: string,
  bytes: Buffer,
  alsoIn?: (tx: Tx, photoId: string) => Promise<void>,
): Promise<string> {
  const { db, files, limited } = deps
  const { memberId } = member
  if ((await countPhotos(db, memberId)) >= mostPhotos) throw tooManyPhotos()
  const picture = await decode(deps, memberId, bytes, leastOfPerson)
  await mustBeNew(db, memberId, picture)
  const shown = await limited(memberId, () => renderSize(picture.pixels, firstSize))
  const id = newId()
  const storageKey = masterKey(id)
  await storeWithRow({
    db,
    removal: { job: 'photos-remove-files', payload: { id, storageKey }, key: `photos-remove-files ${id}` },
    store: (signal) => files.keep(id, { master: picture.master, shown }, signal),
    remove: () => files.remove({ id, storageKey }),
    insert: (isNamed) =>
      changeAlbum(db, memberId, async (tx) => {
        // Checked again under the album's lock.
        if ((await countPhotos(tx, memberId)) >= mostPhotos) throw tooManyPhotos()
        await mustBeNew(tx, memberId, picture)
        const { last } = await tx
          .selectFrom('member_photos')
          .select((make) => make.fn.max('position').as('last'))
          .where('member_id', '=', memberId)
          .executeTakeFirstOrThrow()
        // Nothing is refused for what it resembles: a person looks at it before others do.
        const isLikeBanned = (await nearBan(tx, member.brandId, picture.perceptualHash)) !== undefined
        const isShown = deps.approvesByItself(member.brandId) && !isLikeBanned
        await tx
          .insertInto('member_photos')
          .values({
            member_id: memberId,
            id,
            storage_key: storageKey,
            state: isShown ? 'approved' : 'pending',
            position: (last ?? 0) + 1,
            thumbhash: picture.thumbhash,
            perceptual_hash: picture.perceptualHash,
            site_origin: origin,
            created_at: deps.clock(),
          })
          .execute()
        if (!isShown) await openPhotoCase(tx, { brandId: member.brandId, memberId, id, isLikeBanned, at: deps.clock() })
        await addJob(tx, 'photos-complete', { memberId, photoId: id })
        await isNamed(tx)
        await alsoIn?.(tx, id)
      }),
  })
  return id
}

/** Removes the files of an upload that no row names. */
export async function removeUnnamedFiles(
  { db, files }: Pick<UploadDeps, 'db' | 'files'>,
  photo: { readonly id: string; readonly storageKey: string },
): Promise<void> {
  const row = await db.selectFrom('member_photos').select('id').where('id', '=', photo.id).executeTakeFirst()
  if (!row) await files.remove(photo)
}

/** Stores the sizes of a photo that the album does not show; if it is deleted meanwhile, none of them stays. */
export async function completePhoto(
  { db, files }: Pick<UploadDeps, 'db' | 'files'>,
  memberId: string,
  photoId: string,
): Promise<void> {
  const find = () =>
    db
      .selectFrom('member_photos')
      .select('storage_key')
      .where('member_id', '=', memberId)
      .where('id', '=', photoId)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
  const row = await find()
  if (!row) return
  const photo = { id: photoId, storageKey: row.storage_key }
  await files.complete(photo)
  // Its files may have been removed between two of these; one that can be restored keeps its master.
  if (!(await find())) await files.removeSizes(photo)
}

/**
 * @param least pixels of its shorter side
 * @throws Failure 415 `solo_immagini`, 400 `grandezza_file` for a picture that cannot be read, `not_a_photo` for one
 * that shows nothing, 429 for a drawing
 */
export async function decode(
  deps: PrepareDeps & Pick<UploadDeps, 'limited' | 'log'>,
  memberId: string,
  bytes: Buffer,
  least: number,
): Promise<ReadPicture> {
  const type = pictureTypeOf(bytes)
  const tidy = type === 'jpeg' ? tidyJpeg(bytes) : undefined
  if (!type || isAlsoAnotherFile(tidy?.outsideComments ?? withoutNotes(bytes, type))) throw onlyPictures()
  const read = async (): Promise<ReadPicture> => {
    const prepared = await preparePicture(deps, memberId, { bytes, type, tidy })
    return deps.limited(memberId, () => readPicture(prepared, least))
  }
  const picture = await read().catch((error: unknown) => {
    if (error instanceof Failure || isUnavailable(error)) throw error
    deps.log.info({ err: error, type, size: bytes.length }, 'an upload could not be read')
    throw unreadable()
  })
  if (picture.fault) throw notAPhoto(picture.fault, least)
  return picture
}

async function mustBeNew(executor: Executor, memberId: string, picture: ReadPicture): Promise<void> {
  const own = await executor
    .selectFrom('member_photos')
    .select('perceptual_hash')
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .execute()
  if (own.some(({ perceptual_hash: hash }) => hash && isSamePicture(hash, picture.perceptualHash)))
    throw new Failure(409, 'same_photo', { message: 'This photo is in the album already' })
}

const field = 'avatar'
export const onlyPictures = (): Failure =>
  new Failure(415, 'solo_immagini', { field, message: 'Send a JPEG, PNG, GIF or SVG picture (HEIC cannot be read)' })
export const tooLarge = (): Failure =>
  new Failure(413, 'grandezza_file', { field, message: 'Send a picture of less than 10 MB' })
const unreadable = (): Failure =>
  new Failure(400, 'grandezza_file', {
    field,
    message:
      'This picture is incomplete, broken, or has more pixels than can be decoded: send a whole one, or a smaller one',
  })
const reasons: Readonly<Record<NotAPhoto, (least: number) => string>> = {
  blank: () => 'This picture has one colour only: send a photo',
  too_small: (least) => `This picture is too small: send one of ${least} pixels a side or more`,
  too_narrow: () => 'This picture is a strip: send one that is less than six times as long as wide',
}
const notAPhoto = (fault: NotAPhoto, least: number): Failure =>
  new Failure(400, 'not_a_photo', { field, message: reasons[fault](least) })
