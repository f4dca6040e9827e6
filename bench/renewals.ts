// Due renewals charged in one run with a provider that answers in 300 ms: the time until the last is granted, relative to
// the time if each waited for the one before; how late the event loop is and how memory grows meanwhile. Then as many in a
// run that is killed ten times, after which each has to be charged and granted once. `npm run bench -- renewals 1000` for
// fewer.
import { measureRenewals } from './renewals/run.ts'
import { report } from './parts/measure.ts'

const answerMs = 300
const most = { seconds: 360, delayMs: 50, growth: 1.1 }
const terms = Number(process.argv[2] ?? 10_000)
const { seconds, delay, memory, killed, wrong } = await measureRenewals(process.env['DATABASE_URL'] ?? '', {
  terms,
  killedTerms: terms,
  kills: 10,
  answerMs,
  timeoutMs: 1_200_000,
})
const growth = memory[1] / memory[0]
report('renewals', 's', `<= ${most.seconds} for 10,000, delay p99 <= ${most.delayMs} ms, none charged twice`, {
  value: Number(seconds.toPrecision(4)),
  yardstick: (terms * answerMs) / 1000,
  ratio: Number((seconds / ((terms * answerMs) / 1000)).toPrecision(3)),
  terms,
  delay,
  memoryMiB: memory.map(Math.round),
  growth: Number(growth.toPrecision(3)),
  killed,
  wrong: wrong.length,
})
for (const each of wrong.slice(0, 20)) console.error(each)
const isMet =
  seconds <= (most.seconds * terms) / 10_000 && delay.p99 <= most.delayMs && growth <= most.growth && wrong.length === 0
process.exit(isMet ? 0 : 1)
