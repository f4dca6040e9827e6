// Acknowledged paid messages a second while the rest of an installation works (the presence of 100,000 members, an
// erasure, every nightly job, a migration of the messages, all within twenty seconds), relative to the same sends by
// themselves. Both share the machine's processors, so on few of them the other work costs its share.
import { join } from 'node:path'
import { loadGeography } from '#server/modules/geo/load.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { loadMembers } from './load/load.ts'
import { forkProgram } from './parts/fork.ts'
import { interleaved, report } from './parts/measure.ts'
import { makePaidSenders, underWay } from './parts/paid-senders.ts'

const members = Number(process.argv[2] ?? 100_000)
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
await loadGeography(database.db)
await loadMembers({
  url,
  members,
  brandsDir: join(import.meta.dirname, '../brands'),
  passwordHash: 'none',
  now: new Date(),
})
const server = await forkProgram('./serve.ts')
// A socket may send 15 messages a second.
const count = 4 * underWay
const senders = await makePaidSenders(database, { count, seconds: 20, port: server.port })
const work = await forkProgram('./other-work.ts')
const done: object[] = []
const quiet = () => senders.rate(senders.send)
const beside = async (): Promise<number> => {
  work.child.send('start')
  const rate = await senders.rate(senders.send)
  done.push(await work.ask('stop'))
  return rate
}
const result = await interleaved(beside, quiet)
senders.close()
await work.stop()
await server.stop()
await database.close()
// The first was a warm-up.
report('beside', 'messages/s', 'ratio >= 0.8', { ...result, members, done: done.slice(1) })
process.exit(0)
