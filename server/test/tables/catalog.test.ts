import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allTables } from '#src/tables.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'

/* Rules of ARCHITECTURE.md about the data, checked against the database's catalog. */

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
const ours = "n.nspname = 'public'"

interface Column {
  table: string
  column: string
  in_key: boolean
}
interface Reference {
  table: string
  target: string
  columns: string[]
  target_columns: string[]
}

const references = () =>
  rows<Reference>(`
  select t.relname as "table", f.relname as target,
    (select array_agg(a.attname::text order by k.n) from unnest(c.conkey) with ordinality k(attnum, n) join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum) as columns,
    (select array_agg(a.attname::text order by k.n) from unnest(c.confkey) with ordinality k(attnum, n) join pg_attribute a on a.attrelid = f.oid and a.attnum = k.attnum) as target_columns
  from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid join pg_namespace n on n.oid = t.relnamespace
  where c.contype = 'f' and ${ours}`)

it('every table states whose its rows are, in a key or by references to a member', async () => {
  const columns = await rows<Column>(`
    select c.relname as "table", a.attname as "column", coalesce(a.attnum = any (i.indkey), false) as in_key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary where c.relkind in ('r', 'p') and ${ours}`)
  const tables = [...new Set(columns.map(({ table }) => table))]
  const links = await references()
  const keyed = (table: string): boolean =>
    columns.some(
      (one) =>
        one.table === table &&
        one.in_key &&
        ['brand_id', 'pool_id', 'member_id', 'conversation_id'].includes(one.column),
    )
  const chained = (table: string, seen: readonly string[] = []): boolean =>
    table === 'members' ||
    (!seen.includes(table) && links.some((link) => link.table === table && chained(link.target, [...seen, table])))
  const branded = (table: string): boolean =>
    columns.some((one) => one.table === table && ['brand_id', 'pool_id'].includes(one.column))
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.filter((table) => allTables[table]?.noBrand === undefined && !keyed(table) && !chained(table))).toEqual(
    [],
  )
  // A table that gets a brand must leave the list of exceptions.
  expect(
    Object.keys(allTables).filter((table) => allTables[table]?.noBrand && (keyed(table) || chained(table))),
  ).toEqual([])
  expect(branded('members') && branded('conversations')).toBe(true)
})

it('there is no hidden behaviour: no triggers, rules or sequences of ours', async () => {
  expect(
    await rows(
      `select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace where ${ours} and not tgisinternal`,
    ),
  ).toEqual([])
  expect(await rows("select rulename from pg_rules where schemaname = 'public'")).toEqual([])
  expect(
    await rows(
      `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${ours}`,
    ),
  ).toEqual([])
})

it('every reference to a member has an index, so that erasing one scans no table', async () => {
  const indexes = await rows<{ table: string; columns: string[] }>(`
    select c.relname as "table", (select array_agg(a.attname::text order by k.n) from unnest(i.indkey::int2[]) with ordinality k(attnum, n) join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace where ${ours} and i.indpred is null`)
  const bare = (await references())
    .filter(({ target }) => ['members', 'wallets', 'conversations'].includes(target))
    .filter(
      (link) =>
        !indexes.some(
          (index) =>
            index.table === link.table &&
            link.columns.every((column) => index.columns.slice(0, link.columns.length).includes(column)),
        ),
    )
    .map((link) => `${link.table}.${link.columns.join()}`)
  expect(bare).toEqual([])
})

it('every table has a primary key, and every time its zone', async () => {
  expect(
    await rows(
      `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and ${ours} and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    ),
  ).toEqual([])
  expect(
    await rows(
      "select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type = 'timestamp without time zone'",
    ),
  ).toEqual([])
})

it('no statement reaches another database: pools that have their own are never joined', async () => {
  expect(await rows('select extname as name from pg_extension order by 1')).toEqual([{ name: 'plpgsql' }])
  for (const table of ['pg_foreign_server', 'pg_foreign_table', 'pg_subscription', 'pg_publication'])
    expect([table, await rows(`select from ${table}`)]).toEqual([table, []])
})
