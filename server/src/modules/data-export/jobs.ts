import type { JobTable, PayloadsOf } from '#platform/jobs/job.ts'
import { removeExport } from './data-export.ts'
import type { DataExportDeps } from './deps.ts'
import { makeExport } from './make.ts'

export const dataExportJobs = {
  'data-export-make': {
    does: 'makes the archive of a member’s own data',
    growing: true,
    run: (deps, about: { readonly memberId: string; readonly id: string }, { last }) => makeExport(deps, about, last),
  },
  'data-export-remove': {
    does: 'removes an archive after seven days, or when the member asks',
    run: (deps, { id }: { readonly id: string }) => removeExport(deps, id),
  },
} satisfies JobTable<DataExportDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof dataExportJobs> {}
}
