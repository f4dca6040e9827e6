import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import type { Principal } from '#platform/caller.ts'
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts'
import { conversationId, newId } from '#platform/ids.ts'
import { runJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/process/log.ts'
import { relayOutbox } from '#platform/jobs/outbox.ts'
import type { Realtime } from '#platform/live/realtime.ts'
import { createLocalStorage } from '#platform/storage/local.ts'
import { like, visit } from '#modules/activity/index.ts'
import { loadBrands } from '#modules/brands/index.ts'
import { createChat, type Chat } from '#modules/chat/index.ts'
import { move, openWallet } from '#modules/credits/index.ts'
import { readsOnPrimary } from '#platform/database/replica.ts'
import { createCounts } from '#modules/discovery/index.ts'
import { loadFlows } from '#modules/flows/index.ts'
import { createGeo, type Geo } from '#modules/geo/index.ts'
import { refreshFindable } from '#modules/members/index.ts'
import { createRng } from './rng.ts'
import answers from './data/answers.json' with { type: 'json' }
import { personsOf } from './actions.ts'
import { createScript } from './script.ts'

const brandsDir = resolve(import.meta.dirname, '../../../../brands')
const log = createLog('silent')
const clock = (): Date => new Date()
const loginIds = new Set<string>()
const sent: { to: string; event: string; data: unknown }[] = []
const realtime: Realtime = {
  toMember: (to, event, data) => {
    sent.push({ to, event, data })
  },
  show: (to, name, facts) => {
    if ('sender_id' in facts && facts.sender_id !== to) sent.push({ to, event: name, data: facts })
  },
  refresh: () => undefined,
  visibilityChanged: () => undefined,
  end: () => undefined,
}

let database: TestDatabase
let handle: DatabaseHandle
let geo: Geo
let chat: Chat
let activity: Parameters<typeof like>[0]
let stop: () => Promise<void>

async function addMember(given: {
  sample: boolean
  gender: 'man' | 'woman'
  locale?: string
  lastActiveAt?: Date
  level?: number
}): Promise<Principal> {
  const id = newId()
  const at = given.lastActiveAt ?? new Date(Date.now() - 3_600_000)
  await handle.db
    .insertInto('members')
    .values({
      id,
      brand_id: 'local',
      pool_id: 'local',
      clickid: id,
      email: `${id}@sample.invalid`,
      screen_name: 'Anna',
      gender: given.gender,
      seeks: given.gender === 'man' ? 'woman' : 'man',
      age_stated: 30,
      age_stated_on: at,
      country: 'IT',
      region_id: geo.regionByName('IT', 'Lazio')?.id ?? 0,
      locale: given.locale ?? 'it',
      flow_id: '7',
      flow_version: '1',
      email_confirmed_at: at,
      sample: given.sample ? true : null,
      level: given.level ?? 2,
      last_active_at: at,
      created_at: at,
    })
    .execute()
  await openWallet(handle.db, id, 'local')
  await handle.db.transaction().execute(async (tx) => {
    for (const account of ['messages', 'icebreakers', 'likes'] as const) {
      await move(tx, { memberId: id, brandId: 'local', account, house: 'gifts', amount: 100, key: account, at })
    }
    await refreshFindable(tx, id)
  })
  const found = await personsOf(handle.pool, id, id)
  if (!found) throw new Error('not made')
  return found[0].principal
}

const say = (from: Principal, to: Principal, body: string) =>
  chat.send(from, { recipientId: to.memberId, body, clientMessageId: newId() })

async function messagesOf(one: Principal, other: Principal): Promise<{ sender_id: string; body: string }[]> {
  return handle.db
    .selectFrom('messages')
    .select(['sender_id', 'body'])
    .where('conversation_id', '=', conversationId(one.memberId, other.memberId))
    .orderBy('seq')
    .execute()
}

/** Whether every planned answer has been given or dropped. */
async function hasNoJobs(): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker._private_jobs limit 1`.execute(handle.db)
  return rows.length === 0
}

beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url, { size: 8 })
  geo = createGeo(handle)
  await geo.load()
  await handle.db.insertInto('demo_installations').values({ mark: true, loaded_at: new Date(), seed: 'test' }).execute()
  const brands = loadBrands(brandsDir)
  const flows = loadFlows(brandsDir, brands)
  const photos = { url: () => '/media/x' }
  const noUpload = () => Promise.reject(new Error('nobody uploads here'))
  chat = createChat({
    db: handle.db,
    pool: handle.pool,
    reads: readsOnPrimary(handle.pool, []),
    storage: createLocalStorage(tmpdir()),
    uploads: { receive: noUpload, reencode: noUpload },
    brands,
    flows,
    photos,
    realtime,
    log,
    clock,
    conciergeInList: async () => undefined,
    followed: true,
  })
  activity = {
    log,
    db: handle.db,
    pool: handle.pool,
    geo,
    flows,
    photos,
    realtime,
    clock,
    counts: createCounts(readsOnPrimary(handle.pool, []), clock),
  }
  const script = createScript({
    db: handle.db,
    pool: handle.pool,
    loginIds,
    log,
    clock,
    actions: {
      sendMessage: chat.send,
      like: (member, id) => like(activity, member, id),
      visit: (member, id) => visit(activity, member, id),
      typing: chat.typing,
      markRead: chat.read,
    },
  })
  const jobs = openDatabase(database.url, { size: 6 })
  const runner = await runJobs({ pool: jobs.pool, handlers: { 'demo-answer': script.answer }, crontab: [], log })
  const relay = relayOutbox({ pool: jobs.pool, log, receive: (event) => script.onEvent(event.topic, event.payload) })
  stop = async () => {
    await relay.stop()
    await runner.stop()
    await jobs.close()
  }
})
afterAll(async () => {
  await stop?.()
  await handle?.close()
  await database?.drop()
})

test('a sample reads, types and answers within seconds, once for several messages, in the other member’s language', async () => {
  const person = await addMember({ sample: false, gender: 'man', locale: 'es' })
  const sample = await addMember({ sample: true, gender: 'woman' })
  await say(person, sample, '¡Hola!')
  await say(person, sample, '¿Qué tal?')
  const before = Date.now()
  await expect
    .poll(async () => (await messagesOf(person, sample)).length > 2, { timeout: 8_000, interval: 50 })
    .toBe(true)
  expect(Date.now() - before).toBeGreaterThan(1000)
  await expect.poll(hasNoJobs, { timeout: 8_000, interval: 50 }).toBe(true)
  const messages = await messagesOf(person, sample)
  expect(messages).toHaveLength(3)
  expect(messages[2]).toMatchObject({ sender_id: sample.memberId, body: expect.stringContaining(answers.es.sample) })
  const events = sent.filter(({ to }) => to === person.memberId).map(({ event }) => event)
  expect(events.indexOf('read')).toBeGreaterThanOrEqual(0)
  expect(events.indexOf('typing')).toBeGreaterThan(events.indexOf('read'))
  expect(events.indexOf('message')).toBeGreaterThan(events.indexOf('typing'))

  await say(person, sample, '¿Un café?')
  await expect
    .poll(async () => (await messagesOf(person, sample)).length === 5, { timeout: 8_000, interval: 50 })
    .toBe(true)
  expect((await messagesOf(person, sample))[4]?.body).not.toContain(answers.es.sample)
}, 30_000)

test('a login answers only while no person uses it, and two scripted members never talk to each other', async () => {
  const here = await addMember({ sample: true, gender: 'man', lastActiveAt: new Date() })
  const away = await addMember({ sample: true, gender: 'woman' })
  loginIds.add(here.memberId).add(away.memberId)
  const other = await addMember({ sample: true, gender: 'woman' })
  const person = await addMember({ sample: false, gender: 'woman' })
  await say(here, away, 'Ciao!')
  await say(person, here, 'Ciao!')
  await say(other, here, 'Ciao!')
  await say(away, other, 'Ciao!')
  await expect
    .poll(async () => (await messagesOf(here, away)).length === 2, { timeout: 8_000, interval: 50 })
    .toBe(true)
  await expect.poll(hasNoJobs, { timeout: 8_000, interval: 50 }).toBe(true)
  expect(await messagesOf(here, away)).toHaveLength(2)
  expect(await messagesOf(person, here)).toHaveLength(1)
  expect(await messagesOf(other, here)).toHaveLength(1)
  expect(await messagesOf(away, other)).toHaveLength(1)
}, 30_000)

test('returns likes by interest, and no others', async () => {
  const person = await addMember({ sample: false, gender: 'man' })
  const samples = await Promise.all(
    Array.from({ length: 24 }, (_, at) => addMember({ sample: true, gender: 'woman', level: at % 3 })),
  )
  for (const sample of samples) expect(await like(activity, person, sample.memberId)).toMatchObject({ ok: true })
  const received = async (): Promise<number> => {
    const row = await handle.db
      .selectFrom('reactions')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('other_id', '=', person.memberId)
      .where('kind', '=', 'like')
      .executeTakeFirstOrThrow()
    return row.n
  }
  const idle = async (): Promise<boolean> =>
    (await handle.pool.query('select from graphile_worker.jobs limit 1')).rows.length === 0 &&
    (await handle.pool.query('select from outbox limit 1')).rows.length === 0
  // The seeded RNG of each pair always decides the same way.
  const returned = samples.filter(
    ({ memberId }) => createRng(`like ${memberId} ${person.memberId}`).next() < 0.5,
  ).length
  await expect.poll(idle, { timeout: 30_000, interval: 50 }).toBe(true)
  expect(await received()).toBe(returned)
  expect(sent.some(({ to, event }) => to === person.memberId && event === 'mutual')).toBe(true)
}, 40_000)
