import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

test('each database is migrated and isolated', async () => {
  const [one, other] = await Promise.all([
    createTestDatabase({ bystanders: false }),
    createTestDatabase({ bystanders: false }),
  ])
  try {
    await run(one.url, 'create table only_here (id int)')
    expect(await run(one.url, "select to_regclass('only_here') is not null as there")).toEqual([{ there: true }])
    expect(await run(other.url, "select to_regclass('only_here') is not null as there")).toEqual([{ there: false }])
    expect(await run(other.url, "select to_regclass('schema_migrations') is not null as there")).toEqual([
      { there: true },
    ])
  } finally {
    await Promise.all([one.drop(), other.drop()])
  }
  await expect(run(one.url, 'select 1')).rejects.toThrow(/does not exist/)
})

test.each([
  ["insert into outbox (id, topic, payload, created_at) values (gen_random_uuid(), 'x', '{}', now())", null],
  ['update wallets set likes = likes', 'wallets'],
  ["update members set about = '' where id = (select id from members limit 1)", 'members'],
  ['delete from messages where seq = 2', 'messages'],
])('a change of bystanders’ rows is an error: %s', async (statement, table) => {
  const { url, drop } = await createTestDatabase()
  await run(url, statement)
  if (table === null) await drop()
  else await expect(drop()).rejects.toThrow(`changed or removed in ${table}.`)
  // Dropped in either case.
  await expect(run(url, 'select 1')).rejects.toThrow(/does not exist/)
})

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as unknown[]
  } finally {
    await client.end()
  }
}
