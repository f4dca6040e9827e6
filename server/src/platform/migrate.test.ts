import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { longestWait } from '../../test/longest-wait.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string
let client: pg.Client
beforeEach(async () => {
  database = await createTestDatabase({ bystanders: false })
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const name of ['migrations', 'functions']) await mkdir(join(folder, name))
  client = await connect()
  // As if nothing had been applied: the files of these tests count from 0031.
  await client.query('delete from schema_migrations')
})
afterEach(async () => {
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

async function connect(): Promise<pg.Client> {
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  return other
}
const migration = (name: string, sql: string) => writeFile(join(folder, 'migrations', name), sql)
const functionFile = (name: string, sql: string) => writeFile(join(folder, 'functions', name), sql)
const run = () =>
  migrate(database.url, {
    migrations: pathToFileURL(join(folder, 'migrations/')),
    functions: pathToFileURL(join(folder, 'functions/')),
  })
const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows

describe('migrations', () => {
  it('are applied in the order of their numbers: none comes before one that was applied', async () => {
    await migration('0031_a.sql', 'create table a (id int primary key);')
    await migration('0032_b.sql', 'create table b (id int primary key);')
    await run()
    await client.query("delete from schema_migrations where name = '0031_a.sql'")
    await expect(run()).rejects.toThrow('0031_a.sql comes before 0032_b.sql, which was applied: give it a new number')
  })
})

describe('a migration', () => {
  it('is applied once, and not changed afterwards', async () => {
    await migration('0031_a.sql', 'create table a (id int primary key);')
    await Promise.all([run(), run()])
    await migration('0031_a.sql', 'create table a (id bigint primary key);')
    await expect(run()).rejects.toThrow('0031_a.sql was applied in another form')
  })

  it('that fails leaves nothing behind', async () => {
    await migration('0031_a.sql', 'create table a (id int primary key); select 1 / 0;')
    await expect(run()).rejects.toThrow('division by zero')
    expect(await rows("select to_regclass('a') as a, count(*)::int as n from schema_migrations")).toEqual([
      { a: null, n: 0 },
    ])
  })

  it('has no function in it', async () => {
    await migration(
      '0031_a.sql',
      "-- create function x\ncreate function answer() returns int language sql as 'select 1';",
    )
    await expect(run()).rejects.toThrow('the function answer belongs into server/functions/answer.sql')
  })

  it('that waits for a lock lets writers through, and is applied when it gets it', async () => {
    await client.query('create table busy (id int primary key, n int not null)')
    await client.query('insert into busy values (1, 0)')
    await migration('0031_a.sql', 'alter table busy add column added int;')
    const holder = await connect()
    await holder.query('begin')
    await holder.query('select from busy')
    const { longest, writes } = await longestWait(
      database.url,
      (writer) => writer.query('update busy set n = n + 1'),
      async () => {
        const applied = run()
        // Long enough for several tries: each one that was given up shows in the writer's waits.
        await Promise.race([applied, waitingSince(1500)])
        await holder.query('commit')
        await applied
      },
    )
    await holder.end()
    expect(await rows('select added from busy')).toEqual([{ added: null }])
    expect(writes).toBeGreaterThan(10)
    // It did stand in the way for one time-out, and not for longer.
    expect(longest).toBeGreaterThan(200)
    expect(longest).toBeLessThan(1000)
  })

  it('outside a transaction builds an index while others write, and is repeated when it was cut short', async () => {
    await client.query('create table large as select i as id, i % 10 as n from generate_series(1, 200000) i')
    await migration(
      '0031_a.sql',
      '-- no-transaction\ncreate index concurrently if not exists large_n on large (n);\ncreate unique index concurrently if not exists large_id on large (id);\n',
    )
    await client.query('insert into large values (1, 1)')
    // What is twice there breaks the second index, and its remains stay.
    await expect(run()).rejects.toThrow('could not create unique index')
    const indexes = () =>
      rows(
        "select indexrelid::regclass::text as name, indisvalid from pg_index where indrelid = 'large'::regclass order by 1",
      )
    expect(await indexes()).toEqual([
      { name: 'large_id', indisvalid: false },
      { name: 'large_n', indisvalid: true },
    ])
    await client.query('delete from large where ctid = (select max(ctid) from large where id = 1)')
    const { longest } = await longestWait(
      database.url,
      (writer, round) => writer.query('insert into large values ($1, 1)', [300_000 + round]),
      run,
    )
    expect(longest).toBeLessThan(1000)
    expect((await indexes()).every(({ indisvalid }) => indisvalid)).toBe(true)
  })
})

/** A measure of the writer notices a migration that blocks. */
it('a statement that keeps a table to itself shows in the waits', async () => {
  await client.query('create table busy (id int primary key, n int not null)')
  const { longest } = await longestWait(
    database.url,
    (writer) => writer.query('update busy set n = n + 1'),
    async () => {
      await client.query('begin; lock table busy; select pg_sleep(1.2); commit')
    },
  )
  expect(longest).toBeGreaterThan(1000)
})

describe('functions', () => {
  const answer = (value: number) => `create or replace function answer() returns int language sql as 'select ${value}';`

  it('are replaced whole after the migrations when their file changed', async () => {
    await migration('0031_a.sql', 'create table a (id int primary key);')
    await functionFile('answer.sql', answer(1))
    await run()
    expect(await rows('select answer() as n')).toEqual([{ n: 1 }])
    await client.query("create or replace function answer() returns int language sql as 'select 7'")
    await run()
    expect(await rows('select answer() as n')).toEqual([{ n: 7 }])
    await functionFile('answer.sql', answer(2))
    await run()
    expect(await rows('select answer() as n')).toEqual([{ n: 2 }])
  })

  it('are not put back by an earlier version of the program', async () => {
    await functionFile('answer.sql', answer(1))
    await run()
    await client.query("insert into schema_migrations values ('0031_newer.sql', 'x')")
    await functionFile('answer.sql', answer(0))
    await run()
    expect(await rows('select answer() as n')).toEqual([{ n: 1 }])
  })

  it('are one a name: what other parameters would leave behind is refused', async () => {
    await functionFile('answer.sql', answer(1))
    await run()
    await functionFile('answer.sql', "create or replace function answer(a int) returns int language sql as 'select a';")
    await expect(run()).rejects.toThrow('functions/answer.sql leaves 2 functions called answer')
    expect(await rows("select pronargs from pg_proc where proname = 'answer'")).toEqual([{ pronargs: 0 }])
  })
})

/** Until sessions have been turned away at a lock for so long; milliseconds. */
async function waitingSince(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds
  while (performance.now() < end) await client.query('select pg_sleep(0.05)')
}
