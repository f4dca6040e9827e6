import { randomUUID } from 'node:crypto'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startThrowawayPostgres } from '../../tools/throwaway-postgres.mjs'
import { checkLedger, move } from '../src/modules/credits/index.ts'
import { createSessions } from '../src/modules/identity/index.ts'
import { createMember } from '../src/modules/members/index.ts'
import { openDatabase, type DatabaseHandle } from '../src/platform/database.ts'
import { newId } from '../src/platform/ids.ts'

/*
 * Twenty members write to each other over real sockets while the server, and then the database, is killed with -9. What was
 * acknowledged has to be there, once, in order, and paid for once; what was not is sent again under the same client id.
 */

let cluster: Awaited<ReturnType<typeof startThrowawayPostgres>>
let database: DatabaseHandle
let server: ChildProcess
let port: number
const folder = mkdtempSync(join(tmpdir(), 'crash-'))

beforeAll(async () => {
  cluster = await startThrowawayPostgres({ fast: false })
  port = await freePort()
  await startServer()
  database = openDatabase(cluster.url, { size: 4 })
}, 60_000)
afterAll(async () => {
  server.kill('SIGKILL')
  await database.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('kill -9 of the server loses, doubles and disorders nothing that was acknowledged', async () => {
  const writers = await openWriters(20)
  await acknowledgedReaches(writers, 100)
  server.kill('SIGKILL')
  const before = acknowledgedOf(writers)
  await startServer()
  await acknowledgedReaches(writers, before + 100)
  await finish(writers)
  await checkAll(writers)
}, 60_000)

it('neither does kill -9 of the database, and the server goes on by itself', async () => {
  const writers = await openWriters(20)
  await acknowledgedReaches(writers, 100)
  const before = acknowledgedOf(writers)
  await cluster.crash()
  await acknowledgedReaches(writers, before + 100)
  await finish(writers)
  expect(server.exitCode).toBeNull()
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
  await checkAll(writers)
  // The outbox is taken out again by a relay that lost its connection.
  await expect
    .poll(async () => (await database.db.selectFrom('outbox').select('id').limit(1).execute()).length, {
      timeout: 15_000,
    })
    .toBe(0)
}, 60_000)

interface Written {
  readonly clientMessageId: string
  readonly body: string
}
interface Writer {
  readonly id: string
  readonly acknowledged: (Written & { readonly id: string; readonly seq: number })[]
  /** How often one was sent again for want of an answer. */
  readonly repeats: () => number
  stop(): Promise<void>
}

/** Members in pairs, each writing to the other as fast as answers come. */
async function openWriters(count: number): Promise<Writer[]> {
  const people = await Promise.all(Array.from({ length: count }, (_, n) => person(n)))
  return people.map((me, n) => write(me, people[n % 2 === 0 ? n + 1 : n - 1]?.id ?? ''))
}

interface Person {
  readonly id: string
  readonly clickid: string
  readonly token: string
}

async function person(n: number): Promise<Person> {
  const at = new Date()
  const id = newId()
  return database.db.transaction().execute(async (tx) => {
    const { id: regionId } = await tx
      .selectFrom('geo_regions')
      .select('id')
      .where('country', '=', 'IT')
      .limit(1)
      .executeTakeFirstOrThrow()
    const clickid =
      (await createMember(tx, {
        id,
        brandId: 'local',
        poolId: 'local',
        clickid: undefined,
        email: `${id}@person.example.com`,
        passwordHash: 'none',
        memberName: `Writer ${n}`,
        gender: n % 2 ? 'man' : 'woman',
        seeks: n % 2 ? 'woman' : 'man',
        age: 30,
        country: 'IT',
        regionId,
        cityId: null,
        locale: 'it',
        flow: { id: '7', version: '1', doubleOptIn: true },
        source: 'direct',
        campid: null,
        gift: { messages: 0, icebreakers: 5, likes: 0 },
        at,
      })) ?? ''
    await tx.updateTable('members').set({ email_confirmed_at: at }).where('id', '=', id).execute()
    await move(tx, {
      memberId: id,
      brandId: 'local',
      account: 'messages',
      house: 'support',
      amount: 100_000,
      key: 'test',
      at,
    })
    const { token } = await createSessions(database.pool).open(tx, {
      memberId: id,
      brandId: 'local',
      device: 'test',
      at,
    })
    return { id, clickid, token }
  })
}

function write(me: Person, otherId: string): Writer {
  const socket: Socket = io(`http://localhost:${port}`, {
    path: '/chat-socket',
    transports: ['websocket'],
    auth: { token: me.token },
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 300,
  })
  const acknowledged: Writer['acknowledged'] = []
  let stopped = false
  let repeats = 0
  const done = (async () => {
    for (let n = 0; !stopped; n += 1) {
      const message = { clientMessageId: randomUUID(), body: `numero ${n}` }
      for (;;) {
        const ack = await socket
          .timeout(1000)
          .emitWithAck('chat', {
            msg: message.body,
            trackerId: me.clickid,
            angelId: otherId,
            clientMessageId: message.clientMessageId,
          })
          .catch(() => undefined)
        if (ack?.ok) {
          acknowledged.push({ ...message, id: ack.message.id, seq: ack.message.seq })
          // As fast as the server lets one member write; who is faster is cut.
          await sleep(1000 / 14)
          break
        }
        if (ack && !['internal', 'busy'].includes(ack.code)) throw new Error(`refused: ${ack.code}`)
        repeats += 1
        await sleep(70)
      }
    }
  })()
  return {
    id: me.id,
    acknowledged,
    repeats: () => repeats,
    async stop() {
      stopped = true
      await done
      socket.disconnect()
    },
  }
}

const acknowledgedOf = (writers: readonly Writer[]): number =>
  writers.reduce((sum, writer) => sum + writer.acknowledged.length, 0)
const acknowledgedReaches = (writers: readonly Writer[], wanted: number) =>
  expect.poll(() => acknowledgedOf(writers), { timeout: 20_000 }).toBeGreaterThan(wanted)

async function finish(writers: readonly Writer[]): Promise<void> {
  await Promise.all(writers.map((writer) => writer.stop()))
  expect(writers.reduce((sum, writer) => sum + writer.repeats(), 0)).toBeGreaterThan(0)
}

async function checkAll(writers: readonly Writer[]): Promise<void> {
  const ids = writers.map(({ id }) => id)
  const rows = await database.db
    .selectFrom('messages')
    .select(['id', 'conversation_id', 'seq', 'sender_id', 'client_message_id', 'body', 'cost'])
    .where('sender_id', 'in', ids)
    .orderBy('conversation_id')
    .orderBy('seq')
    .execute()
  for (const writer of writers) {
    const stored = rows.filter((row) => row.sender_id === writer.id)
    // Everything was acknowledged in the end, so what is stored is what was acknowledged: once each, in the order of writing.
    expect(
      stored.map((row) => ({ clientMessageId: row.client_message_id, body: row.body, id: row.id, seq: row.seq })),
    ).toEqual(writer.acknowledged)
    const paid = await database.db
      .selectFrom('ledger_transfers')
      .select('id')
      .where('member_id', '=', writer.id)
      .where('to_account', '=', 'house:spent')
      .execute()
    expect(paid.map((row) => row.id).sort()).toEqual(
      stored
        .filter((row) => row.cost > 0)
        .map((row) => row.id)
        .sort(),
    )
  }
  const conversations = Map.groupBy(rows, (row) => row.conversation_id)
  expect(conversations.size).toBe(writers.length / 2)
  for (const [id, messages] of conversations) {
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, n) => n + 1))
    const { last_seq } = await database.db
      .selectFrom('conversations')
      .select('last_seq')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(last_seq).toBe(messages.length)
  }
  expect((await checkLedger(database.db)).differences).toEqual([])
}

async function startServer(): Promise<void> {
  server = spawn(process.execPath, [join(import.meta.dirname, 'crash-server.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      MODE: 'production',
      PORT: String(port),
      HOST: 'localhost',
      DATA_DIR: folder,
      DATABASE_URL: cluster.url,
      SECRET_KEY: 's'.repeat(43),
      SMTP_URL: 'smtp://127.0.0.1:9',
      LOG_LEVEL: 'silent',
      SANDBOX_URL: '',
    },
  })
  const end = Date.now() + 30_000
  while (Date.now() < end && server.exitCode === null) {
    if (
      await fetch(`http://localhost:${port}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await sleep(50)
  }
  throw new Error('the server did not start')
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve))
  const { port: free } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return free
}
