import { join } from 'node:path'
import { runCommand } from './command.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './paths.mjs'
import { runProgram } from './program.mjs'
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
