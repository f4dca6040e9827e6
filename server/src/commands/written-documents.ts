import { apiDocument } from './api-document.ts'
import { jobsDocument } from './jobs-document.ts'
import { tablesDocument } from './tables-document.ts'

/** The pages of `docs/` that are made from the code, by file name. */
export const writtenDocuments = (): Readonly<Record<string, string>> => ({
  'api.md': apiDocument(),
  'jobs.md': jobsDocument(),
  'tables.md': tablesDocument(),
})
