import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadMembers } from '../../../bench/load/load.ts'
import { settingsFor } from '../../../tools/postgres/machine.mjs'
import { INITIAL_SETTINGS } from '../../../tools/postgres/settings.mjs'
import { exportedPage } from '#modules/data-export/archive.ts'
import { exportedFiles } from '#src/tables.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { growing, readCollected } from './collected.ts'
import { exceptionFor, exceptions, type Exception } from './exceptions.ts'
import { functionCalls } from './function-calls.ts'
import { functionsOf } from './functions.ts'
import { wrongWith } from './allowance.ts'
import { kindOf } from './kinds.ts'
import { StatementLook, type Look } from './look.ts'
import { addMoreRows } from './more-rows.ts'
import { NestedStatements } from './nested.ts'
import { notRun } from './not-run.ts'
import type { PlanNode } from './plan.ts'

/*
 * Every kind of statement that the other tests' servers and commands sent, and those inside of SQL functions, on a
 * database whose busiest members have much data: none scans a growing table, and none reads twenty times what it
 * returns.
 */

const members = 5000

const folder = process.env['TEST_STATEMENTS_DIR'] ?? ''
const { texts: collected, commands } = readCollected(folder)
const texts = new Map(collected)
// Few members have more than a page, and no test for each table.
for (const file of exportedFiles) {
  const text = exportedPage(file, 'next')
  texts.set(kindOf(text), text)
}
const only = process.env['TEST_STATEMENTS_ONLY'] ?? ''
const kinds = [...texts].filter(([kind]) => kind.includes(only)).sort()

let database: TestDatabase
let client: pg.Client
let look: StatementLook
let nested: NestedStatements
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  await loadMembers({
    url: database.url,
    members,
    brandsDir: join(import.meta.dirname, '../../../brands'),
    passwordHash: 'none',
    now: new Date(),
  })
  client = new pg.Client({ connectionString: database.url, ...NestedStatements.connection })
  await client.connect()
  await addMoreRows(client)
  const grows = await growing(client)
  nested = new NestedStatements(client, grows)
  look = new StatementLook(client, grows, nested)
  await look.prepare({ ...INITIAL_SETTINGS, ...settingsFor({ memory: 4096, cores: 2, dedicated: false }) })
  await client.query('set session_replication_role = replica')
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** The exceptions that a statement needed, with the rows that it read. */
const used = new Map<Exception, number>()

/** Fails when a statement breaks a rule without an exception, or exceeds that. */
function expectWithinRules(kind: string, seen: Pick<Look, 'scans' | 'read' | 'returned'> & { plan: PlanNode }): void {
  const exception = exceptionFor(kind)
  const wrong = wrongWith(seen, exception)
  expect(wrong, `${kind}\n${JSON.stringify(seen.plan, null, 1).slice(0, 6000)}`).toEqual([])
  if (exception && wrongWith(seen).length > 0) used.set(exception, Math.max(used.get(exception) ?? 0, seen.read ?? 0))
}

it('there are collected statements: `npm test -- unit pages` collects them first', () => {
  expect(collected.size).toBeGreaterThan(150)
})

it('there are rows in every table that grows', async () => {
  const grows = await growing(client)
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  )
  const empty: string[] = []
  for (const { name } of rows)
    if (grows(name) && (await client.query(`select from ${name} limit 1`)).rowCount === 0) empty.push(name)
  expect(empty).toEqual([])
})

it.runIf(only === '')('every command that works on a database was among the tests', () => {
  const sources = new URL('../../src/commands/', import.meta.url)
  const onDatabases = readdirSync(sources).filter(
    (file) =>
      /^[\w-]+\.ts$/.test(file) && /from '\.\/on-databases\.ts'/.test(readFileSync(new URL(file, sources), 'utf8')),
  )
  const missing = onDatabases.map((file) => file.replace('.ts', '')).filter((command) => !commands.has(command))
  // Have no function of their own: the first is that of `staff`, and what the second sends is the module's.
  expect(missing.toSorted()).toEqual(['first-owner', 'invite'])
})

it.runIf(only === '')('every list that continues after a row was continued by a test', () => {
  const sources = new URL('../../src/', import.meta.url)
  const places = globSync('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] }).flatMap((file) => [
    ...readFileSync(new URL(file, sources), 'utf8').matchAll(/isAfter\('\w+', '(\w+)', '(\w+)'/g),
  ])
  expect(places.length).toBeGreaterThan(2)
  const missing = places
    .map(([, column, alias]) => `("${alias}"."${column}", "${alias}"."id") > (select`)
    .filter((condition) => ![...collected.keys()].some((kind) => kind.includes(condition)))
  expect(missing).toEqual([])
})

const unable = new Map<string, string>()

describe('on a loaded database', () => {
  it.each(kinds)('%s', async (kind, text) => {
    const seen = await look.at(text)
    if (seen.error !== undefined) unable.set(kind, seen.error)
    expectWithinRules(kind, seen)
    for (const inner of seen.nested) expectWithinRules(inner.kind, inner)
  })
})

