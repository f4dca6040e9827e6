// Acknowledged paid messages a second through the real socket and service, relative to the minimal writes of one with
// `pg`: a balance and a message in one prepared statement, at the same concurrency.
import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { createGeo } from '../server/src/modules/geo/index.ts'
import { checkLedger } from '../server/src/modules/credits/index.ts'
import { openDatabase } from '../server/src/platform/database.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { forkProgram } from './parts/fork.ts'
import { leastPaid } from './parts/least-paid.ts'
import { interleaved, report } from './parts/measure.ts'
import { makePeople } from './parts/people.ts'

const senders = 200
const seconds = 3
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
await createGeo(database).load()
const men = await makePeople(database, senders, 'man', 10_000_000)
const women = await makePeople(database, senders, 'woman', 0)
const pay = await leastPaid(database)
const server = await forkProgram('./serve.ts')
const sockets = await Promise.all(
  men.map(
    (man) =>
      new Promise<Socket>((resolve, reject) => {
        const socket = io(`http://127.0.0.1:${server.port}`, {
          path: '/chat-socket',
          transports: ['websocket'],
          auth: { token: man.token },
          forceNew: true,
        })
        socket.once('connect', () => resolve(socket))
        socket.once('connect_error', reject)
      }),
  ),
)

/** For a few seconds, every sender sends, waits for the answer and sends again. */
async function rate(sendOne: (n: number) => Promise<boolean>): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    men.map(async (_, n) => {
      while (performance.now() < until) if (await sendOne(n)) done += 1
    }),
  )
  return done / seconds
}

const viaSocket = (n: number): Promise<boolean> => {
  const [man, woman] = [men[n], women[n]]
  return (
    sockets[n]
      ?.timeout(10_000)
      .emitWithAck('chat', {
        msg: 'Ciao, come stai?',
        trackerId: man?.clickid,
        angelId: woman?.id,
        clientMessageId: randomUUID(),
      })
      .then((ack: { ok: boolean }) => ack.ok) ?? Promise.resolve(false)
  )
}
const viaSql = (n: number): Promise<boolean> => pay(men[n]?.id ?? '', women[n]?.id ?? '', 'Ciao, come stai?')
// The limit per connection is that of the product (15 a second), so 200 senders could be slowed down by it, not by the
// work.
const result = await interleaved(
  () => rate(viaSocket),
  () => rate(viaSql),
)
const ledger = await checkLedger(database.db)
for (const socket of sockets) socket.disconnect()
await server.stop()
await database.close()
report('send', 'messages/s', 'ratio >= 0.65', { ...result, senders, ledgerDifferences: ledger.differences.length })
process.exit(0)
