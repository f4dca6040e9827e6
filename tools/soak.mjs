import { join } from 'node:path'
import { runCommand } from './support/command.mjs'
import { ensureInstalled } from './support/install.mjs'
import { root } from './support/paths.mjs'
import { runProgram } from './support/program.mjs'
import { ensureRedis } from './test/programs.mjs'

/*
 * npm run soak -- MINUTES …: simulates faults of every kind while members write and pay (bench/soak).
 */
await runCommand(async () => {
  await ensureInstalled({ development: true })
  return runProgram(join(root, 'bench', 'soak', 'main.ts'), process.argv.slice(2), {
    REDIS_SERVER: await ensureRedis(),
  })
})
