// Acknowledged paid messages a second through the real socket and service, relative to the minimal writes of one with
// `pg`: a balance and a message in one prepared statement, at the same concurrency.
import { createGeo } from '#server/modules/geo/index.ts'
import { checkLedger } from '#server/modules/credits/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { forkProgram } from './parts/fork.ts'
import { leastPaid } from './parts/least-paid.ts'
import { interleaved, report } from './parts/measure.ts'
import { makePaidSenders, underWay } from './parts/paid-senders.ts'

// A socket may send 15 messages a second, so with fewer members that limit would be measured, not the work.
const count = 4 * underWay
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
await createGeo(database).load()
const server = await forkProgram('./serve.ts')
const senders = await makePaidSenders(database, { count, seconds: 3, port: server.port })
const pay = await leastPaid(database)
const viaSql = (n: number): Promise<boolean> =>
  pay(senders.men[n]?.id ?? '', senders.women[n]?.id ?? '', 'Ciao, come stai?')
const result = await interleaved(
  () => senders.rate(senders.send),
  () => senders.rate(viaSql),
)
const ledger = await checkLedger(database.db)
senders.close()
await server.stop()
await database.close()
report('send', 'messages/s', 'ratio >= 0.65', {
  ...result,
  senders: count,
  underWay,
  ledgerDifferences: ledger.differences.length,
})
process.exit(0)
