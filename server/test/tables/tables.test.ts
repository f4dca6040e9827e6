import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stepNames } from '#modules/accounts/erase/step-name.ts'
import { allTables, exportedFiles, sealedPlaces } from '#src/tables.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'

/* What the modules declare about their tables, compared with the schema. */

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

const rows = async <T>(text: string): Promise<T[]> => (await client.query(text)).rows as T[]
const columns = () =>
  rows<{ table: string; column: string }>(`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' order by table_name, ordinal_position`)

it('every table is declared by a module, and nothing else is', async () => {
  const names = [...new Set((await columns()).map(({ table }) => table))]
  expect(Object.keys(allTables).toSorted()).toEqual(names.toSorted())
})

it('every column that is declared as sealed exists, and is found by one that does', async () => {
  const all = (await columns()).map(({ table, column }) => `${table}.${column}`)
  for (const { table, column, facts } of sealedPlaces)
    for (const name of [column, facts.foundBy?.column ?? column]) expect(all).toContain(`${table}.${name}`)
})

it('every column of an exported table is exported, or named as one that is left out', async () => {
  const all = await columns()
  for (const { table, owner = 'member_id', columns: exported, not = '', file } of exportedFiles) {
    // A second file of a table shows the same rows to another member.
    if (file !== table) continue
    const own = all.filter((one) => one.table === table && one.column !== owner).map(({ column }) => column)
    const named = [exported, not].flatMap((list) => list.split(' ')).filter((name) => name !== '' && name !== owner)
    expect([table, ...named.toSorted()]).toEqual([table, ...own.toSorted()])
  }
})

it('erasing a member does what is declared', async () => {
  const references = await rows<{ table: string; target: string; cascades: boolean }>(`
    select conrelid::regclass::text as "table", confrelid::regclass::text as target, confdeltype = 'c' as cascades
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  /** Whether deleting a member deletes rows of the table, over any number of tables. */
  const goesWithMembers = (table: string): boolean =>
    table === 'members' ||
    references.some((one) => one.table === table && one.cascades && one.target !== table && goesWithMembers(one.target))
  const all = await columns()
  for (const [table, { erase }] of Object.entries(allTables)) {
    if (erase === 'cascades') expect([table, goesWithMembers(table)]).toEqual([table, true])
    else if (erase === 'names no member') {
      expect([table, goesWithMembers(table)]).toEqual([table, false])
      expect(all).not.toContainEqual({ table, column: 'member_id' })
    } else if ('step' in erase) expect(stepNames).toContain(erase.step)
  }
})
