import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import type { Tx } from '#platform/database/database.ts'
import { conversationId, newId } from '#platform/ids.ts'
import { createLog } from '#platform/process/log.ts'
import { checkLedger, move } from '#modules/credits/index.ts'
import type { Price } from './policy.ts'
import { markRead } from './queries.ts'
import { createStore, storeAlone, type NewRow, type SendRow } from './store.ts'

/*
 * Sends the same messages within two identical groups of members: in one concurrently, so that they are stored in
 * batches, in the other sequentially by `send_one_message`. Outcomes and final state must be the same.
 */

const size = 5
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_260_101)
const now = new Date('2026-11-22T12:00:00Z')
let testServer: TestServer
let together: readonly string[]
let oneByOne: readonly string[]
const asked = { together: 0, alone: 0 }
const lines: string[] = []

beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
  const group = async () => {
    const members = await Promise.all(Array.from({ length: size }, () => testServer.member()))
    return members.map(({ session }) => session.angelId)
  }
  together = await group()
  oneByOne = await group()
}, 60_000)
afterAll(() => testServer.close())

/** A pool that counts the messages in batches, and those that are sent by a statement of their own, which may be after one. */
function counting(): pg.Pool {
  const { pool } = testServer.database
  const query = (config: pg.QueryConfig) => {
    if (config.text.includes('send_messages(')) asked.together += (config.values as unknown[][])[4]!.length
    else asked.alone += 1
    return pool.query(config)
  }
  return { query } as unknown as pg.Pool
}

const prices: readonly Price[] = [
  { firstAccount: 'icebreakers', firstCost: 1, nextCost: 1 },
  { firstAccount: 'icebreakers_else_messages', firstCost: 2, nextCost: 2 },
  { firstAccount: 'messages', firstCost: 0, nextCost: 0 },
]
const index = fc.nat({ max: size - 1 })
const memberOf = fc.record({
  messages: fc.integer({ min: 0, max: 40 }),
  icebreakers: fc.integer({ min: 0, max: 3 }),
  level: fc.constantFrom<number[]>(0, 0, 1, 2),
  state: fc.constantFrom<string[]>('active', 'active', 'active', 'active', 'active', 'active', 'suspended'),
  isConfirmed: fc.constantFrom(true, true, true, true, false),
  /** State of the main photo, if there is one. */
  photo: fc.constantFrom<(string | null)[]>(null, 'approved', 'pending'),
})
const sendOf = fc.record({
  from: index,
  /** Distance from the sender within the group. */
  step: fc.constantFrom<number[]>(1, 1, 1, 4, 4, 4, 2),
  /** Few distinct ids: some messages are repeated, with the same or another text. */
  client: fc.nat({ max: 99 }),
  body: fc.constantFrom<string[]>('Ciao', 'Ciao', 'Come stai? "bene", \\ {tutto} ', '😀, e tu?', 'NULL'),
  isLevelKnown: fc.constantFrom(...Array.from({ length: 19 }, () => true), false),
})
const worldOf = fc.record({
  members: fc.array(memberOf, { minLength: size, maxLength: size }),
  blocks: fc.uniqueArray(fc.tuple(index, index), { maxLength: 2, selector: ([a, b]) => a * size + b }),
  sends: fc.array(sendOf, { minLength: 40, maxLength: 90 }),
  followed: fc.boolean(),
  /** Pairs with one earlier message that was announced by email: up to which message, and whether a job is planned. */
  notices: fc.uniqueArray(fc.tuple(index, index, fc.integer({ min: 1, max: 4 }), fc.boolean()), {
    minLength: 4,
    maxLength: 14,
    selector: ([a, b]) => a * size + b,
  }),
})
type World = typeof worldOf extends fc.Arbitrary<infer T> ? T : never

