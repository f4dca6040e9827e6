// Resident memory per idle signed-in socket, over a plain `ws` server with as many.
import { WebSocket } from 'ws'
import { createGeo } from '../server/src/modules/geo/index.ts'
import { openDatabase } from '../server/src/platform/database.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { forkProgram, type Forked } from './parts/fork.ts'
import { interleaved, report } from './parts/measure.ts'
import { makePeople } from './parts/people.ts'

const count = 5000
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
await createGeo(database).load()
const people = await makePeople(database, count, 'man', 0)
await database.close()

/** Opens `count` sockets to a fresh process and says by how many bytes each of them made it grow. */
async function bytesPerSocket(
  program: string,
  open: (server: Forked, n: number) => Promise<WebSocket>,
): Promise<number> {
  const server = await forkProgram(program, { DATABASE_URL: url })
  // What the first sockets make the runtime compile and allocate once is not a socket's own.
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

/** Speaks Socket.IO by hand, so that five thousand clients do not weigh on the measuring process. */
const signedIn = (server: Forked, n: number): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/chat-socket/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    })
    socket.on('error', reject)
    socket.on('message', (data) => {
      const text = String(data)
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token: people[n]?.token })}`)
      else if (text.startsWith('40')) resolve(socket)
      else if (text.startsWith('44')) reject(new Error(text))
      else if (text === '2') socket.send('3')
    })
  })
const plain = (server: Forked, n: number): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/${people[n]?.id}`, { perMessageDeflate: false })
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
  })

const result = await interleaved(
  () => bytesPerSocket('./serve.ts', signedIn),
  () => bytesPerSocket('./plain-ws.ts', plain),
)
report('socket-idle', 'bytes/socket', 'ratio <= 2.2', { ...result, sockets: count })
process.exit(0)
