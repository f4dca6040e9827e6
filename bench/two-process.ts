// The p99 from a send to the other member's handler when the two are connected to different processes with Redis
// between them, relative to both at one process, which uses the broker too. Needs redis-server on this machine.
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startRedis } from '#test/support/redis.ts'
import { connectPairs } from './parts/chat-pairs.ts'
import { forkProgram } from './parts/fork.ts'
import { interleaved, quantile, report } from './parts/measure.ts'
import { offer } from './parts/open-loop.ts'
import { makePeople } from './parts/people.ts'
import { load } from './parts/processes.ts'

const members = 200
const seconds = 5
const rate = Number(process.env['RATE'] ?? 200)
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
await createGeo(database).load()
const people = await makePeople(database, 2 * members, 'man', 10_000_000)
const redis = await startRedis()
const start = () => forkProgram('./serve.ts', { BROKER_URL: redis.url })
const [one, other] = [await start(), await start()]
const apart = await connectPairs(people.slice(0, members), (n) => (n % 2 ? other : one).port)
const together = await connectPairs(people.slice(members), () => one.port)
let refused = 0
const p99 = async (send: (n: number) => Promise<void>): Promise<number> => {
  const times = await offer({ rate, seconds }, (n) =>
    send(n).catch((error: unknown) => {
      refused += 1
      throw error
    }),
  )
  return quantile(times, 0.99)
}
// Warm-up: creates the conversations, prepares the statements and compiles the code.
for (const { send } of [apart, together]) await offer({ rate, seconds: 3 }, send)
const result = await interleaved(
  () => p99(apart.send),
  () => p99(together.send),
)
for (const pairs of [apart, together]) pairs.close()
for (const server of [one, other]) await server.stop()
await redis.kill()
await database.close()
report('two-process', 'ms p99', 'ratio <= 1.6', { ...result, rate, refused, load: load() })
process.exit(0)
