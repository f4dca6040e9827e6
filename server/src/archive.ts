import { archiveMonths, type ArchiveDeps } from './platform/archive/archive-months.ts'
import type { Log } from './platform/log.ts'
import type { Module } from './platform/module.ts'

declare module './platform/jobs.ts' {
  interface Jobs {
    'archive-months': Record<never, never>
  }
}

/** The nightly job that copies old books and evidence to the storage. */
export function createArchive(deps: ArchiveDeps & { readonly log: Log }): Module {
  return {
    jobs: {
      async 'archive-months'() {
        for (const { table, month, rows, bytes } of await archiveMonths(deps))
          deps.log.info({ table, month, rows, bytes }, 'a month was archived')
      },
    },
    // One run at a time: a run removes what another has not finished.
    crontab: ['23 3 * * * archive-months ?queue=nightly'],
  }
}