it(`has the same outcome in batches as one by one, seed ${seed}`, async () => {
  let sends = 0
  await fc.assert(
    fc.asyncProperty(worldOf, async (world) => {
      const clients = Array.from({ length: 100 }, () => randomUUID())
      await reset(together, world)
      await reset(oneByOne, world)
      const rowsOf = (ids: readonly string[]) => world.sends.map((each) => newRow(ids, world, clients, each))
      const log = { ...createLog('silent'), error: (_: object, text: string) => lines.push(text) }
      const store = createStore({
        pool: counting(),
        log: log as never,
        clock: () => now,
        followed: world.followed,
      })
      const [rows, others] = [rowsOf(together), rowsOf(oneByOne)]
      const outcomes = await Promise.all(rows.map(store))
      sends += rows.length
      const expected: SendRow[] = []
      const alone = { pool: testServer.database.pool, clock: () => now, followed: world.followed }
      for (const row of others) expected.push(await storeAlone(alone, row))
      expect(outcomes.map((outcome) => plain(outcome, rows))).toEqual(expected.map((outcome) => plain(outcome, others)))
      expect(await left(together, rows)).toEqual(await left(oneByOne, others))
    }),
    { seed, numRuns: 15 },
  )
  expect(lines).toEqual([])
  // There really were batches, and they stored many messages.
  expect(asked.together).toBeGreaterThan(sends / 2)
  expect(sends - asked.alone).toBeGreaterThan(100)
  expect((await checkLedger(testServer.database.db)).differences).toEqual([])
}, 60_000)

it('never deadlocks: two processes, read marks and purchases concurrently', async () => {
  const world = worldWith({ messages: 1000, icebreakers: 10 })
  await reset(together, world)
  lines.length = 0
  const { pool, db } = testServer.database
  const log = { ...createLog('silent'), error: (_: object, text: string) => lines.push(text) }
  const stores = [1, 2].map(() => createStore({ pool, log: log as never, clock: () => now }))
  const rows: NewRow[] = []
  const statuses: string[] = []
  const write = async (from: number, step: number, client: string): Promise<void> => {
    const row = newRow(together, world, [client], { from, step, client: 0, body: 'Ciao', isLevelKnown: true })
    rows.push(row)
    const { status } = await stores[(from + rows.length) % 2]!(row)
    statuses.push(status)
  }
  // Every pair in both directions, all concurrently, in rounds.
  for (let round = 0; round < 12; round += 1) {
    const work: Promise<unknown>[] = []
    for (let from = 0; from < size; from += 1) {
      for (let step = 1; step < size; step += 1) {
        const other = together[(from + step) % size] ?? ''
        work.push(write(from, step, randomUUID()), markRead(pool, together[from] ?? '', other, round))
      }
      const memberId = together[from] ?? ''
      const key = `bought:${round}`
      work.push(
        db
          .transaction()
          .execute((tx) =>
            move(tx, { memberId, brandId: 'local', account: 'messages', house: 'sales', amount: 1, key, at: now }),
          ),
      )
    }
    await Promise.all(work)
  }
  expect(lines).toEqual([])
  expect(statuses).toEqual(rows.map(() => 'sent'))
  const { conversations, inbox, wallets } = await left(together, rows)
  expect(conversations).toHaveLength(10)
  expect(inbox.every((side) => side.last_seq === 24 && side.unread === side.last_seq - side.read_seq)).toBe(true)
  // In 48 messages each, members began conversations with icebreakers.
  expect(wallets.reduce((sum, { messages, icebreakers }) => sum + messages + icebreakers, 0)).toBe(
    size * (1010 + 12) - rows.length,
  )
  expect((await checkLedger(db)).differences).toEqual([])
}, 60_000)

