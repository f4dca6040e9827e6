import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { createApp } from '#platform/http/app.ts'
import { createHttp } from '#platform/http/bind.ts'
import { newId } from '#platform/ids.ts'
import { createLog } from '#platform/process/log.ts'
import { createReviews, recordVerdict, reviewsIn } from './index.ts'
import { barsOf, oldEnoughFrom } from './policy.ts'

let database: TestDatabase
let handle: DatabaseHandle
let app: Awaited<ReturnType<typeof createApp>>

interface Change {
  brand_id?: string
  state?: string
  stars?: number
  refusal?: string | null
  sample?: true | null
  created_at?: Date
}
const review = (number: number, over: Change = {}) => ({
  id: newId(),
  brand_id: 'local',
  author_name: 'Anna',
  author_gender: 'woman',
  author_age: 34,
  stars: 2,
  body: `${number}: {{title}}, {{title}}`,
  locale: 'it',
  state: 'published',
  sample: true as true | null,
  created_at: new Date(),
  ...over,
})
/** A review by a member of its own. */
async function membersReview(over: Change): Promise<string> {
  const [id, at] = [newId(), new Date()]
  const place = {
    brand_id: 'amarelle',
    pool_id: 'amarelle',
    country: 'IT',
    locale: 'it',
    flow_id: '7',
    flow_version: '1',
  }
  const person = { screen_name: 'Anna', gender: 'woman', seeks: 'man', age_stated: 30, age_stated_on: at } as const
  const times = { last_active_at: at, created_at: at }
  await handle.db
    .insertInto('members')
    .values({ id, clickid: id, email: `${id}@b.example`, ...place, ...person, ...times })
    .execute()
  const row = { ...review(1, { brand_id: 'amarelle', sample: null, ...over }), member_id: id, site_origin: 'http://a' }
  await handle.db.insertInto('reviews').values(row).execute()
  return row.id
}

beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url, { size: 4 })
  app = await createApp({ log: createLog('silent'), trustedProxies: [] })
  createReviews({
    db: handle.db,
    brands: { byKey: (key) => ({ title: key === 'local' ? 'Incontro' : 'Other' }) },
    clock: () => new Date(),
  }).routes(
    createHttp(app, {
      siteOf: () => ({ brandId: 'local', poolId: 'local', host: 'localhost', origin: 'http://localhost' }),
      callerOf: async () => null,
      limitFactor: 100,
    }),
  )
  await handle.db.insertInto('demo_installations').values({ mark: true, loaded_at: new Date(), seed: 'test' }).execute()
  await handle.db
    .insertInto('reviews')
    .values([
      ...Array.from({ length: 30 }, (_, number) => review(number)),
      review(90, { brand_id: 'battito' }),
      review(91, { state: 'pending' }),
      { ...review(92, { state: 'refused' }), refusal: 'insults' },
    ])
    .execute()
})
afterAll(async () => {
  await app?.close()
  await handle?.close()
  await database?.drop()
})

const ask = async (query = '') => {
  const reply = await app.inject(`/api/reviews${query}`)
  return { status: reply.statusCode, body: reply.json() as { Recensione: string }[] }
}

test('six by default, as in the contract', async () => {
  const { body } = await ask()
  expect(body).toHaveLength(6)
  expect(body[0]).toEqual({
    id: expect.any(String),
    Utente: 'Anna',
    Genere: 'F',
    Età: 34,
    Recensione: expect.stringMatching(/^\d+: Incontro, Incontro$/),
    Stelle: 2,
    lingua: 'it',
    time: expect.any(String),
    sample: true,
  })
})

test('published ones of the brand only, in random order', async () => {
  const seen = new Set<string>()
  const orders = new Set<string>()
  for (let round = 0; round < 20; round += 1) {
    const { body } = await ask('?count=24')
    for (const review of body) seen.add(review.Recensione.split(':')[0] ?? '')
    orders.add(JSON.stringify(body))
  }
  expect(seen.size).toBeGreaterThan(0)
  expect([...seen].filter((number) => !(Number(number) < 30))).toEqual([])
  expect(orders.size).toBeGreaterThan(1)
})

test('the summary counts all published ones of the brand, whatever their rating', async () => {
  expect((await app.inject('/api/reviews/summary')).json()).toEqual({
    count: 30,
    average: 2,
    stars: [0, 30, 0, 0, 0],
    samples: 30,
  })
})

