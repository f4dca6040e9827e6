import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadMembers } from '../../../bench/load/load.ts'
import { settingsFor } from '../../../tools/postgres/machine.mjs'
import { INITIAL_SETTINGS } from '../../../tools/postgres/settings.mjs'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { growsWithMembers, readCollected } from './collected.ts'
import { exceptionFor, exceptions } from './exceptions.ts'
import { StatementLook, type Look } from './look.ts'

/*
 * Every kind of statement that the other tests' servers sent, on a database whose busiest members have much data: none
 * scans a growing table, and none reads twenty times what it returns.
 */

const members = 5000
const most = 20
/** Up to this many rows are always acceptable. */
const alwaysFine = 200

const folder = process.env['TEST_STATEMENTS_DIR'] ?? ''
const texts = folder === '' ? new Map<string, string>() : readCollected(folder)
const only = process.env['TEST_STATEMENTS_ONLY'] ?? ''
const kinds = [...texts].filter(([kind]) => kind.includes(only)).sort()

let database: TestDatabase
let client: pg.Client
let look: StatementLook
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  await loadMembers({
    url: database.url,
    members,
    brandsDir: join(import.meta.dirname, '../../../brands'),
    passwordHash: 'none',
    now: new Date(),
  })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const tables = new Set(rows.map(({ name }) => name))
  look = new StatementLook(client, (table) => tables.has(table) && growsWithMembers(table))
  await look.prepare({ ...INITIAL_SETTINGS, ...settingsFor({ memory: 4096, cores: 2, dedicated: false }) })
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const wrongWith = ({ scans, read, returned }: Look): string[] => [
  ...scans.map((table) => `reads ${table} through`),
  ...(read !== undefined && returned !== undefined && read > Math.max(alwaysFine, most * returned)
    ? [`reads ${read} rows and returns ${returned}`]
    : []),
]

it('there are collected statements: `npm test -- unit pages` collects them first', () => {
  expect(texts.size).toBeGreaterThan(150)
})

describe('on a loaded database', () => {
  it.each(kinds)('%s', async (kind, text) => {
    const seen = await look.at(text)
    // Our values may violate a constraint; any other error is a fault of this check.
    if (seen.error !== undefined) expect(seen.error).toMatch(/^(23|22)/)
    const wrong = wrongWith(seen)
    const exception = exceptionFor(kind)
    if (exception === undefined) expect(wrong, JSON.stringify(seen.plan, null, 1).slice(0, 6000)).toEqual([])
  })
})

it.runIf(only === '')('every exception belongs to a statement', () => {
  expect(exceptions.filter(({ kind }) => !kinds.some(([one]) => one.includes(kind))).map(({ kind }) => kind)).toEqual(
    [],
  )
})

describe('the check itself', () => {
  it.each([
    ['select id from members where about = $1', ['reads members through']],
    ['select member_id from notifications where actor_id = $1 and created_at < $2', []],
    ['select m.id from messages m where m.created_at > $1', ['reads messages through']],
    ['delete from consents where text_version = $1', ['reads consents through']],
    ['select id from members where id = $1', []],
  ])('%s', async (text, wrong) => {
    expect((await look.at(text)).scans.map((table) => `reads ${table} through`)).toEqual(wrong)
  })

  it('detects rows that are read and discarded', async () => {
    const [wrong] = wrongWith(await look.at('select count(*) from reactions where member_id = $1'))
    expect(wrong).toMatch(/^reads \d+ rows and returns 1$/)
  })
})
