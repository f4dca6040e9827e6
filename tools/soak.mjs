import { join } from 'node:path'
import { runCommand } from './support/command.mjs'
import { ensureInstalled } from './support/install.mjs'
import { root } from './support/paths.mjs'
import { runProgram } from './support/program.mjs'
import { checkOut, releaseBefore } from './release/version-before.mjs'
import { ensureRedis } from './test/programs.mjs'

/*
 * npm run soak -- MINUTES …: simulates faults of every kind while members write and pay (bench/soak).
 * npm run soak -- upgrade [--from=TAG]: upgrades from another version, by default the last release, and back.
 */
await runCommand(async () => {
  await ensureInstalled({ development: true })
  const [what, ...others] = process.argv.slice(2)
  const from = others.find((one) => one.startsWith('--from='))?.slice('--from='.length)
  const args =
    what === 'upgrade'
      ? [
          what,
          `--before=${await checkOut(from ?? releaseBefore())}`,
          ...others.filter((one) => !one.startsWith('--from=')),
        ]
      : process.argv.slice(2)
  return runProgram(join(root, 'bench', 'soak', 'main.ts'), args, { REDIS_SERVER: await ensureRedis() })
})