test('the average is rounded to the nearest tenth', async () => {
  const { summary } = createReviews({ db: handle.db, brands: { byKey: () => undefined }, clock: () => new Date() })
  const brand_id = 'brisa'
  await handle.db
    .insertInto('reviews')
    .values([5, 5, 4].map((stars, n) => review(n, { brand_id, stars })))
    .execute()
  expect(await summary(brand_id)).toEqual({ count: 3, average: 4.7, stars: [0, 0, 0, 1, 2], samples: 3 })
  await handle.db
    .insertInto('reviews')
    .values([1, 3].map((stars, n) => review(n, { brand_id, stars })))
    .execute()
  expect(await summary(brand_id)).toMatchObject({ average: 3.6, stars: [1, 0, 1, 1, 2] })
  await handle.db
    .insertInto('reviews')
    .values(review(9, { brand_id, stars: 2 }))
    .execute()
  expect(await summary(brand_id)).toMatchObject({ average: 3.3 })
  expect(await summary('vicino')).toEqual({ count: 0, average: null, stars: [0, 0, 0, 0, 0], samples: 0 })
})

test('the queue starts with the longest waiting, of one brand and members only', async () => {
  const waiting = []
  for (const day of [3, 1, 2])
    waiting.push(await membersReview({ state: 'pending', created_at: new Date(Date.UTC(2026, 0, day)) }))
  await handle.db
    .insertInto('reviews')
    .values(review(1, { brand_id: 'amarelle', state: 'pending' }))
    .execute()
  const shown = await membersReview({ created_at: new Date(Date.UTC(2026, 0, 4)) })
  const ids = (await reviewsIn(handle.db, 'amarelle', 'pending')).rows.map(({ id }) => id)
  expect(ids).toEqual([waiting[1], waiting[2], waiting[0]])
  // The order of equal ones is that of their ids.
  const { db } = handle
  // Written again, so that they are stored in the other order.
  for (const id of [waiting[1]!, waiting[0]!])
    await db
      .updateTable('reviews')
      .set({ created_at: new Date(Date.UTC(2026, 0, 3)) })
      .where('id', '=', id)
      .execute()
  const { rows: tied } = await reviewsIn(db, 'amarelle', 'pending')
  expect(tied.map(({ id }) => id)).toEqual([waiting[2], waiting[0], waiting[1]])
  expect(await reviewsIn(handle.db, 'local', 'pending')).toEqual({ rows: [], more: false })
  expect((await reviewsIn(handle.db, 'amarelle', 'published')).rows).toEqual([
    {
      id: shown,
      author: 'Anna, 34',
      stars: 2,
      text: '1: {{title}}, {{title}}',
      locale: 'it',
      writtenAt: new Date(Date.UTC(2026, 0, 4)),
      refusal: null,
    },
  ])
})

test('no verdict is about a review of the demo', async () => {
  const sample = review(1, { brand_id: 'vicino', state: 'pending' })
  await handle.db.insertInto('reviews').values(sample).execute()
  const decision = { brandId: 'vicino', id: sample.id, verdict: 'publish', reason: null, at: new Date() } as const
  expect(await recordVerdict(handle.db, decision)).toBeUndefined()
  const { state } = await handle.db
    .selectFrom('reviews')
    .select('state')
    .where('id', '=', sample.id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('pending')
})

test.each([
  ['publish', 'pending', 'published'],
  ['publish', 'refused', 'published'],
  ['publish', 'published', undefined],
  ['refuse', 'pending', 'refused'],
  ['refuse', 'published', 'refused'],
  ['refuse', 'refused', undefined],
] as const)('the decision to %s one that is %s makes it %s', async (verdict, state, to) => {
  const [reason, at] = [verdict === 'refuse' ? ('insults' as const) : null, new Date()]
  const refusal = state === 'refused' ? 'personal_data' : null
  const id = await membersReview({ state, refusal })
  const decide = (brandId: string) => recordVerdict(handle.db, { brandId, id, verdict, reason, at })
  expect(await decide('local')).toBeUndefined()
  expect((await decide('amarelle')) === undefined).toBe(to === undefined)
  expect(
    await handle.db.selectFrom('reviews').select(['state', 'refusal', 'decided_at']).where('id', '=', id).execute(),
  ).toEqual([to === undefined ? { state, refusal, decided_at: null } : { state: to, refusal: reason, decided_at: at }])
})

test('a member is old enough from exactly that moment', () => {
  const author = { createdAt: new Date(0), active: true, sample: false, emailConfirmed: true, hasTalked: true }
  const from = oldEnoughFrom(author.createdAt)
  expect(from).toEqual(new Date(7 * 86_400_000))
  expect(barsOf(author, new Date(from.getTime() - 1))).toEqual(['review_too_new'])
  expect(barsOf(author, from)).toEqual([])
  expect(
    barsOf({ createdAt: from, active: false, sample: true, emailConfirmed: false, hasTalked: false }, from),
  ).toEqual(['review_sample', 'review_inactive', 'not_verified', 'review_too_new', 'review_no_conversation'])
})

test.each(['?count=0', '?count=25', '?count=x', '?other=1'])('%s is refused', async (query) => {
  expect((await ask(query)).status).toBe(400)
})
