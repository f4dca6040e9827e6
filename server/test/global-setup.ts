import { startThrowawayPostgres } from '../../tools/throwaway-postgres.mjs'
import { ensureEmailsBuilt } from '../../tools/web-build.mjs'
import { prepareTemplate } from './template.ts'

/**
 * Once per run: the emails and texts of the server built, where they changed; a cluster of its own unless TEST_DATABASE_URL names one, and in it the migrated template database.
 * Workers get both by their environment.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // The projects of one run set up one after the other and share what the first one made.
  if (process.env['TEST_DATABASE_TEMPLATE'] !== undefined) return async () => undefined
  await ensureEmailsBuilt()
  const given = process.env['TEST_DATABASE_URL']
  const own = given === undefined ? await startThrowawayPostgres() : undefined
  const url = own?.url ?? given ?? ''
  const template = await prepareTemplate(url)
  process.env['TEST_DATABASE_URL'] = url
  process.env['TEST_DATABASE_TEMPLATE'] = template.name
  return () => (own === undefined ? template.drop() : own.stop())
}
