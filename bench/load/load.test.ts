import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaDocument } from '#server/commands/schema-document.ts'
import { checkLedger } from '#server/modules/credits/index.ts'
import { openDatabase, type DatabaseHandle } from '#server/platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { loadMembers, type LoadProgress } from './load.ts'
import { randomOf } from './random.ts'

const members = 1000
let testDatabase: TestDatabase
let database: DatabaseHandle
let before: string
let written: Readonly<Record<string, number>>
const progress: LoadProgress[] = []
const load = () =>
  loadMembers({
    url: testDatabase.url,
    members,
    brandsDir: join(import.meta.dirname, '../../brands'),
    passwordHash: 'none',
    now: new Date('2026-11-22T10:00:00Z'),
    onProgress: (one) => progress.push(one),
  })
beforeAll(async () => {
  testDatabase = await createTestDatabase({ bystanders: false })
  database = openDatabase(testDatabase.url, { size: 2 })
  before = await schema()
  written = await load()
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const rows = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> =>
  (await database.pool.query<T>(text)).rows
const schema = (): Promise<string> => schemaDocument(testDatabase.url)

test('the loaded rows satisfy every key, index and reference of the schema', async () => {
  expect(await schema()).toBe(before)
  expect(await rows('select from members')).toHaveLength(members)
})

test('progress is reported from the first member to the last table', () => {
  const ofRows = progress.filter(({ step }) => step === undefined)
  expect(ofRows.map((one) => one.members)).toEqual(Array.from({ length: 100 }, (_, n) => n * 10))
  expect(ofRows.map((one) => one.rows)).toEqual(ofRows.map((one) => one.rows).toSorted((a, b) => a - b))
  const steps = progress.flatMap(({ step = '' }) => (step === '' ? [] : [step.split(':')[0]]))
  expect([...new Set(steps)]).toEqual(['keys', 'indexes', 'references', 'statistics'])
  expect(progress.at(-1)).toMatchObject({ members, rows: Object.values(written).reduce((sum, n) => sum + n, 0) })
})

test('what is in memory does not grow with what is written', async () => {
  const [size] = await rows<{ bytes: string }>(
    "select sum(pg_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'partitions'::regnamespace) and relname not like 'geo%'",
  )
  expect(Number(size?.bytes)).toBeGreaterThan(4_000_000)
  // A chunk at most; written without waiting, several times as much piles up.
  expect(Math.max(...progress.map(({ waiting }) => waiting))).toBeLessThan(100_000)
})

test('every balance is the sum of its entries', async () => {
  expect(await checkLedger(database.db)).toMatchObject({ wallets: members, differences: [] })
})

test('unread counts and inbox rows match the messages', async () => {
  expect(
    await rows(`select i.conversation_id from inbox i join conversations c on c.id = i.conversation_id
      left join lateral (select count(*)::integer as written, max(seq) as last from messages m where m.conversation_id = c.id) m on true
      where i.last_seq <> m.last or m.written <> m.last or i.unread <> i.last_seq - i.read_seq`),
  ).toEqual([])
})

test('a few members have most of the rows', async () => {
  const [share] = await rows<{ likes: number; messages: number; region: number }>(`select
    (select sum(n) from (select count(*) as n from reactions group by member_id order by 1 desc limit ${members / 10}) x) / (select count(*) from reactions) as likes,
    (select sum(n) from (select count(*) as n from messages group by conversation_id order by 1 desc limit (select count(*) / 10 from conversations)) x) / (select count(*) from messages) as messages,
    (select max(n) from (select count(*) as n from members where country = 'IT' group by region_id) x)::numeric / (select count(*) from members where country = 'IT') as region`)
  expect(Number(share?.likes)).toBeGreaterThan(0.3)
  expect(Number(share?.messages)).toBeGreaterThan(0.4)
  expect(Number(share?.region)).toBeGreaterThan(0.15)
})

test('a database that has members is refused', async () => {
  expect(written['members']).toBe(members)
  await expect(load()).rejects.toThrow('has members')
})

test('only members of the given brands are made', async () => {
  const other = await createTestDatabase({ bystanders: false })
  const brandsDir = join(import.meta.dirname, '../../brands')
  const brandKeys = ['battito', 'vicino']
  await loadMembers({ url: other.url, members: 120, brandsDir, brandKeys, passwordHash: 'none', now: new Date() })
  const loaded = openDatabase(other.url, { size: 1 })
  const { rows: brands } = await loaded.pool.query(
    'select brand_id as id, count(*)::int as n from members group by 1 order by 1',
  )
  expect(brands.map(({ id }) => id)).toEqual(brandKeys)
  expect(brands.reduce((sum, { n }) => sum + n, 0)).toBe(120)
  await loaded.close()
  await other.drop()
})

test('the same seed gives the same member', () => {
  const one = randomOf(17, 3)
  const two = randomOf(17, 3)
  expect([one.uuid(0), one.next()]).toEqual([two.uuid(0), two.next()])
  expect(randomOf(18, 3).uuid(0)).not.toBe(randomOf(17, 3).uuid(0))
})
