import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { conversationId } from '#platform/ids.ts'
import { insertAnonymised } from './anonymised.ts'
import { leaveConversations } from './conversations.ts'
import type { Erasure } from './erasure.ts'
import { stepSize } from './step-size.ts'

const at = new Date('2026-06-01T10:00:00Z')
let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url)
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

async function insertMember(state: 'active' | 'deleted', id: string = randomUUID()): Promise<string> {
  await handle.db.transaction().execute((tx) => insertAnonymised(tx, { brandId: 'local', poolId: 'local' }, id))
  await handle.db.updateTable('members').set({ state }).where('id', '=', id).execute()
  return id
}

/** Inserts a conversation in which both write in turn, and the lists of those who can read it. */
async function insertConversation(
  one: string,
  two: string,
  { messages, readers }: { messages: number; readers: string[] },
): Promise<string> {
  const id = conversationId(one, two)
  const [low = '', high = ''] = [one, two].toSorted()
  await handle.db
    .insertInto('conversations')
    .values({ id, pool_id: 'local', low_id: low, high_id: high, created_at: at })
    .execute()
  await sql`
    insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
    select ${id}, n, gen_random_uuid(), case when n % 2 = 0 then ${one}::uuid else ${two}::uuid end, gen_random_uuid(), 'ciao ' || n, false, 0, 0, ${at}::timestamptz
    from generate_series(1, ${messages}::integer) n`.execute(handle.db)
  for (const reader of readers) {
    const otherId = reader === one ? two : one
    await handle.db
      .insertInto('inbox')
      .values({ member_id: reader, conversation_id: id, other_id: otherId, last_seq: messages, last_at: at })
      .execute()
  }
  return id
}

async function report(reporter: string, reported: string): Promise<void> {
  const row = { id: randomUUID(), brand_id: 'local', reason: 'spam', created_at: at }
  await handle.db
    .insertInto('reports')
    .values({
      ...row,
      reporter_id: reporter,
      reported_id: reported,
      conversation_id: conversationId(reporter, reported),
    })
    .execute()
}

