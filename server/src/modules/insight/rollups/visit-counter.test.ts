import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { createLog } from '#platform/process/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createVisitCounter, type VisitCounter } from './visit-counter.ts'

let database: TestDatabase
let handle: DatabaseHandle
let counter: VisitCounter
let now = new Date('2026-10-07T12:00:00Z')
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 2 })
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
})
beforeEach(async () => {
  await handle.db.deleteFrom('visit_days').execute()
  counter = createVisitCounter({
    db: handle.db,
    log: createLog('silent'),
    clock: () => now,
    pages: new Set(['/', '/signup']),
  })
})

const brand = { key: 'local', company: { vatNumber: 'IT0' } }
const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }
const visit = (url: string, headers: object = opened) =>
  counter.count({ brand, country: 'IT', url, headers: { ...headers }, flowOf: (asked = '7') => asked })
const rows = async () => {
  await counter.flush()
  return handle.db
    .selectFrom('visit_days')
    .select(['entry', 'source', 'campid', 'flow_id', 'visits'])
    .orderBy('entry')
    .orderBy('source')
    .orderBy('campid')
    .execute()
}

it('adds visits up by page, campaign and flow, also over several writes', async () => {
  for (let n = 0; n < 3; n += 1) visit('/?src=radio&campid=k1&tid=x')
  visit('/signup?fluxid=18')
  visit('/', { ...opened, 'sec-fetch-site': 'none' })
  expect(await rows()).toEqual([
    { entry: '/', source: 'direct', campid: '', flow_id: '0000', visits: 1 },
    { entry: '/', source: 'radio', campid: 'k1', flow_id: '7', visits: 3 },
    { entry: '/signup', source: 'direct', campid: '', flow_id: '18', visits: 1 },
  ])
  visit('/?src=radio&campid=k1&tid=another')
  expect((await rows()).map(({ visits }) => visits)).toEqual([1, 4, 1])
})

it('asks for the flow with the tracker id of the address, whose visitor is led to the same one at the sign-up', async () => {
  const asked: unknown[] = []
  for (const url of ['/?tid=x.1&src=radio', '/signup', '/?fluxid=18&tid=y'])
    counter.count({ brand, country: 'IT', url, headers: opened, flowOf: (...given) => (asked.push(given), '7b') })
  expect(asked).toEqual([
    [undefined, 'x.1'],
    ['0000', undefined],
    ['18', 'y'],
  ])
  expect((await rows()).map((row) => row.flow_id)).toEqual(['7b', '7b', '7b'])
})

it.each([
  ['from another page of ours', { ...opened, 'sec-fetch-site': 'same-origin' }],
  ['in advance', { ...opened, 'sec-purpose': 'prefetch;prerender' }],
  ['in a frame', { ...opened, 'sec-fetch-dest': 'iframe' }],
  ['by script', { ...opened, 'sec-fetch-mode': 'cors' }],
  ['by a program that says nothing', {}],
])('a page that is opened %s is no visit', async (_name, headers) => {
  visit('/', headers)
  expect(await rows()).toEqual([])
})

it('keeps 200 campaigns of a day apart, whatever an address says, and drops what is no line of text', async () => {
  for (let n = 0; n < 3000; n += 1) visit(`/${n}?src=flood&campid=${n}`)
  visit(`/?src=${'x'.repeat(5000)}&campid=%00%0a`)
  const found = await rows()
  expect(new Set(found.map(({ campid }) => campid)).size).toBe(201)
  expect(found.filter(({ source }) => source === 'other').map(({ entry, visits }) => [entry, visits])).toEqual([
    ['/', 1],
    ['other', 2800],
  ])
  expect(found.reduce((sum, { visits }) => sum + visits, 0)).toBe(3001)
  now = new Date('2026-10-08T12:00:00Z')
  visit(`/?src=${'x'.repeat(5000)}&campid=%00%0a`)
  expect((await rows()).find(({ source }) => source === 'x'.repeat(200))?.campid).toBe('')
})
