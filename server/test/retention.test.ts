import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportedTables, notExported } from '../src/modules/data-export/index.ts'
import { applyRetention, type RetentionRule } from '../src/platform/retention.ts'
import { retentionRules } from '../src/retention.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const root = join(import.meta.dirname, '../..')
const day = 86_400_000
let testServer: TestServer
let now = new Date()
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => now })
})
afterAll(() => testServer.close())

const run = () => testServer.context.jobs.handlers['retention']?.({}, { attempt: 1, last: false })
const inWords = (rule: RetentionRule): string => {
  if (rule.kind === 'member') return 'go with the member'
  if (rule.kind === 'fixed') return 'do not grow'
  if (rule.kind === 'law') return `kept: ${rule.why}`
  if (rule.kind === 'sweep') return `removed by ${rule.job}`
  return `removed ${rule.days} days after ${rule.column}: ${rule.why}`
}

test('every table of the schema has a rule, and ARCHITECTURE.md shows it', () => {
  const tables = [...readFileSync(join(root, 'server/schema.sql'), 'utf8').matchAll(/^create table (\w+)/gm)].map(
    ([, name = '']) => name,
  )
  expect(Object.keys(retentionRules).sort()).toEqual(tables.sort())
  const section =
    /## How long rows stay\n(.*?)\n## /s.exec(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))?.[1] ?? ''
  const shown = [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)]
    .flatMap(([, rule = '', names = '']) => names.split(', ').map((name) => `${name}: ${rule}`))
    .filter((line) => !/^(?:tables|---):/.test(line))
  expect(shown.sort()).toEqual(
    Object.entries(retentionRules)
      .map(([name, rule]) => `${name}: ${inWords(rule)}`)
      .sort(),
  )
})

test('every table is in the export of own data, or is left out for a reason', () => {
  expect([...Object.keys(exportedTables), ...Object.keys(notExported)].sort()).toEqual(
    Object.keys(retentionRules).sort(),
  )
})

test('what is too old goes, in batches, and nothing younger', async () => {
  const [one, two] = [await testServer.member(), await testServer.member()]
  const { db } = testServer.database
  await sql`
    insert into member_events (member_id, id, kind, created_at)
    select ${one.session.angelId}, gen_random_uuid(), 'visita_profilo', ${now}::timestamptz - n * interval '50 days' from generate_series(1, 12) n`.execute(
    db,
  )
  await sql`insert into visits values (${one.session.angelId}, ${two.session.angelId}, ${now})`.execute(db)
  const left = async () =>
    (
      await sql<{ events: number; visits: number }>`
      select (select count(*)::integer from member_events where member_id = ${one.session.angelId}) as events,
        (select count(*)::integer from visits where member_id = ${one.session.angelId}) as visits`.execute(db)
    ).rows[0]
  expect(await applyRetention(db, retentionRules, now, { batch: 2, timeoutMs: 0 })).toEqual({})
  expect(await applyRetention(db, retentionRules, now, { batch: 2 })).toEqual({ member_events: 4 })
  expect(await left()).toEqual({ events: 8, visits: 1 })
  now = new Date(now.getTime() + 366 * day)
  await run()
  expect(await left()).toEqual({ events: 0, visits: 0 })
})