test('moves or deletes the conversations of the erased member, and leaves all others as they are', async () => {
  const erased = await insertMember('active')
  const [anna, bruno, carla, gone, silent] = await Promise.all([0, 1, 2, 3, 4].map(() => insertMember('active')))
  if (!anna || !bruno || !carla || !gone || !silent) throw new Error('there are five')
  // Anonymised authors: of this conversation alone, of one more at either side, and of an erasure that is under way.
  const onlyHere = await insertMember('deleted')
  const asLow = await insertMember('deleted', `00000000-0000-4000-8000-${randomUUID().slice(24)}`)
  const asHigh = await insertMember('deleted', `ffffffff-ffff-4fff-8fff-${randomUUID().slice(24)}`)
  const ofErasure = await insertMember('deleted')
  await handle.db
    .insertInto('erasures')
    .values({ member_id: carla, author_id: ofErasure, payer_id: randomUUID(), step: 'own', started_at: at })
    .execute()
  for (const other of [anna, bruno]) await insertConversation(erased, other, { messages: 2, readers: [erased, other] })
  for (const other of [gone, silent, onlyHere, asLow, asHigh, ofErasure])
    await insertConversation(erased, other, { messages: 1, readers: [erased] })
  await insertConversation(anna, bruno, { messages: 1, readers: [anna, bruno] })
  await insertConversation(gone, anna, { messages: 1, readers: [gone, anna] })
  for (const author of [asLow, asHigh]) await insertConversation(author, anna, { messages: 1, readers: [anna] })
  const authorId = randomUUID()
  const names = new Map(
    Object.entries({ erased, anna, bruno, carla, gone, silent, onlyHere, asLow, asHigh, ofErasure, authorId }).map(
      ([name, id]) => [id, name],
    ),
  )
  const all = [...names.keys()]
  const nameOf = (id: string | null) => (id === null ? 'none' : (names.get(id) ?? 'unknown'))
  const both = (one: string, two: string) => [nameOf(one), nameOf(two)].toSorted().join(' and ')
  /** Whose conversation an id stands for. */
  const pairOf = new Map(
    all.flatMap((one) => all.filter((two) => one < two).map((two) => [conversationId(one, two), both(one, two)])),
  )
  const between = (id: string | null) => pairOf.get(id ?? '') ?? 'unknown'
  const pairs = [
    [erased, anna],
    [anna, erased],
    [erased, bruno],
    [anna, bruno],
    [bruno, anna],
    [erased, carla],
    [carla, erased],
  ] as const
  for (const [by, about] of pairs) await report(by, about)

  const erasure = { memberId: erased, authorId, brandId: 'local', poolId: 'local' } as Erasure
  const step = () => handle.db.transaction().execute((tx) => leaveConversations(tx, erasure))
  expect([await step(), await step()]).toEqual([false, true])

  const { db } = handle
  const conversations = await db.selectFrom('conversations').selectAll().where('pool_id', '=', 'local').execute()
  const left = ['anna and asHigh', 'anna and asLow', 'anna and authorId', 'anna and bruno', 'anna and gone']
  expect(conversations.map((row) => between(row.id)).toSorted()).toEqual([...left, 'authorId and bruno'])
  expect(conversations.map((row) => both(row.low_id, row.high_id)).toSorted()).toEqual([...left, 'authorId and bruno'])
  const ids = conversations.map(({ id }) => id)
  const messages = await db.selectFrom('messages').selectAll().where('conversation_id', 'in', ids).execute()
  expect(
    messages.map((row) => `${between(row.conversation_id)} ${row.seq}: ${nameOf(row.sender_id)}`).toSorted(),
  ).toEqual([
    'anna and asHigh 1: anna',
    'anna and asLow 1: anna',
    'anna and authorId 1: anna',
    'anna and authorId 2: authorId',
    'anna and bruno 1: bruno',
    'anna and gone 1: anna',
    'authorId and bruno 1: bruno',
    'authorId and bruno 2: authorId',
  ])
  const inbox = await db.selectFrom('inbox').selectAll().where('member_id', 'in', all).execute()
  expect(
    inbox
      .map((row) => `${nameOf(row.member_id)} with ${nameOf(row.other_id)}: ${between(row.conversation_id)}`)
      .toSorted(),
  ).toEqual([
    'anna with asHigh: anna and asHigh',
    'anna with asLow: anna and asLow',
    'anna with authorId: anna and authorId',
    'anna with bruno: anna and bruno',
    'anna with gone: anna and gone',
    'bruno with anna: anna and bruno',
    'bruno with authorId: authorId and bruno',
    'gone with anna: anna and gone',
  ])
  const reports = await db.selectFrom('reports').selectAll().where('brand_id', '=', 'local').execute()
  expect(
    reports
      .map((row) => `${nameOf(row.reporter_id)} on ${nameOf(row.reported_id)}: ${between(row.conversation_id)}`)
      .toSorted(),
  ).toEqual([
    'anna on bruno: anna and bruno',
    'anna on erased: anna and authorId',
    'bruno on anna: anna and bruno',
    'carla on erased: carla and erased',
    'erased on anna: anna and authorId',
    'erased on bruno: authorId and bruno',
    'erased on carla: carla and erased',
  ])
  // The one who is left only in a conversation that is gone goes, too.
  const members = await db.selectFrom('members').select('id').where('id', 'in', all).execute()
  expect(members.map(({ id }) => nameOf(id)).toSorted()).toEqual(
    [...names.values()].filter((name) => name !== 'onlyHere').toSorted(),
  )
})

test('moves a long conversation by steps, newest messages first, and its reader’s list with the last', async () => {
  const [erased, reader] = [await insertMember('active'), await insertMember('active')]
  const long = stepSize + 5
  const from = await insertConversation(erased, reader, { messages: long, readers: [erased, reader] })
  const authorId = randomUUID()
  const erasure = { memberId: erased, authorId, brandId: 'local', poolId: 'local' } as Erasure
  const to = conversationId(authorId, reader)
  const state = async () => {
    const { rows } = await sql<{ id: string; first: number; last: number }>`
      select conversation_id as id, min(seq) as first, max(seq) as last from messages
      where conversation_id in (${from}, ${to}) group by 1 order by min(seq)`.execute(handle.db)
    const inbox = handle.db.selectFrom('inbox').select('conversation_id').where('member_id', '=', reader)
    return { rows, reads: (await inbox.execute()).map((row) => row.conversation_id) }
  }
  const step = () => handle.db.transaction().execute((tx) => leaveConversations(tx, erasure))
  expect(await step()).toBe(false)
  expect(await state()).toEqual({
    rows: [
      { id: from, first: 1, last: 5 },
      { id: to, first: 6, last: long },
    ],
    reads: [from],
  })
  expect(await step()).toBe(false)
  expect(await state()).toEqual({ rows: [{ id: to, first: 1, last: long }], reads: [to] })
  expect(await step()).toBe(true)
})
