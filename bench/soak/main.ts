/*
 * npm run soak -- MINUTES [--members=200] [--pace=1000] [--seed=1]: simulates all faults in turn while members write and pay.
 * npm run soak -- upgrade: the faults are those of an upgrade from another version and back.
 * npm run soak -- failover: those of a primary that dies, in a cluster of three nodes.
 */
import { parseArgs } from 'node:util'
import { networksOf } from '../../tools/proof/network.mjs'
import { addresses, prefix } from './cluster.ts'
import { soakFailover } from './failover.ts'
import { soak } from './soak.ts'

const usage = `npm run soak -- MINUTES [--members=200] [--pace=MS] [--seed=N]
npm run soak -- upgrade [--from=TAG] [--members=200] [--pace=MS] [--seed=N]
npm run soak -- failover [--members=40] [--pace=MS]

Starts an installation of its own (two web and socket processes, a worker, Redis, PostgreSQL) with members who write, read, like
and pay, kills its parts with -9 and loses the network to it, in turn, and compares at the end what was acknowledged with what is
stored, paid and shown. Each member does something every MS milliseconds (1,000 if not given). The same seed makes the same
faults. With upgrade, the installation begins with another version, by default the last release; its processes become those of
this version one after the other, then those of the version before again. Needs redis-server on this machine. With failover, the
database is that of three nodes with Patroni and etcd, the broker Valkey with Sentinel, and the primary's node is killed, cut off
and stopped (docs/high-availability.md); needs root, debootstrap and Debian's packages.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    members: { type: 'string', default: '200' },
    pace: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    before: { type: 'string' },
  },
})
const [isUpgrade, isFailover] = ['upgrade', 'failover'].map((what) => positionals[0] === what)
const [minutes, members, paceMs, seed] = [
  isUpgrade || isFailover ? 1 : positionals[0],
  values.members,
  values.pace,
  values.seed,
].map(Number) as [number, number, number, number]
const fits = minutes > 0 && positionals.length === 1 && members >= 4 && members % 4 === 0 && paceMs >= 100
if (!fits || !Number.isSafeInteger(seed)) {
  console.error(
    `${usage}\n\nMINUTES is a number above 0, --members a multiple of 4, --pace at least 100, --seed a whole number.`,
  )
  process.exit(2)
}

const began = performance.now()
const onStep = (name: string, messages: number): void =>
  console.log(`${Math.round((performance.now() - began) / 1000)} s  ${messages} messages  ${name}`)
const { damage, ...figures } = isFailover
  ? await soakFailover(networksOf(prefix, addresses), { members: Math.min(members, 40), paceMs, onStep })
  : await soak({
      members,
      seconds: minutes * 60,
      paceMs,
      faultEvery: 5,
      seed,
      ...(values.before === undefined ? {} : { before: values.before }),
      payments: true,
      onStep,
    })
console.log(JSON.stringify(figures))
for (const each of damage.slice(0, 100)) console.error(each)
console.log(damage.length === 0 ? 'Nothing was lost, doubled or out of order.' : `${damage.length} things are wrong.`)
process.exit(damage.length === 0 ? 0 : 1)
