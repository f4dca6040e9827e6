import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { copied, listed, placed } from './distribution.ts'

/*
 * How a pool could be spread over several nodes: docs/scale.md names each table's distribution column, the keys
 * that do not contain it and the references that lead to another node. A new table or key has to be decided there.
 */

interface Key {
  readonly table: string
  readonly name: string
  readonly columns: readonly string[]
}
interface Reference {
  readonly table: string
  readonly target: string
  readonly columns: readonly string[]
  readonly targets: readonly string[]
}

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})
const rows = async <T>(sql: string): Promise<T[]> => (await client.query(sql)).rows as T[]
const names = (table: string, numbers: string): string =>
  `(select array_agg(a.attname::text order by u.n) from unnest(${numbers}) with ordinality u(number, n)
     join pg_attribute a on a.attrelid = ${table} and a.attnum = u.number)`
const ours = "relnamespace = 'public'::regnamespace and relkind in ('r', 'p')"

it('every table is distributed by one of its columns, or copied', async () => {
  const tables = await rows<{ name: string; columns: string[] }>(
    `select relname as name, array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0) as columns from pg_class c where ${ours} order by 1`,
  )
  expect([...placed.keys(), ...copied].sort()).toEqual(tables.map(({ name }) => name))
  expect(tables.filter(({ name, columns }) => !columns.includes(placed.get(name)?.column ?? columns[0] ?? ''))).toEqual(
    [],
  )
})

it('every unique key contains its table’s distribution column, with the exceptions that are named', async () => {
  const keys = await rows<Key>(
    `select c.relname as table, i.indexrelid::regclass::text as name, ${names('c.oid', 'i.indkey::int2[]')} as columns
     from pg_index i join pg_class c on c.oid = i.indrelid where i.indisunique and ${ours} order by 2`,
  )
  expect(
    keys
      .filter(({ table, columns }) => !copied.includes(table) && !columns.includes(placed.get(table)?.column ?? ''))
      .map(({ name }) => name),
  ).toEqual(listed.get('keys without it'))
})

it('no reference leads to another node, with the exceptions that are named', async () => {
  const references = await rows<Reference>(
    `select c.relname as table, k.confrelid::regclass::text as target, ${names('k.conrelid', 'k.conkey')} as columns,
       ${names('k.confrelid', 'k.confkey')} as targets
     from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and ${ours}`,
  )
  // A conversation's id, too, says which members it has.
  const nodeColumn = (table: string): string | undefined =>
    table === 'conversations' ? 'id' : placed.get(table)?.column
  const crosses = ({ table, target, columns: own, targets }: Reference): boolean =>
    !copied.includes(target) &&
    !own.some((column, n) => column === placed.get(table)?.column && targets[n] === nodeColumn(target))
  expect(
    references
      .filter(crosses)
      .map(({ table, columns: own }) => `${table}.${own.join('+')}`)
      .sort(),
  ).toEqual(listed.get('references to another node'))
})
