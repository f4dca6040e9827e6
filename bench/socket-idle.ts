// The resident memory per idle signed-in socket, relative to a plain `ws` server with the same number of sockets.
import type { WebSocket } from 'ws'
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openPlain, openSignedIn } from './yardsticks/bare-sockets.ts'
import { forkProgram, type Forked } from './parts/fork.ts'
import { interleaved, report } from './parts/measure.ts'
import { makePeople, type Person } from './parts/people.ts'

const count = 5000
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
await createGeo(database).load()
const people = await makePeople(database, count, 'man', 0)
await database.close()

/** Opens `count` sockets to a new process and returns by how many bytes each of them made it grow. */
async function bytesPerSocket(
  program: string,
  open: (server: Forked, n: number) => Promise<WebSocket>,
): Promise<number> {
  const server = await forkProgram(program, { DATABASE_URL: url })
  // The first sockets make the runtime compile and allocate once, which must not count as memory of a socket.
  const warm = await inBatches(100, (n) => open(server, n))
  const before = await settled(server)
  const sockets = await inBatches(count - 100, (n) => open(server, n + 100))
  const after = await settled(server)
  for (const socket of [...warm, ...sockets]) socket.terminate()
  await server.stop()
  return (after - before) / (count - 100)
}

async function inBatches(many: number, open: (n: number) => Promise<WebSocket>): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  for (let from = 0; from < many; from += 50)
    sockets.push(...(await Promise.all(Array.from({ length: Math.min(50, many - from) }, (_, n) => open(from + n)))))
  return sockets
}

async function settled(server: Forked): Promise<number> {
  let rss = 0
  for (let n = 0; n < 6; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    rss = (await server.ask<{ rss: number }>('memory')).rss
  }
  return rss
}

const personAt = (n: number): Person => people[n] as Person
const result = await interleaved(
  () => bytesPerSocket('./serve.ts', ({ port }, n) => openSignedIn(port, personAt(n))),
  () => bytesPerSocket('../yardsticks/plain-ws.ts', ({ port }, n) => openPlain(port, personAt(n))),
)
report('socket-idle', 'bytes/socket', 'ratio <= 2.2', { ...result, sockets: count })
process.exit(0)
