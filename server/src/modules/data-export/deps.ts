import type pg from 'pg'
import type { Flows } from '#modules/flows/index.ts'
import type { IdentityDeps } from '#modules/identity/index.ts'
import type { Log } from '#platform/process/log.ts'
import type { Storage } from '#platform/storage.ts'
import type { Export } from '#platform/database/table.ts'

export interface DataExportDeps extends Pick<IdentityDeps, 'db' | 'clock' | 'passwords' | 'enqueueEmail'> {
  readonly pool: pg.Pool
  readonly flows: Flows
  readonly storage: Storage
  readonly log: Log
  /** The files about tables, as their modules declare them. */
  readonly exportedFiles: readonly ExportedFile[]
}

export type ExportedFile = Export & { readonly table: string; readonly file: string }
