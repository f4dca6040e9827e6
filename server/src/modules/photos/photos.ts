import type pg from 'pg'
import type { Brands } from '#modules/brands/index.ts'
import type { Bus } from '#platform/live/bus.ts'
import type { Database } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import type { DiskSpace } from '#platform/process/disk-space.ts'
import { bindJobs } from '#platform/jobs/job.ts'
import type { Log } from '#platform/process/log.ts'
import type { ModuleWith } from '#platform/module.ts'
import type { Realtime } from '#platform/live/realtime.ts'
import type { Storage } from '#platform/storage.ts'
import { photoDecided, type PhotoDecided } from './album/decide.ts'
import { albumRoutes } from './album/album-routes.ts'
import { photoJobs } from './jobs.ts'
import { createPhotoFiles, type StoredPhoto } from './files.ts'
import { createLimit } from './limits.ts'
import { mediaRoute } from './media-route.ts'
import { createPhotoAccess } from './photo-access.ts'
import { createSignedUrls } from './signed-urls.ts'
import { reencode, type WholePicture } from './upload/reencode.ts'
import { createReceiveFile, type ReceiveFile } from './upload/receive-file.ts'
import { createPlaces } from './upload/places.ts'
import { resumableRoute } from './upload/resumable/resumable-route.ts'
import { uploadRoute } from './upload/upload-route.ts'
import type { Variant } from './variants.ts'
import { verificationRoutes } from './verification/verification-routes.ts'

export interface Photos extends ModuleWith<'routes' | 'jobs'> {
  /**
   * Signed path of a picture, only sent to members who may see it. `card` is 480 × 640, `avatar` 160 × 160, `full` at
   * most 1000 a side.
   */
  url(photoId: string, variant: Variant): string
  /** Removes a picture's files, original and renditions; the caller deletes its row. Idempotent. */
  remove(photo: StoredPhoto): Promise<void>
  readonly uploads: PictureUploads
}

/** Accepts pictures for other modules, with the album's rules and limits. */
export interface PictureUploads {
  readonly receive: ReceiveFile
  /** @throws Failure 415 `solo_immagini`, 400 `grandezza_file` for a picture that cannot be read, 429 for a drawing */
  reencode(memberId: string, bytes: Buffer): Promise<WholePicture>
}

export interface PhotosInput {
  readonly db: Database
  readonly pool: pg.Pool
  readonly storage: Storage
  readonly brands: Brands
  readonly realtime: Realtime
  readonly bus: Pick<Bus, 'subscribe' | 'onGap' | 'state'>
  readonly log: Log
  readonly clock: () => Date
  /** Sign the URLs. */
  readonly keys: Keys
  readonly space: Pick<DiskSpace, 'isShort'>
}

/** Members' photos: uploading, ordering, deleting, and serving them to members who may see them. */
export function createPhotos({
  db,
  pool,
  storage,
  brands,
  realtime,
  bus,
  log,
  clock,
  keys,
  space,
}: PhotosInput): Photos {
  // Two pictures are decoded or encoded concurrently, off the event loop.
  const limited = createLimit(2)
  const files = createPhotoFiles(storage, limited)
  const urls = createSignedUrls(keys)
  const { url } = urls
  const inPlace = createPlaces(space)
  const access = createPhotoAccess({ pool, bus, clock })
  const deps = {
    db,
    files,
    limited,
    drawings: createLimit(1),
    large: createLimit(1),
    log,
    clock,
    url,
    inPlace,
    realtime,
  }
  const receive = createReceiveFile(deps)
  return {
    url,
    remove: files.remove,
    uploads: { receive, reencode: (memberId, bytes) => reencode(deps, memberId, bytes) },
    async routes(http) {
      mediaRoute(http, { access, files, urls })
      albumRoutes(http, deps)
      const approvesByItself = (brandId: string) => brands.byKey(brandId)?.photos.approval === 'automatic'
      await uploadRoute(http, { ...deps, approvesByItself }, receive)
      resumableRoute(http, { ...deps, approvesByItself }, inPlace)
      verificationRoutes(http, { ...deps, storage }, receive)
    },
    async onEvent({ topic, payload }) {
      if (topic !== photoDecided) return
      const { memberId, photoId, state } = payload as PhotoDecided
      realtime.visibilityChanged(memberId)
      realtime.toMember(memberId, 'photo', { name: photoId, state })
    },
    jobs: bindJobs(photoJobs, { ...deps, storage }),
  }
}