it('stores messages one by one when one breaks the statement of a batch', async () => {
  const world = worldWith({ messages: 5, icebreakers: 1 })
  await reset(together, world)
  lines.length = 0
  const log = { ...createLog('silent'), error: (_: object, text: string) => lines.push(text) }
  const store = createStore({ pool: testServer.database.pool, log: log as never, clock: () => now })
  const row = (from: number, to: number, body: string): NewRow =>
    newRow(together, world, [randomUUID()], { from, step: to - from, client: 0, body, isLevelKnown: true })
  const pairs = [row(0, 1, 'Ciao'), row(2, 3, 'Ciao')]
  await Promise.all(pairs.map(store))
  // Longer than the table's constraint allows.
  const outcomes = await Promise.allSettled([store(row(0, 1, 'x'.repeat(2001))), store(row(2, 3, 'Ci sei?'))])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(lines).toEqual(['batch of messages not stored, each goes by itself'])
  expect((await left(together, pairs)).wallets.map(({ messages }) => messages)).toEqual([5, 5, 4, 5, 5])
})

it('never moves a conversation down the list, though the clocks of two processes differ', async () => {
  const world = worldWith({ messages: 5, icebreakers: 1 })
  await reset(together, world)
  const { pool, db } = testServer.database
  const at = (minute: number) => ({
    pool,
    log: createLog('silent'),
    clock: () => new Date(now.getTime() + minute * 60_000),
  })
  const row = (from: number, to: number): NewRow =>
    newRow(together, world, [randomUUID()], { from, step: to - from, client: 0, body: 'Ciao', isLevelKnown: true })
  const [first, other] = [row(0, 1), row(2, 3)]
  await storeAlone(at(0), first)
  await storeAlone(at(0), other)
  await storeAlone(at(-10), row(0, 1))
  const behind = createStore(at(-10))
  await Promise.all([behind(row(0, 1)), behind(row(2, 3))])
  const times = await db
    .selectFrom('inbox')
    .select('last_at')
    .where('conversation_id', 'in', [first.conversation, other.conversation])
    .execute()
  expect(times.map(({ last_at }) => last_at)).toEqual([now, now, now, now])
})

it.each(['in a batch of two', 'alone'])('sees what was committed while it waited for the lists, %s', async (way) => {
  const world = worldWith({ messages: 5, icebreakers: 2 })
  await reset(together, world)
  lines.length = 0
  const { pool, db } = testServer.database
  const log = { ...createLog('silent'), error: (_: object, text: string) => lines.push(text) }
  const store = createStore({ pool, log: log as never, clock: () => now })
  const row = (from: number, to: number): NewRow =>
    newRow(together, world, [randomUUID()], { from, step: to - from, client: 0, body: 'Ciao', isLevelKnown: true })
  const [first, second] = [row(0, 1), row(0, 1)]
  await store(first)
  const { conversation, recipient } = first
  const events = async () => {
    const { rows } = await sql<any>`
      select (payload ->> 'seq')::integer as seq from outbox
      where payload ->> 'conversationId' = ${conversation} order by 1`.execute(db)
    return rows.map(({ seq }) => seq)
  }
  expect(await events()).toEqual([1])
  await sql`insert into notices (member_id, event, about, seq, planned, waiting, happened_at, due_at)
    values (${recipient}, 'message', ${conversation}, 1, true, '{email}', now(), now())`.execute(db)
  await store(row(2, 3))
  const others: Promise<SendRow>[] = []
  /** Stores a message that waits until the transaction, which holds a row of the list, has made its change. */
  const storeBehind = async (message: NewRow, change: (tx: Tx) => Promise<unknown>): Promise<SendRow> => {
    let stored: Promise<SendRow> | undefined
    await db.transaction().execute(async (tx) => {
      await sql`select from inbox where conversation_id = ${conversation} and member_id = ${recipient} for no key update`.execute(
        tx,
      )
      stored = store(message)
      if (way !== 'alone') others.push(store(row(2, 3)))
      await expect
        .poll(async () => {
          const { rows } = await sql<any>`select from pg_locks where not granted and transactionid is not null`.execute(
            db,
          )
          return rows.length
        })
        .toBe(1)
      await change(tx)
    })
    return stored!
  }
  const sent = await storeBehind(second, (tx) => sql`delete from notices where about = ${conversation}`.execute(tx))
  expect([sent.status, sent.seq, sent.icebreaker]).toEqual(['sent', 2, false])
  expect(await events()).toEqual([1, 2])
  const again = await storeBehind(row(0, 1), (tx) =>
    sql`update conversations set low_wrote = false, high_wrote = false where id = ${conversation}`.execute(tx),
  )
  expect([again.status, again.seq, again.icebreaker]).toEqual(['sent', 3, true])
  const isBatch = way !== 'alone'
  expect(lines).toEqual(isBatch ? ['batch of messages not stored, each goes by itself'] : [])
  expect((await Promise.all(others)).map(({ seq }) => seq)).toEqual(isBatch ? [2, 3] : [])
})

