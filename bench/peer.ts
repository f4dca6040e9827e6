// The cost of a paid message compared with a plain Socket.IO server with `pg`: one-to-one messages of 80 characters,
// sent at a fixed rate, alternately, on the same PostgreSQL with durable writes. Measures the CPU time of server and
// PostgreSQL, WAL, the p99 at a low rate, the highest rate, and what is delivered at twice that rate.
import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { checkLedger } from '#server/modules/credits/index.ts'
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { forkProgram, type Forked } from './parts/fork.ts'
import { median, quantile, report } from './parts/measure.ts'
import { makePeople, type Person } from './parts/people.ts'
import { cpuOf, cpuOfFamily, load, parentOf } from './parts/processes.ts'

/** Members who write at the low rate. */
const calmMembers = 400
/** Members who write at the high rates: a socket that sends more than 15 events a second is closed. */
const members = 2000
const calmRate = Number(process.env['PEER_RATE'] ?? 500)
const rounds = Number(process.env['PEER_ROUNDS'] ?? 3)
const calmSeconds = Number(process.env['PEER_SECONDS'] ?? 8)
const stepSeconds = 3
/** A rate is too high when a smaller share arrives, or when the p99 is longer than the limit below. */
const delivered = 0.98
const lateMs = 250
const tickMs = 2
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url, { statementMs: 120_000 })
const { pool } = database
await createGeo(database).load()
// All have the same gender, so that each of them pays even if the other gender writes for free.
const people = await makePeople(database, members, 'man', 10_000_000)
await pool.query(`
  create schema peer;
  create table peer.wallets (member_id uuid primary key, credits integer not null check (credits >= 0));
  create table peer.messages (id uuid primary key, sender_id uuid not null, recipient_id uuid not null, body text not null, created_at timestamptz not null);
  create table peer.inbox (member_id uuid not null, other_id uuid not null, unread integer not null, last_at timestamptz not null, primary key (member_id, other_id))`)
await pool.query('insert into peer.wallets select member_id, 10000000 from wallets')
const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
const postgres = parentOf(rows[0]?.pid ?? 0)

interface Side {
  readonly server: Forked
  readonly sockets: readonly Socket[]
  /** Sends a message; resolves with whether it was accepted. */
  readonly send: (n: number, body: string) => Promise<boolean>
}
const otherOf = (n: number): Person => people[n % 2 ? n - 1 : n + 1] as Person

const arrivals = new Map<string, (at: number) => void>()
const arrive = (body: string): void => arrivals.get(body.slice(0, 36))?.(performance.now())

function connect<T>(port: number, options: object, hear: (data: T) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true, ...options })
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
    socket.on('chat', (data: T) => hear(data))
  })
}
async function all<T>(make: (person: Person) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let n = 0; n < people.length; n += 20) made.push(...(await Promise.all(people.slice(n, n + 20).map(make))))
  return made
}

async function openOurs(): Promise<Side> {
  const server = await forkProgram('./serve.ts', { OUTBOX: 'yes' })
  const sockets = await all((person) =>
    connect(
      server.port,
      { path: '/chat-socket', auth: { token: person.token } },
      ({ message }: { message: { msg: string } }) => arrive(message.msg),
    ),
  )
  const send = async (n: number, body: string): Promise<boolean> => {
    const answer: { ok: boolean } = await sockets[n]?.timeout(30_000).emitWithAck('chat', {
      msg: body,
      trackerId: people[n]?.clickid,
      angelId: otherOf(n).id,
      clientMessageId: randomUUID(),
    })
    return answer.ok
  }
  return { server, sockets, send }
}

async function openPlain(): Promise<Side> {
  const server = await forkProgram('../yardsticks/plain-chat.ts')
  const sockets = await all((person) =>
    connect(server.port, { auth: { id: person.id } }, ({ msg }: { msg: string }) => arrive(msg)),
  )
  const send = async (n: number, body: string): Promise<boolean> => {
    const answer: { ok: boolean } = await sockets[n]?.timeout(30_000).emitWithAck('chat', { to: otherOf(n).id, body })
    return answer.ok
  }
  return { server, sockets, send }
}

interface Run {
  readonly offered: number
  readonly arrived: number
  readonly refused: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  readonly serverCpu: number
  readonly postgresCpu: number
  readonly wal: number
  readonly records: number
}

const walNow = async (): Promise<{ bytes: number; records: number }> =>
  (
    await pool.query<{ bytes: number; records: number }>(
      'select wal_bytes::float8 as bytes, wal_records as records from pg_stat_wal',
    )
  ).rows[0] ?? { bytes: 0, records: 0 }

