import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDatabase, type DatabaseHandle } from './database.ts'
import { createStatementNames } from './prepared.ts'

let test: TestDatabase
let database: DatabaseHandle
beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase(test.url, { size: 1 })
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

const prepared = async () =>
  (
    await database.pool.query<{ statement: string }>('select statement from pg_prepared_statements order by statement')
  ).rows.map(({ statement }) => statement)

it('prepares a statement of the query builder once, and answers by its parameters', async () => {
  const regions = (country: string) =>
    database.db.selectFrom('geo_regions').select('name').where('country', '=', country).orderBy('name').execute()
  const [italy, france] = [await regions('IT'), await regions('FR')]
  expect(italy.length).toBeGreaterThan(10)
  expect(france).not.toEqual(italy)
  expect((await prepared()).filter((statement) => statement.includes('geo_regions'))).toHaveLength(1)
})

it('a failed statement does not affect the next one', async () => {
  const divide = (by: number) => database.pool.query<{ n: number }>('select 10 / $1::int as n', [by])
  await expect(divide(0)).rejects.toThrow(/division by zero/)
  expect((await divide(5)).rows).toEqual([{ n: 2 }])
})

it('does not prepare `select *`: columns may change while a connection is open', async () => {
  await database.pool.query('create temporary table things (id int)')
  await database.pool.query('insert into things values ($1)', [1])
  const all = () => database.pool.query('select * from things where id = $1', [1])
  expect((await all()).rows).toEqual([{ id: 1 }])
  await database.pool.query("alter table things add column name text default 'new'")
  expect((await all()).rows).toEqual([{ id: 1, name: 'new' }])
  const nameOf = createStatementNames(1)
  expect(
    [
      'select * from a where b = $1',
      'select a.* from a where b = $1',
      'insert into a values ($1) returning *',
      'select b, * from a where b = $1',
      'select "a".* from "a" where "b" = $1',
    ].map(nameOf),
  ).toEqual(Array(5).fill(undefined))
  const counting = 'select count(*) from a where b = $1 * 2'
  // Beyond the most there is no further name, and a known statement keeps its own.
  expect([counting, 'select 1', counting].map(nameOf)).toEqual(['s0', undefined, 's0'])
})
