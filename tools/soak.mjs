import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { makeNetworks } from './proof/network.mjs'
import { ensureRoot, missingForRoots } from './proof/root.mjs'
import { runCommand } from './support/command.mjs'
import { Failure } from './support/failure.mjs'
import { ensureInstalled } from './support/install.mjs'
import { root } from './support/paths.mjs'
import { runProgram } from './support/program.mjs'
import { checkOut, releaseBefore } from './release/version-before.mjs'
import { ensureRedis } from './test/programs.mjs'

/*
 * npm run soak -- MINUTES …: simulates faults of every kind while members write and pay (bench/soak).
 * npm run soak -- upgrade [--from=TAG]: upgrades from another version, by default the last release, and back.
 * npm run soak -- failover: kills, cuts off and stops the primary of a cluster of three nodes.
 */
await runCommand(async () => {
  await ensureInstalled({ development: true })
  const [what, ...others] = process.argv.slice(2)
  if (what === 'failover') return soakFailover(process.argv.slice(2))
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

/** In a network of its own, on which the nodes are. @param {string[]} args */
async function soakFailover(args) {
  const missing = missingForRoots()
  if (missing) throw new Failure(`This needs machines of its own: ${missing}.`)
  const { addresses, packages, prefix } = await import('../bench/soak/cluster.ts')
  await ensureRoot(packages)
  const networks = makeNetworks(prefix, addresses)
  try {
    const inside = [
      'netns',
      'exec',
      networks.of('servers'),
      process.execPath,
      join(root, 'bench/soak/main.ts'),
      ...args,
    ]
    return spawnSync('ip', inside, { stdio: 'inherit' }).status ?? 1
  } finally {
    networks.remove()
  }
}