it.runIf(only === '')('every statement that reads could be run with values of ours, but for those listed', () => {
  const isListed = (kind: string): boolean => notRun.some((one) => kind.includes(one.kind))
  expect([...unable].filter(([kind]) => !isListed(kind)).map(([kind, error]) => `${error}: ${kind}`)).toEqual([])
  expect(notRun.filter((one) => !one.sometimes && ![...unable.keys()].some((kind) => kind.includes(one.kind)))).toEqual(
    [],
  )
})

describe('functions', () => {
  it('have calls here, every one that reads tables', async () => {
    const found = await functionsOf(client)
    expect(found.filter(({ statements }) => statements !== undefined).map(({ name }) => name)).toEqual(
      Object.keys(functionCalls).toSorted(),
    )
  })

  it.each(Object.entries(functionCalls))('%s', async (name, calls) => {
    const all = (await functionsOf(client)).find((one) => one.name === name)?.statements ?? []
    const left = new Set(all)
    for (const call of calls) {
      await client.query('begin')
      try {
        const seen = await nested.of(
          () => call(client),
          (kind) => !all.includes(kind),
        )
        for (const one of seen) {
          left.delete(one.kind)
          expectWithinRules(`${name}: ${one.kind}`, one)
        }
      } finally {
        await client.query('rollback')
      }
    }
    expect([...left], 'no call executes these').toEqual([])
  })
})

describe.runIf(only === '')('exceptions', () => {
  it('belong to a statement that needs them', () => {
    expect(exceptions.filter((one) => !used.has(one)).map(({ kind }) => kind)).toEqual([])
  })

  it('allow not much more than is read', () => {
    const loose = [...used].filter(([{ rows = 0 }, read]) => rows > 3 * read)
    expect(loose.map(([{ kind, rows }, read]) => `${kind}: ${rows} for ${read}`)).toEqual([])
  })
})

describe('the check itself', () => {
  it.each([
    ['select id from members where about = $1', ['reads members through']],
    ['select member_id from notifications where actor_id = $1 and created_at < $2', []],
    ['select m.id from messages m where m.created_at > $1', ['reads messages through']],
    ['delete from consents where text_version = $1', ['reads consents through']],
    ['select id from members where id = $1', []],
    ['select id from graphile_worker._private_jobs where last_error = $1', ['reads _private_jobs through']],
    ['delete from graphile_worker._private_jobs where key = $1', []],
  ])('%s', async (text, wrong) => {
    expect((await look.at(text)).scans.map((table) => `reads ${table} through`)).toEqual(wrong)
  })

  it('detects rows that are read and discarded', async () => {
    const [wrong] = wrongWith(await look.at('select count(*) from reactions where member_id = $1'))
    expect(wrong).toMatch(/^reads \d+ rows and returns 1$/)
  })

  it('detects what a function reads, in a branch as well', async () => {
    await client.query('begin')
    try {
      await client.query(`create function planted(p_about text) returns bigint language plpgsql as $$
        declare n bigint;
        begin
          if p_about is not null then select count(*) into n from members m where m.about = p_about; end if;
          return n;
        end $$`)
      const planted = (await functionsOf(client)).find(({ name }) => name === 'planted')
      expect(planted?.statements).toHaveLength(1)
      const [kind = ''] = planted?.statements ?? []
      const ofCall = (value: string) =>
        nested.of(
          () => client.query('select planted($1)', [value]),
          (one) => one !== kind,
        )
      const [seen] = await ofCall('x')
      expect(seen?.scans).toEqual(['members'])
      expect(wrongWith(seen!)).toEqual(['reads members through', `reads ${members} rows and returns 1`])
      await client.query(`create function planted_too() returns bigint language sql as 'select count(*) from members'`)
      await expect(functionsOf(client)).rejects.toThrow('planted_too: a function in sql that reads tables')
    } finally {
      await client.query('rollback')
    }
  })

  it('allows by an exception only the rule that it names, and only so much', () => {
    const seen = { scans: ['members'], read: 5000, returned: 1 }
    expect(wrongWith(seen, { scans: ['members'] })).toEqual(['reads 5000 rows and returns 1'])
    expect(wrongWith(seen, { rows: 5000 })).toEqual(['reads members through'])
    expect(wrongWith(seen, { scans: ['wallets'], rows: 4999 })).toEqual([
      'reads members through',
      'reads 5000 rows and returns 1',
    ])
    expect(wrongWith(seen, { scans: ['members'], rows: 5000 })).toEqual([])
  })

  it('knows one kind by its text, whatever its lists, moments and partitions are', () => {
    const texts = ['2024-10-01T00:00:00.000Z', '2025-11-01T00:00:00.000Z'].map(
      (at, n) =>
        `select  a from partitions.emails_${n === 0 ? 'before' : '202501'} where b in ($1${', $2'.repeat(n)}) and at < '${at}'`,
    )
    expect(new Set(texts.map(kindOf)).size).toBe(1)
  })
})
