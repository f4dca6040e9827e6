import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { divided } from './slices.ts'

let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 2 })
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
})

const asked = { brandId: 'local', from: '2031-05-01', to: '2031-05-31' }
const metrics = ['visits', 'sign_ups', 'payments', 'refunds']
const slices = (count: number) =>
  handle.pool.query(
    `insert into kpi_slices (brand_id, metric, dimension, day, value, currency, count, amount_minor)
     select 'local', metric, 'source', '2031-05-10', 'source ' || n, currency, count, amount
     from generate_series(1, $1) n, (values ('visits', '', 1000, 0), ('sign_ups', '', 100, 0), ('payments', 'EUR', 10, 990),
       ('payments', 'GBP', 5, 500), ('refunds', 'EUR', 1, 99)) of (metric, currency, count, amount)`,
    [count],
  )

it('gives all figures of each value, however many values there are, and says whether there are more', async () => {
  await slices(300)
  const { points, more } = await divided(handle.db, asked, metrics, 'source')
  expect([new Set(points.map(({ at }) => at)).size, points.length, more]).toEqual([300, 1500, false])
  await handle.pool.query('delete from kpi_slices')
  await slices(501)
  // Few came by it: of two with as many, the one with most of what was asked for first.
  await handle.pool.query(`update kpi_slices set count = 1 where value = 'source 77' and metric = 'visits'`)
  const most = await divided(handle.db, asked, metrics, 'source')
  const values = new Set(most.points.map(({ at }) => at))
  expect([values.size, most.points.length, most.more, values.has('source 77')]).toEqual([500, 2500, true, false])
  const byPayments = await divided(handle.db, asked, ['payments', 'visits'], 'source')
  expect(byPayments.more).toBe(true)
  expect(byPayments.points.filter(({ metric }) => metric === 'payments')).toHaveLength(1000)
})