/** Sends at a fixed rate, regardless of the answers, and waits for the pending ones at the end. */
async function run(side: Side, rate: number, seconds: number, among = members): Promise<Run> {
  const times: number[] = []
  const under: Promise<unknown>[] = []
  let refused = 0
  const wal = await walNow()
  const server = cpuOf(side.server.child.pid ?? 0)
  const database = cpuOfFamily(postgres)
  const from = performance.now()
  let sent = 0
  const offer = (): void => {
    // Digits are replaced by letters, since digits that may be a telephone number need additional checks.
    const id = randomUUID().replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
    const body = id.padEnd(80, 'x')
    const at = performance.now()
    const n = sent % among
    sent += 1
    const arrived = new Promise<void>((resolve) => {
      arrivals.set(id, (now) => {
        times.push(now - at)
        resolve()
      })
    })
    under.push(
      side
        .send(n, body)
        .then(
          (ok) => (ok ? Promise.race([arrived, pause(5000)]) : void (refused += 1)),
          // A failed send is counted and reported as refused.
          () => void (refused += 1),
        )
        .finally(() => arrivals.delete(id)),
    )
  }
  while (performance.now() - from < seconds * 1000) {
    const due = Math.floor(((performance.now() - from) / 1000) * rate)
    while (sent < due) offer()
    await pause(tickMs)
  }
  await Promise.all(under)
  const took = (performance.now() - from) / 1000
  const per = (cpu: number): number => Math.round(cpu / Math.max(1, times.length))
  const serverCpu = per(cpuOf(side.server.child.pid ?? 0) - server)
  const postgresCpu = per(cpuOfFamily(postgres) - database)
  // The statistics of PostgreSQL's server processes become visible up to a second later.
  await pause(1200)
  const after = await walNow()
  return {
    offered: sent,
    arrived: times.length,
    refused,
    seconds: took,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    serverCpu,
    postgresCpu,
    wal: per(after.bytes - wal.bytes),
    records: Number(((after.records - wal.records) / Math.max(1, times.length)).toFixed(1)),
  }
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Increases the rate until messages are lost or late twice in a row: once may be the disk, which stops for a moment.
 * @returns the highest good rate, in messages a second
 */
async function saturation(side: Side): Promise<number> {
  const atRate = async (rate: number): Promise<number | undefined> => {
    const { offered, arrived, seconds, p99 } = await run(side, rate, stepSeconds)
    const isGood = arrived >= offered * delivered && p99 <= lateMs && seconds <= stepSeconds + 1
    return isGood ? Math.round(arrived / stepSeconds) : undefined
  }
  let best = 0
  for (let rate = calmRate; ; rate *= 1.25) {
    const good = (await atRate(rate)) ?? (await atRate(rate))
    if (good === undefined) return best
    best = good
  }
}

const ours = await openOurs()
const plain = await openPlain()
const seen: { ours: Run; plain: Run; load: number }[] = []
// Warm-up: creates the conversations, prepares the statements and compiles the code.
for (const side of [ours, plain]) await run(side, calmRate, members / calmRate + 1)
await pool.query('vacuum analyze')
for (let n = 0; n < rounds; n += 1) {
  const first = n % 2 ? ours : plain
  const one = await run(first, calmRate, calmSeconds, calmMembers)
  const other = await run(first === ours ? plain : ours, calmRate, calmSeconds, calmMembers)
  seen.push({ ...(first === ours ? { ours: one, plain: other } : { ours: other, plain: one }), load: load() })
}
const middle = (of: (round: (typeof seen)[number]) => number): number =>
  Number(median(seen.map((round) => of(round))).toPrecision(3))
const cost = ({ serverCpu, postgresCpu }: Run): number => serverCpu + postgresCpu
const figures = (side: 'ours' | 'plain') => ({
  serverCpu: middle((round) => round[side].serverCpu),
  postgresCpu: middle((round) => round[side].postgresCpu),
  p50: middle((round) => round[side].p50),
  p99: middle((round) => round[side].p99),
  wal: middle((round) => round[side].wal),
  records: middle((round) => round[side].records),
  refused: middle((round) => round[side].refused),
})
const saturated =
  process.env['PEER_SATURATION'] === 'no'
    ? {}
    : await (async () => {
        const saturations = { ours: await saturation(ours), plain: await saturation(plain) }
        const beyond = await run(ours, saturations.ours * 2, stepSeconds)
        return {
          saturation: { ...saturations, ratio: Number((saturations.ours / saturations.plain).toPrecision(3)) },
          beyond: { ...beyond, share: Number((beyond.arrived / stepSeconds / saturations.ours).toPrecision(3)) },
        }
      })()
const ledger = await checkLedger(database.db)
for (const side of [ours, plain]) {
  for (const socket of side.sockets) socket.disconnect()
  await side.server.stop()
}
await database.close()
report('peer', 'CPU of ours / plain, saturation, p99, WAL', 'ratio <= 0.5, saturation >= 2, wal <= 1000', {
  ratio: middle((round) => cost(round.ours) / cost(round.plain)),
  ours: figures('ours'),
  plain: figures('plain'),
  ...saturated,
  rate: calmRate,
  load: seen.map((round) => round.load),
  ledgerDifferences: ledger.differences.length,
})
process.exit(0)