/** Identical members who may all write. */
const worldWith = (credits: { readonly messages: number; readonly icebreakers: number }): World => ({
  members: Array.from({ length: size }, () => ({
    ...credits,
    level: 0,
    state: 'active',
    isConfirmed: true,
    photo: null,
  })),
  blocks: [],
  sends: [],
  followed: false,
  notices: [],
})

function newRow(
  ids: readonly string[],
  world: World,
  clients: readonly string[],
  { from, step, client, body, isLevelKnown }: World['sends'][number],
): NewRow {
  const [sender, recipient] = [ids[from] ?? '', ids[(from + step) % size] ?? '']
  const level = world.members[from]?.level ?? 0
  return {
    conversation: conversationId(sender, recipient),
    message: newId(),
    brand: 'local',
    pool: 'local',
    sender,
    recipient,
    clientMessage: clients[client] ?? '',
    body,
    level: isLevelKnown ? level : (level + 1) % 3,
    price: prices[level] ?? prices[0]!,
  }
}

/**
 * An outcome without what differs between the groups: ids, and the unread total, which depends on concurrent messages.
 */
function plain({ message_id, sender_photo, ...outcome }: SendRow, rows: readonly NewRow[]): object {
  return {
    ...outcome,
    recipient_unread: undefined,
    isPhotoShown: sender_photo !== null,
    message: rows.findIndex(({ message }) => message === message_id),
  }
}

async function reset(ids: readonly string[], { members, blocks, notices }: World): Promise<void> {
  const all = sql`any(${[...ids]}::uuid[])`
  const { db } = testServer.database
  await sql`delete from messages where sender_id = ${all}`.execute(db)
  await sql`delete from inbox where member_id = ${all}`.execute(db)
  await sql`delete from conversations where low_id = ${all} or high_id = ${all}`.execute(db)
  await sql`delete from notices where member_id = ${all}`.execute(db)
  await sql`delete from ledger_transfers where member_id = ${all}`.execute(db)
  await sql`delete from blocks where member_id = ${all}`.execute(db)
  await sql`delete from outbox`.execute(db)
  await sql`delete from member_photos where member_id = ${all}`.execute(db)
  for (const [n, { messages, icebreakers, level, state, isConfirmed, photo }] of members.entries()) {
    const id = ids[n] ?? ''
    if (photo !== null)
      await sql`insert into member_photos (member_id, id, storage_key, state, is_default, created_at)
        values (${id}, ${newId()}, 'x', ${photo}, true, ${now})`.execute(db)
    await sql`update members set level = ${level}, state = ${state}, screen_name = ${`Member ${n}`},
      needs_confirmation = ${!isConfirmed}, email_confirmed_at = ${isConfirmed ? now : null} where id = ${id}`.execute(
      db,
    )
    await sql`update wallets set messages = ${messages}, icebreakers = ${icebreakers}, likes = 0 where member_id = ${id}`.execute(
      db,
    )
    for (const [account, amount] of Object.entries({ messages, icebreakers }))
      if (amount > 0)
        await sql`insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at)
          values (${id}, ${newId()}, 'local', 'house:gifts', ${`wallet:${account}`}, ${amount}, ${`reset:${account}`}, ${now})`.execute(
          db,
        )
  }
  for (const [of, from, seq, planned] of notices)
    if (of !== from)
      await sql`with conversation as (
          insert into conversations (id, pool_id, low_id, high_id, created_at)
          values (${conversationId(ids[of] ?? '', ids[from] ?? '')}, 'local', least(${ids[of]}::uuid, ${ids[from]}),
            greatest(${ids[of]}::uuid, ${ids[from]}), ${now})
          on conflict (id) do update set created_at = excluded.created_at returning id)
        , side as (
          insert into inbox (member_id, conversation_id, other_id, last_seq, last_at)
          select member, id, other, 1, ${now}::timestamptz
          from conversation, (values (${ids[of]}::uuid, ${ids[from]}::uuid), (${ids[from]}, ${ids[of]})) s (member, other)
          on conflict do nothing)
        insert into notices (member_id, event, about, seq, planned, waiting, happened_at, due_at)
        select ${ids[of]}, 'message', id, ${seq}, ${planned}, '{email}', ${now}::timestamptz, ${now} from conversation`.execute(
        db,
      )
  for (const [from, to] of blocks)
    if (from !== to)
      await sql`insert into blocks (member_id, other_id, made_by_me, created_at) values (${ids[from]}, ${ids[to]}, true, ${now})`.execute(
        db,
      )
}

