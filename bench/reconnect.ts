// How long it takes until 10,000 sockets that were dropped simultaneously are connected again and have requested their
// missed messages, relative to a plain `ws` server without such requests; and the delay of the server's event loop.
import { request, Agent } from 'node:http'
import type { WebSocket } from 'ws'
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openPlain, openSignedIn } from './yardsticks/bare-sockets.ts'
import { forkProgram } from './parts/fork.ts'
import { interleaved, report } from './parts/measure.ts'
import { makePeople, type Person } from './parts/people.ts'
import { load } from './parts/processes.ts'

const count = Number(process.env['SOCKETS'] ?? 10_000)
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
await createGeo(database).load()
const people = await makePeople(database, count, 'man', 0)
// As an installation has it: without statistics the sessions of many are read by scans.
await database.pool.query('vacuum analyze')
await database.close()
const server = await forkProgram('./serve.ts')
const plain = await forkProgram('../yardsticks/plain-ws.ts')

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
let refused = 0
/** Retries a refused attempt after a short time, as browsers do. */
async function persistently<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch {
      // A refusal is counted and reported.
      refused += 1
      await pause(500 + Math.random() * 1000)
    }
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 500 })
/** Requests the messages since the last known one. */
const catchUp = ({ clickid, token }: Person, other: Person): Promise<void> =>
  new Promise((resolve, reject) => {
    const path = `/api/get/messages/${clickid}/${other.id}?after=0`
    const headers = { host: 'localhost', authorization: `Bearer ${token}` }
    request({ host: '127.0.0.1', port: server.port, path, headers, agent }, (answer) => {
      answer
        .resume()
        .on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`))))
    })
      .on('error', reject)
      .end()
  })

/** Opens all sockets, a few at a time, then drops all of them. @returns the milliseconds until the last one is back */
async function dropAndReturn(open: (person: Person) => Promise<WebSocket>, after: (n: number) => Promise<void>) {
  let sockets: WebSocket[] = []
  for (let n = 0; n < count; n += 100)
    sockets.push(...(await Promise.all(people.slice(n, n + 100).map((person) => persistently(() => open(person))))))
  await server.ask('delay')
  const from = performance.now()
  for (const socket of sockets) socket.terminate()
  sockets = await Promise.all(
    people.map(async (person, n) => {
      const socket = await persistently(() => open(person))
      await after(n)
      return socket
    }),
  )
  const took = performance.now() - from
  const delay = await server.ask<{ p99: number; max: number }>('delay')
  for (const socket of sockets) socket.terminate()
  await pause(500)
  return { took, delay }
}

const delays: { p99: number; max: number }[] = []
const result = await interleaved(
  async () => {
    const { took, delay } = await dropAndReturn(
      (person) => openSignedIn(server.port, person),
      (n) => persistently(() => catchUp(people[n] as Person, people[(n + 1) % count] as Person)),
    )
    delays.push(delay)
    return took
  },
  async () =>
    (
      await dropAndReturn(
        (person) => openPlain(plain.port, person),
        () => Promise.resolve(),
      )
    ).took,
  3,
)
await server.stop()
await plain.stop()
report('reconnect', 'ms until all are back', 'ratio <= 2, event loop p99 <= 100 ms', {
  ...result,
  sockets: count,
  refused,
  eventLoop: delays.map(({ p99, max }) => [Math.round(p99), Math.round(max)]),
  load: load(),
})
process.exit(0)
