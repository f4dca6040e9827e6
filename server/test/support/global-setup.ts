import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fastestParent } from '../../../tools/support/throwaway-folder.mjs'
import { startThrowawayPostgres } from '../../../tools/support/throwaway-postgres.mjs'
import { ensureEmailsBuilt } from '../../../tools/support/web-build.mjs'
import { prepareTemplate } from './template.ts'

/**
 * Once per run: builds the server's emails and texts if they changed, starts a cluster unless TEST_DATABASE_URL names
 * one, and creates the migrated template databases in it. Workers get both by environment variables. With
 * TEST_TEMPLATE_FILE the first of several runs writes its templates there for the others, and they are removed with the
 * cluster.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // The projects of a run are set up sequentially and share the first one's result.
  if (process.env['TEST_DATABASE_TEMPLATE'] !== undefined) return async () => undefined
  await ensureEmailsBuilt()
  const note = process.env['TEST_TEMPLATE_FILE']
  if (note !== undefined && existsSync(note)) {
    process.env['TEST_DATABASE_TEMPLATE'] = readFileSync(note, 'utf8')
    return async () => undefined
  }
  const given = process.env['TEST_DATABASE_URL']
  const own = given === undefined ? await startThrowawayPostgres({ parent: fastestParent() }) : undefined
  const url = own?.url ?? given ?? ''
  const { template, drop } = await prepareTemplate(url)
  process.env['TEST_DATABASE_URL'] = url
  process.env['TEST_DATABASE_TEMPLATE'] = JSON.stringify(template)
  if (own !== undefined) return () => own.stop()
  if (note === undefined) return drop
  writeFileSync(note, JSON.stringify(template))
  return async () => undefined
}
