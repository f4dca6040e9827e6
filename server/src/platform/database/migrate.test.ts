import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { longestWait } from '#test/support/longest-wait.ts'
import { lockKeys } from './lock-keys.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string
let client: pg.Client
beforeEach(async () => {
  database = await createTestDatabase({ bystanders: false })
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const name of ['migrations', 'functions']) await mkdir(join(folder, name))
  client = await connect()
  // As if no migration had been applied: the files of these tests count from 0001.
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
const run = (release?: string) =>
  migrate(database.url, {
    ...(release === undefined ? {} : { release }),
    migrations: pathToFileURL(join(folder, 'migrations/')),
    functions: pathToFileURL(join(folder, 'functions/')),
  })
const rows = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows

describe('migrations', () => {
  it('are applied in the order of their numbers, none before one that is already applied', async () => {
    await migration('0001_a.sql', 'create table a (id int primary key);')
    await migration('0002_b.sql', 'create table b (id int primary key);')
    await run()
    await client.query("delete from schema_migrations where name = '0001_a.sql'")
    await expect(run()).rejects.toThrow('0001_a.sql comes before 0002_b.sql, which was applied: give it a new number')
  })

  it('are refused on the database of a development version, with what to do', async () => {
    await migration('0001_baseline.sql', 'create table a (id int primary key);')
    await migration('0002_b.sql', 'create table b (id int primary key);')
    await functionFile('answer.sql', "create or replace function answer() returns int language sql as 'select 1';")
    await client.query("insert into schema_migrations values ('0001_foundation.sql', 'x'), ('functions/f.sql', 'x')")
    await expect(run()).rejects.toThrow(/development version \(0001_foundation\.sql\).*start with an empty database/)
    expect(await rows("select to_regclass('a') as a")).toEqual([{ a: null }])
  })
})

describe('a migration', () => {
  it('is applied once, and must not change afterwards', async () => {
    await migration('0001_a.sql', 'create table a (id int primary key);')
    await Promise.all([run(), run()])
    await migration('0001_a.sql', 'create table a (id bigint primary key);')
    await expect(run()).rejects.toThrow('0001_a.sql was applied in another form')
  })

  it('leaves nothing behind when it fails', async () => {
    await migration('0001_a.sql', 'create table a (id int primary key); select 1 / 0;')
    await expect(run()).rejects.toThrow('division by zero')
    expect(await rows("select to_regclass('a') as a, count(*)::int as n from schema_migrations")).toEqual([
      { a: null, n: 0 },
    ])
  })

  it('must not contain a function', async () => {
    await migration(
      '0001_a.sql',
      "-- create function x\ncreate function answer() returns int language sql as 'select 1';",
    )
    await expect(run()).rejects.toThrow('the function answer belongs into server/functions/answer.sql')
  })

  it('lets writers through while it waits for a lock, and is applied once it gets it', async () => {
    await client.query('create table busy (id int primary key, n int not null)')
    await client.query('insert into busy values (1, 0)')
    await migration('0001_a.sql', 'alter table busy add column added int;')
    const holder = await connect()
    await holder.query('begin')
    await holder.query('select from busy')
    const { longest, writes } = await longestWait(
      database.url,
      (writer) => writer.query('update busy set n = n + 1'),
      async () => {
        const applied = run()
        // Long enough for several attempts: each one that timed out shows in the writer's waits.
        await Promise.race([applied, waitingSince(1500)])
        await holder.query('commit')
        await applied
      },
    )
    await holder.end()
    expect(await rows('select added from busy')).toEqual([{ added: null }])
    expect(writes).toBeGreaterThan(10)
    // The migration blocked the writer for one lock time-out, and no longer.
    expect(longest).toBeGreaterThan(200)
    expect(longest).toBeLessThan(1000)
  })

  it.each([
    ['create index concurrently if not exists busy_n on busy (n);', 'share update exclusive'],
    ['alter table busy validate constraint positive;', 'share row exclusive'],
  ])('waits for as long as it takes where no one waits for it: %s', async (statement, mode) => {
    await client.query('create table busy (id int primary key, n int not null)')
    await client.query('alter table busy add constraint positive check (n > 0) not valid')
    await migration('0001_a.sql', `-- no-transaction\n${statement}\n`)
    const holder = await connect()
    await holder.query(`begin; lock table busy in ${mode} mode`)
    const applied = run()
    const waiting = () =>
      rows(
        `select now() - query_start > '600 ms' as late from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    // Longer than a lock time-out: it would have been refused and begun again.
    await expect.poll(waiting, { timeout: 5000 }).toEqual([{ late: true }])
    await holder.query('commit')
    await applied
    await holder.end()
  })

  it('builds an index concurrently outside a transaction, and is repeated after an interruption', async () => {
    await client.query('create table large as select i as id, i % 10 as n from generate_series(1, 200000) i')
    await migration(
      '0001_a.sql',
      '-- no-transaction\ncreate index concurrently if not exists large_n on large (n);\ncreate unique index concurrently if not exists large_id on large (id);\n',
    )
    await client.query('insert into large values (1, 1)')
    // A duplicate makes the second index fail, which leaves an invalid index behind.
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
      () => run(),
    )
    // A second, and another that the tests beside it may take of the machine.
    expect(longest).toBeLessThan(2000)
    expect((await indexes()).every(({ indisvalid }) => indisvalid)).toBe(true)
  })
})

it('says whom it waits for while another process has its turn', async () => {
  await migration('0001_a.sql', 'create table a (id int primary key);')
  const holder = await connect()
  await holder.query('select pg_advisory_lock($1)', [lockKeys.migrate])
  const { rows: own } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  const said: unknown[] = []
  const log = { warn: (...line: readonly unknown[]) => void said.push(line) }
  const waiting = migrate(database.url, {
    migrations: pathToFileURL(join(folder, 'migrations/')),
    functions: pathToFileURL(join(folder, 'functions/')),
    sayEveryMs: 200,
    log,
  })
  await expect.poll(() => said.length).toBeGreaterThan(1)
  expect(said[0]).toEqual([
    { pid: own[0]?.pid, from: expect.any(String), since: expect.any(Date) },
    'waits for another process that brings the database up to date',
  ])
  await holder.end()
  await waiting
  expect(await rows("select to_regclass('a') is not null as a")).toEqual([{ a: true }])
})

/** Checks the measurement itself: a blocking migration shows in the writer's waits. */
it('a statement that locks a table shows in the waits', async () => {
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

  it('are replaced after the migrations when their file changed', async () => {
    await migration('0001_a.sql', 'create table a (id int primary key);')
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

  it('are not replaced by an older version of the program', async () => {
    await functionFile('answer.sql', answer(1))
    await run()
    await client.query("insert into schema_migrations values ('0001_newer.sql', 'x')")
    await functionFile('answer.sql', answer(0))
    await run()
    expect(await rows('select answer() as n')).toEqual([{ n: 1 }])
  })

  it('are not replaced by an older version that has the same migrations, and by a newer one they are', async () => {
    const start = async (release: string, value: number) => {
      await functionFile('answer.sql', answer(value))
      await run(release)
      return (await rows('select answer() as n'))[0]?.['n']
    }
    expect(await start('0.9.0', 1)).toBe(1)
    expect(await start('0.10.0-rc.1', 2)).toBe(2)
    expect(await start('0.10.0', 3)).toBe(3)
    expect(await start('0.9.0', 1)).toBe(3)
    expect(await start('0.9.12', 1)).toBe(3)
    expect(await start('0.10.1', 4)).toBe(4)
  })

  it('refuses a second function of the same name with other parameters', async () => {
    await functionFile('answer.sql', answer(1))
    await run()
    await functionFile('answer.sql', "create or replace function answer(a int) returns int language sql as 'select a';")
    await expect(run()).rejects.toThrow('functions/answer.sql leaves 2 functions called answer')
    expect(await rows("select pronargs from pg_proc where proname = 'answer'")).toEqual([{ pronargs: 0 }])
  })
})

/** Resolves once sessions have been refused a lock for this many milliseconds. */
async function waitingSince(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds
  while (performance.now() < end) await client.query('select pg_sleep(0.05)')
}
