// The p99 from a send to the other member's handler, at 30 % of the highest rate at which everything still arrives. It
// is relative to the p99 of a plain `ws` relay plus that of the minimal writes of a paid message, each at the same
// rate.
import { WebSocket } from 'ws'
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { connectPairs } from './parts/chat-pairs.ts'
import { forkProgram } from './parts/fork.ts'
import { leastPaid } from './parts/least-paid.ts'
import { interleaved, quantile, report } from './parts/measure.ts'
import { offer } from './parts/open-loop.ts'
import { makePeople } from './parts/people.ts'
import { load } from './parts/processes.ts'

/** A socket that sends more than 15 messages a second is closed. */
const members = 1000
const seconds = 5
/** A rate is too high when a smaller share arrives, or when the p99 is longer than the limit below. */
const delivered = 0.98
const lateMs = 250
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
await createGeo(database).load()
const people = await makePeople(database, members, 'man', 10_000_000)
const pay = await leastPaid(database)

const server = await forkProgram('./serve.ts')
const pairs = await connectPairs(people, () => server.port)

const relay = await forkProgram('../yardsticks/plain-relay.ts')
const relayed = new Map<string, () => void>()
const sockets = await Promise.all(
  people.map(
    ({ id }) =>
      new Promise<WebSocket>((resolve, reject) => {
        const socket = new WebSocket(`ws://127.0.0.1:${relay.port}/${id}`, { perMessageDeflate: false })
        socket.once('open', () => resolve(socket))
        socket.once('error', reject)
        socket.on('message', (data) => relayed.get(String(data))?.())
      }),
  ),
)
const body = (n: number): string => `${n}`.padEnd(80, 'x')
const viaRelay = (n: number): Promise<void> =>
  new Promise((resolve) => {
    const at = n % members
    relayed.set(body(n), () => {
      relayed.delete(body(n))
      resolve()
    })
    sockets[at]?.send(`${people[at ^ 1]?.id}${body(n)}`)
  })
const viaSql = (n: number): Promise<boolean> =>
  pay(people[n % members]?.id ?? '', people[(n % members) ^ 1]?.id ?? '', body(n))

// Warm-up: creates the conversations, prepares the statements and compiles the code.
await offer({ rate: 500, seconds: members / 500 + 1 }, pairs.send)
let saturation = 0
for (let rate = 400; ; rate *= 1.25) {
  const times = await offer({ rate, seconds: 3 }, pairs.send)
  if (times.length < rate * 3 * delivered || quantile(times, 0.99) > lateMs) break
  saturation = Math.round(times.length / 3)
}
const rate = Math.round(Math.max(saturation, 100) * 0.3)
const p99 = async (one: (n: number) => Promise<unknown>): Promise<number> =>
  quantile(await offer({ rate, seconds }, one), 0.99)
const result = await interleaved(
  () => p99(pairs.send),
  async () => (await p99(viaRelay)) + (await p99(viaSql)),
)
pairs.close()
for (const socket of sockets) socket.terminate()
await server.stop()
await relay.stop()
await database.close()
report('deliver', 'ms p99', 'ratio <= 1.5', { ...result, saturation, rate, load: load() })
process.exit(0)
