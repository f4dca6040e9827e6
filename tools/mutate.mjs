import { join } from 'node:path'
import { runCommand } from './support/command.mjs'
import { ensureInstalled } from './support/install.mjs'
import { root } from './support/paths.mjs'
import { runProgram } from './support/program.mjs'
import { fastestParent } from './support/throwaway-folder.mjs'
import { startThrowawayPostgres } from './support/throwaway-postgres.mjs'

/*
 * npm run mutate -- GROUP…: plants faults in the files of a group and prints those that no test notices. It uses its
 * own database. The options are described in mutate/main.mjs.
 */
await runCommand(async () => {
  await ensureInstalled({ development: true })
  const database = await startThrowawayPostgres({ parent: fastestParent() })
  try {
    return await runProgram(join(root, 'tools/mutate/main.mjs'), process.argv.slice(2), {
      TEST_DATABASE_URL: database.url,
    })
  } finally {
    await database.stop()
  }
})
