import type { Database } from '#platform/database/database.ts'
import type { JobTable, PayloadsOf } from '#platform/jobs/job.ts'
import type { Storage } from '#platform/storage.ts'
import { removeFile, removeUnsent } from './media/remove-media.ts'

export const chatJobs = {
  'chat-remove-unsent': {
    does: 'deletes a picture or voice message that was uploaded and never sent',
    run: (deps, { mediaId }: { readonly mediaId: string }) => removeUnsent(deps, mediaId),
  },
  'chat-remove-file': {
    does: 'deletes the file of a message, or of an upload that was not stored',
    // With `unlessOf`, only if there is no such row of media.
    run: (deps, file: { readonly storageKey: string; readonly unlessOf?: string }) => removeFile(deps, file),
  },
} satisfies JobTable<{ readonly db: Database; readonly storage: Storage }>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof chatJobs> {}
}