/** The final state of a group, with members and messages by position. */
async function left(ids: readonly string[], rows: readonly NewRow[]) {
  const { db } = testServer.database
  const all = sql`any(${[...ids]}::uuid[])`
  const place = (id: string): number => ids.indexOf(id)
  const messageAt = (id: string): number => rows.findIndex(({ message }) => message === id)
  const pair = (id: string): string =>
    ids.flatMap((a, n) => ids.flatMap((b, m) => (n < m && conversationId(a, b) === id ? [`${n}-${m}`] : []))).join()
  const sorted = <T>(values: T[]): T[] => values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  const [wallets, messages, inbox, conversations, transfers, outbox] = await Promise.all([
    sql<any>`select * from wallets where member_id = ${all}`.execute(db),
    sql<any>`select * from messages where sender_id = ${all}`.execute(db),
    sql<any>`select * from inbox where member_id = ${all}`.execute(db),
    sql<any>`select * from conversations where low_id = ${all}`.execute(db),
    sql<any>`select * from ledger_transfers where member_id = ${all}`.execute(db),
    sql<any>`select payload from outbox where (payload ->> 'senderId')::uuid = ${all}`.execute(db),
  ])
  return {
    wallets: ids.map((id) => {
      const { messages, icebreakers } = wallets.rows.find((row) => row.member_id === id)
      return { messages, icebreakers }
    }),
    messages: sorted(
      messages.rows.map(({ id, conversation_id, sender_id, ...row }) => ({
        ...row,
        client_message_id: undefined,
        id: messageAt(id),
        conversation: pair(conversation_id),
        sender: place(sender_id),
      })),
    ),
    inbox: sorted(
      inbox.rows.map(({ member_id, other_id, conversation_id, ...row }) => ({
        ...row,
        member: place(member_id),
        other: place(other_id),
        conversation: pair(conversation_id),
      })),
    ),
    conversations: sorted(
      conversations.rows.map((row) => ({
        conversation: pair(row.id),
        wrote: [row.low_wrote && place(row.low_id), row.high_wrote && place(row.high_id)].sort(),
      })),
    ),
    transfers: sorted(
      transfers.rows.map(({ member_id, idempotency_key, ...row }) => ({
        ...row,
        id: undefined,
        member: place(member_id),
        key: idempotency_key === 'message' ? messageAt(row.id) : idempotency_key,
      })),
    ),
    outbox: sorted(
      outbox.rows.map(({ payload }) => ({
        conversation: pair(payload.conversationId),
        seq: payload.seq,
        sender: place(payload.senderId),
        recipient: place(payload.recipientId),
      })),
    ),
  }
}
