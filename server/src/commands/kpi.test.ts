import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { kpi } from './kpi.ts'

let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 2 })
  await handle.pool.query(`
    insert into kpi_days (brand_id, day, metric, flow_id, source, campid, country, currency, count, amount_minor) values
      ('local', '2026-10-07', 'sign_ups', '7', 'radio', '=HYPERLINK("http://x")', 'IT', '', 40, 0),
      ('local', '2026-10-07', 'funnel_confirmed', '7', 'radio', 'k', 'IT', '', 10, 0),
      ('local', '2026-10-07', 'payments', '7', 'radio', 'k', 'IT', 'EUR', 2, 4980),
      ('local', '2026-09-01', 'payments', '7', 'tv', 'k', 'IT', 'EUR', 1, 100),
      ('battito', '2026-10-07', 'payments', '7', 'radio', 'k', 'ES', 'EUR', 7, 100)`)
  await handle.pool.query(`insert into kpi_cohorts values ('local', '2026-10-05', 0, 'signed_up', '', 40, 0)`)
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
})

const company = { name: 'x', address: 'x', vatNumber: 'IT0', sampleData: true }
const run = (...args: string[]) =>
  kpi(args, {
    db: handle.db,
    brands: { list: ['local', 'battito'].map((key) => ({ key, company })) },
    clock: () => new Date('2026-10-08T12:00:00Z'),
    user: 'root',
  })

it('prints a table of a brand’s last weeks', async () => {
  expect((await run('report', '--brand', 'local')).lines).toEqual([
    'figure            count  amount  currency',
    'funnel_confirmed     10',
    'payments              2  49.80   EUR',
    'sign_ups             40',
  ])
})

it('divides it, over any days, as CSV in which nothing is calculated', async () => {
  expect(
    (await run('report', '--brand', 'local', '--by', 'source', '--from', '2026-09-01', '--to', '2026-10-07', '--csv'))
      .lines,
  ).toEqual([
    'figure,source,count,amount,currency',
    'funnel_confirmed,radio,10,,',
    'payments,radio,2,49.80,EUR',
    'payments,tv,1,1.00,EUR',
    'sign_ups,radio,40,,',
  ])
  const { lines } = await run('report', '--brand', 'local', '--by', 'campaign', '--csv')
  expect(lines.find((line) => line.includes('HYPERLINK'))).toBe(`sign_ups,"'=HYPERLINK(""http://x"")",40,,`)
})

it('prints objects', async () => {
  const { lines } = await run('report', '--brand', 'local', '--by', 'source', '--json')
  expect(JSON.parse(lines.join('\n'))).toEqual([
    { figure: 'funnel_confirmed', source: 'radio', count: 10, amount: '', currency: '' },
    { figure: 'payments', source: 'radio', count: 2, amount: '49.80', currency: 'EUR' },
    { figure: 'sign_ups', source: 'radio', count: 40, amount: '', currency: '' },
  ])
  expect(
    (await run('report', '--brand', 'battito', '--from', '2026-09-01', '--to', '2026-09-02', '--json')).lines,
  ).toEqual(['[]'])
})

it('prints funnel, cohorts and rows', async () => {
  expect((await run('funnel', '--brand', 'local', '--csv')).lines.slice(1)).toEqual([
    '2026-10-07,40,10,25.0,0,0.0,0,0.0,0,0.0,0,0.0',
  ])
  expect((await run('cohorts', '--brand', 'local', '--csv')).lines.slice(1)).toEqual(['2026-10-05,signed_up,0,40,,'])
  expect(
    (await run('rows', '--brand', 'local', '--day', '2026-10-07', '--metric', 'sign_ups', '--csv')).lines,
  ).toHaveLength(1)
})

it.each([
  [[]],
  [['look', '--brand', 'local']],
  [['report']],
  [['report', '--brand', 'nowhere']],
  [['report', '--brand', 'local', '--by', 'email']],
  [['report', '--brand', 'local', '--from', '2026-02-30']],
  [['report', '--brand', 'local', '--to', 'yesterday']],
  [['rows', '--brand', 'local', '--day', '2026-10-07']],
  [['report', '--brand', 'local', '--all']],
  [['report', '--brand', 'local', '--csv', '--json']],
])('refuses %j', async (args) => {
  expect((await run(...args)).ok).toBe(false)
})
