import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type DatabaseHandle, openDatabase } from '../../platform/database.ts'
import { createApp } from '../../platform/http/app.ts'
import { createHttp } from '../../platform/http/bind.ts'
import { newId } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { createReviews } from './index.ts'

let database: TestDatabase
let handle: DatabaseHandle
let app: Awaited<ReturnType<typeof createApp>>

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
  const review = (number: number, over: { brand_id?: string; state?: string } = {}) => ({
    id: newId(),
    brand_id: 'local',
    author_name: 'Anna',
    author_gender: 'woman',
    author_age: 34,
    stars: 2,
    body: `${number}: {{title}}, {{title}}`,
    locale: 'it',
    state: 'published',
    sample: true,
    created_at: new Date(),
    ...over,
  })
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

test('six by default, as the contract has them', async () => {
  const { body } = await ask()
  expect(body).toHaveLength(6)
  expect(body[0]).toEqual({
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

test('published ones of the brand only, in changing order', async () => {
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

test('in figures: all published ones of the brand, the low ones included', async () => {
  expect((await app.inject('/api/reviews/summary')).json()).toEqual({
    count: 30,
    average: 2,
    stars: [0, 30, 0, 0, 0],
    samples: 30,
  })
})

test.each(['?count=0', '?count=25', '?count=x', '?other=1'])('%s is refused', async (query) => {
  expect((await ask(query)).status).toBe(400)
})
