// npm run soak -- MINUTES [--members=200] [--pace=1000] [--seed=1]: simulates all faults in turn while members write and pay.
import { parseArgs } from 'node:util'
import { soak } from './soak.ts'

const usage = `npm run soak -- MINUTES [--members=200] [--pace=MS] [--seed=N]

Starts an installation of its own (two web and socket processes, a worker, Redis, PostgreSQL) with members who write, read, like
and pay, kills its parts with -9 and loses the network to it, in turn, and compares at the end what was acknowledged with what is
stored, paid and shown. Each member does something every MS milliseconds (1,000 if not given). The same seed makes the same
faults. Needs redis-server on this machine.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    members: { type: 'string', default: '200' },
    pace: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
})
const [minutes, members, paceMs, seed] = [positionals[0], values.members, values.pace, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]
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
  payments: true,
  onStep: (name, messages) =>
    console.log(`${Math.round((performance.now() - began) / 1000)} s  ${messages} messages  ${name}`),
})
console.log(JSON.stringify(figures))
for (const each of damage.slice(0, 100)) console.error(each)
console.log(damage.length === 0 ? 'Nothing was lost, doubled or out of order.' : `${damage.length} things are wrong.`)
process.exit(damage.length === 0 ? 0 : 1)
