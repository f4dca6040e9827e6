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
  if (rule.kind === 'month') return `removed with their month, ${rule.days} days after its end: ${rule.why}`
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

test('every table is in the export of own data, or left out for a reason', () => {
  const exported = Object.entries(exportedTables).map(([name, { table = name }]) => table)
  expect([...new Set(exported), ...Object.keys(notExported)].sort()).toEqual(Object.keys(retentionRules).sort())
})

/** What of an exported table is in no archive: keys, secrets, and how the program came to the row. */
const leftOut: Record<string, string> = {
  affiliate_imports: 'brand_id cancelled_at',
  members: 'pool_id password_hash flow_version state sample deletion_due_at needs_confirmation absence_check_at',
  member_photos: 'storage_key thumbhash perceptual_hash removed_at site_origin',
  photo_verifications: 'id storage_key site_origin',
  saved_searches: 'id',
  reviews: 'id brand_id author_gender sample site_origin',
  notifications: 'id answers_like',
  blocks: 'made_by_me',
  reports: 'id brand_id message_ids decided_at decided_by decision site_origin conversation_id',
  system_messages: 'seq id',
  emails: 'id brand_id props state attempts last_error',
  concierge_exchanges: 'client_message_id tries changed_at',
  consents: 'id',
  account_changes: 'id',
  former_emails: 'brand_id',
  mail_suppressions: 'brand_id address_hash',
  sessions: 'token_hash id brand_id',
  member_devices: 'device_hash notified_at',
  passkeys: 'brand_id id credential_id public_key counter aaguid',
  external_identities: 'brand_id subject',
  member_clickids: 'brand_id',
  member_events: 'id',
  kpi_events: 'id brand_id',
  wallets: 'brand_id',
  ledger_transfers: 'brand_id idempotency_key',
  subscriptions:
    'id brand_id flow_id flow_version card_token_id notice_due_at next_try_at tries anchored_at site_origin',
  payment_attempts:
    'brand_id order_key flow_id flow_version code provider_ref sealed_request action subscription_id check_at checks accepts locale card_token_id flagged flagged_at site_origin renewal_of renewal_from connection',
  refunds: 'id brand_id updated_at check_at checks provider_ref',
  disputes: 'brand_id settled_at',
  invoices: 'company brand_id refund_id',
  card_tokens: 'id connection token',
}

test('every column of an exported table is in the archive, or is named as one that is left out', async () => {
  const { rows } = await sql<{ name: string; column: string }>`
    select table_name as name, column_name as "column" from information_schema.columns
    where table_schema = 'public' order by table_name, ordinal_position`.execute(testServer.database.db)
  const found = Object.entries(exportedTables).map(([name, { table = name, owner, columns }]) => {
    const not = rows.filter((row) => row.name === table && row.column !== owner && !columns.includes(row.column))
    return [name, not.map(({ column }) => column).join(' ')] as const
  })
  expect(Object.fromEntries(found.filter(([, columns]) => columns !== ''))).toEqual(leftOut)
})

test('what is too old goes, in batches, and nothing younger', async () => {
  const [one, two] = [await testServer.member(), await testServer.member()]
  const { db, pool } = testServer.database
  await sql`
    insert into notifications (member_id, id, kind, actor_id, created_at)
    select ${one.session.angelId}, gen_random_uuid(), 'like', id, ${now}::timestamptz - n * interval '23 days'
    from (select id, row_number() over (order by id) as n from members where brand_id = 'bystanders' limit 12) m`.execute(
    db,
  )
  await sql`insert into visits values (${one.session.angelId}, ${two.session.angelId}, ${now})`.execute(db)
  const left = async () =>
    (
      await sql<{ notifications: number; visits: number }>`
      select (select count(*)::integer from notifications where member_id = ${one.session.angelId}) as notifications,
        (select count(*)::integer from visits where member_id = ${one.session.angelId}) as visits`.execute(db)
    ).rows[0]
  const apply = (timeoutMs?: number) =>
    applyRetention({ db, pool }, retentionRules, now, { batch: 2, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
  expect(await apply(0)).toEqual({ rows: {}, partitions: [] })
  expect(await apply()).toEqual({ rows: { notifications: 5 }, partitions: [] })
  expect(await left()).toEqual({ notifications: 7, visits: 1 })
  now = new Date(now.getTime() + 366 * day)
  await run()
  expect(await left()).toEqual({ notifications: 0, visits: 0 })
})

test('jobs that have failed for the last time go after a month, others stay', async () => {
  const { pool } = testServer.database
  const add = async (tries: number, days: number) => {
    await pool.query(`select graphile_worker.add_job('chat-remove-file', '{}', max_attempts => 3)`)
    await pool.query(
      `update graphile_worker._private_jobs set attempts = $1, updated_at = $2
       where id = (select max(id) from graphile_worker._private_jobs)`,
      [tries, new Date(now.getTime() - days * day)],
    )
  }
  await pool.query('delete from graphile_worker._private_jobs')
  for (const [tries, days] of [
    [3, 31],
    [3, 29],
    [2, 31],
  ] as const)
    await add(tries, days)
  await run()
  const { rows } = await pool.query('select attempts from graphile_worker._private_jobs order by attempts')
  expect(rows).toEqual([{ attempts: 2 }, { attempts: 3 }])
})
