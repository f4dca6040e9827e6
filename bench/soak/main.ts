/*
 * npm run soak -- MINUTES [--members=200] [--pace=1000] [--seed=1]: simulates all faults in turn while members write and pay.
 * npm run soak -- upgrade: the faults are those of an upgrade from another version and back.
 */
import { parseArgs } from 'node:util'
import { soak } from './soak.ts'

const usage = `npm run soak -- MINUTES [--members=200] [--pace=MS] [--seed=N]
npm run soak -- upgrade [--from=TAG] [--members=200] [--pace=MS] [--seed=N]

Starts an installation of its own (two web and socket processes, a worker, Redis, PostgreSQL) with members who write, read, like
and pay, kills its parts with -9 and loses the network to it, in turn, and compares at the end what was acknowledged with what is
stored, paid and shown. Each member does something every MS milliseconds (1,000 if not given). The same seed makes the same
faults. With upgrade, the installation begins with another version, by default the last release; its processes become those of
this version one after the other, then those of the version before again. Needs redis-server on this machine.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    members: { type: 'string', default: '200' },
    pace: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    before: { type: 'string' },
  },
})
const isUpgrade = positionals[0] === 'upgrade'
const [minutes, members, paceMs, seed] = [isUpgrade ? 1 : positionals[0], values.members, values.pace, values.seed].map(
  Number,
) as [number, number, number, number]
const fits = minutes > 0 && positionals.length === 1 && members >= 4 && members % 4 === 0 && paceMs >= 100
if (!fits || !Number.isSafeInteger(seed)) {
  console.error(
    `${usage}\n\nMINUTES is a number above 0, --members a multiple of 4, --pace at least 100, --seed a whole number.`,
  )
  process.exit(2)
}

const began = performance.now()
const { damage, ...figures } = await soak({
  members,
  seconds: minutes * 60,
  paceMs,
  faultEvery: 5,
  seed,
  ...(values.before === undefined ? {} : { before: values.before }),
  payments: true,
  onStep: (name, messages) =>
    console.log(`${Math.round((performance.now() - began) / 1000)} s  ${messages} messages  ${name}`),
})
console.log(JSON.stringify(figures))
for (const each of damage.slice(0, 100)) console.error(each)
console.log(damage.length === 0 ? 'Nothing was lost, doubled or out of order.' : `${damage.length} things are wrong.`)
process.exit(damage.length === 0 ? 0 : 1)
