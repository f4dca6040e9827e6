import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from './database.ts'

test('each database is migrated, and nobody else sees what is written to it', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
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

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as unknown[]
  } finally {
    await client.end()
  }
}
