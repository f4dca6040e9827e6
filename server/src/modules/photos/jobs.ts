import type { Database } from '#platform/database/database.ts'
import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import type { Storage } from '#platform/storage.ts'
import { purgePhoto } from './album/album.ts'
import type { PhotoFiles, StoredPhoto } from './files.ts'
import { completePhoto, removeUnnamedFiles } from './upload/add-photo.ts'
import { sweepUploads } from './upload/resumable/uploads.ts'
import { removeGesture } from './verification/verification.ts'

interface PhotoJobDeps {
  readonly db: Database
  readonly files: PhotoFiles
  readonly storage: Storage
  readonly clock: () => Date
}

interface OfPhoto {
  readonly memberId: string
  readonly photoId: string
}

export const photoJobs = {
  'photos-sweep-uploads': {
    does: 'removes uploads that were not finished',
    at: '47 * * * *',
    queue: 'hourly',
    limitMs: minutes(5),
    run: ({ db, clock }, _, { until }) => sweepUploads(db, clock(), until),
  },
  'photos-purge': {
    does: 'deletes a removed photo when it cannot be brought back any more',
    run: (deps, { memberId, photoId }: OfPhoto) => purgePhoto(deps, memberId, photoId),
  },
  'photos-complete': {
    does: 'makes the sizes of a photo that the album does not show',
    growing: true,
    run: (deps, { memberId, photoId }: OfPhoto) => completePhoto(deps, memberId, photoId),
  },
  'photos-remove-files': {
    does: 'removes the files of an upload that got no row',
    run: (deps, photo: StoredPhoto) => removeUnnamedFiles(deps, photo),
  },
  'photos-remove-verification': {
    does: 'removes the picture of a verification',
    // With `unlessOf`, only if that member's verification does not name it.
    run: (deps, picture: { readonly storageKey: string; readonly unlessOf?: string }) => removeGesture(deps, picture),
  },
} satisfies JobTable<PhotoJobDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof photoJobs> {}
}
