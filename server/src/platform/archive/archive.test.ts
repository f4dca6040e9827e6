import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readArchive } from '../../commands/archive.ts'
import { startTestServer, type TestMember, type TestServer } from '../../../test/test-server.ts'
import type { Storage } from '../storage.ts'
import { createLocalStorage } from '../storage/local.ts'
import { archiveMonths } from './archive-months.ts'
import { archivedTables } from './tables.ts'

/* An installation over time: each test continues where the previous one ended. */

let testServer: TestServer
let storage: Storage
let now = new Date('2026-01-20T12:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'incontro-archive-'))
let [one, two]: TestMember[] = []
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, bystanders: false })
  storage = createLocalStorage(folder)
  ;[one, two] = [await testServer.member(), await testServer.member()]
  const { db } = testServer.database
  // Their own of the sign-up are of today.
  for (const { session } of [one, two])
    await sql`insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at)
      select ${session.angelId}, gen_random_uuid(), 'local', 'wallet:messages', 'house:spent', n, case when n = 1 then ${`like:${one.session.angelId}:x`} else 'message' end, at::timestamptz
      from (values (1, '2024-10-31T23:59:59.999Z'), (2, '2024-11-01T00:00:00Z'), (3, '2024-11-30T23:59:59.999Z'), (4, '2024-12-01T00:00:00Z'), (5, '2024-12-20T00:00:00Z')) t(n, at)`.execute(
      db,
    )
})
afterAll(async () => {
  await testServer.close()
  rmSync(folder, { recursive: true })
})

const { ledger_transfers: ledger } = archivedTables
const deps = () => ({ db: testServer.database.db, storage, clock: () => now })
const run = () => archiveMonths(deps(), { tables: { ledger_transfers: ledger! } })
const command = async (...args: string[]) => {
  const shown: string[] = []
  const { ok, lines } = await readArchive(args, { ...deps(), onLine: (line) => shown.push(line) })
  return { ok, lines, shown }
}
const rowsOf = async (file: string): Promise<Record<string, unknown>[]> =>
  gunzipSync((await storage.get(file))!)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

it('copies each month that ended 400 days ago, whole, and the next one a month later', async () => {
  // 2024-11 ended 415 days ago, 2024-12 384 days ago.
  const written = await run()
  expect(written.map(({ table, month, rows, totals }) => ({ table, month, rows, totals }))).toEqual([
    { table: 'ledger_transfers', month: '2024-10', rows: 2, totals: { 'local wallet:messages house:spent': 2 } },
    { table: 'ledger_transfers', month: '2024-11', rows: 4, totals: { 'local wallet:messages house:spent': 10 } },
  ])
  const [october, november] = written
  const content = (await storage.get(november!.file))!
  expect(november).toMatchObject({
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    columns: ['member', 'brand', 'from', 'to', 'amount', 'cause', 'createdAt'],
  })
  expect(JSON.parse((await storage.get(november!.file.replace('.jsonl.gz', '.manifest.json')))!.toString())).toEqual(
    november,
  )
  const rows = await rowsOf(october!.file)
  expect(rows[0]).toEqual({
    member: expect.stringMatching(/^[0-9a-f]{32}$/),
    brand: 'local',
    from: 'wallet:messages',
    to: 'house:spent',
    amount: 1,
    cause: 'like',
    createdAt: '2024-10-31T23:59:59.999Z',
  })
  expect(new Set(rows.map(({ member }) => member)).size).toBe(2)
  for (const { session } of [one!, two!])
    for (const { file } of written) expect(JSON.stringify(await rowsOf(file))).not.toContain(session.angelId)
  const left = await sql<{
    n: number
  }>`select count(*)::int as n from ledger_transfers where created_at < '2025-01-01'`.execute(testServer.database.db)
  expect(left.rows).toEqual([{ n: 10 }])

  expect(await run()).toEqual([])
  now = new Date(Date.UTC(2025, 0, 1) + 400 * 86_400_000 - 1)
  expect(await run()).toEqual([])
  now = new Date(now.getTime() + 1)
  expect((await run()).map(({ month, rows: n }) => [month, n])).toEqual([['2024-12', 4]])
})

it('starts an unfinished month again, and removes the file of the killed run', async () => {
  now = new Date(Date.UTC(2025, 1, 1) + 400 * 86_400_000)
  const dying: Storage = {
    ...storage,
    // Killed after the file was written and before the run was finished.
    put: async () => {
      throw new Error('killed')
    },
  }
  await expect(archiveMonths({ ...deps(), storage: dying }, { tables: { ledger_transfers: ledger! } })).rejects.toThrow(
    'killed',
  )
  const { lines } = await command('list')
  expect(lines.at(-1)).toBe('ledger_transfers 2025-01  unfinished')
  const { storage_key: first } = await testServer.database.db
    .selectFrom('archive_files')
    .select('storage_key')
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect(await storage.stat(first)).toBeDefined()
  expect((await command('verify', '--table=ledger_transfers')).ok).toBe(false)
  // Of another month and another table; only what this run begins again is removed.
  const { db } = testServer.database
  const others = ['ledger_transfers 2030-01', 'messages 2025-01'].map((name) => {
    const [table_name = '', month = ''] = name.split(' ')
    return { table_name, month, storage_key: `archive/${name}`, started_at: now }
  })
  await db.insertInto('archive_files').values(others).execute()

  const [again] = await run()
  const removed = await db
    .deleteFrom('archive_files')
    .where('finished_at', 'is', null)
    .returning('storage_key')
    .execute()
  expect(removed.map(({ storage_key: key }) => key).toSorted()).toEqual(others.map(({ storage_key: key }) => key))
  expect(again).toMatchObject({ month: '2025-01', rows: 0, totals: {} })
  expect(again!.file).not.toBe(first)
  expect(await storage.stat(first)).toBeUndefined()
  expect(await storage.stat(again!.file)).toBeDefined()
})

it('lists, verifies and shows, and finds a damaged, a foreign and a missing file', async () => {
  const { ok, lines } = await command('list')
  expect([ok, lines.length]).toEqual([true, 4])
  expect(lines[1]).toMatch(
    /^ledger_transfers 2024-11 {2}4 rows, \d+ bytes, archive\/ledger_transfers\/2024-11-.*\.jsonl\.gz$/,
  )
  expect(await command('verify', '--table=ledger_transfers')).toEqual({
    ok: true,
    shown: [],
    lines: ['2024-10', '2024-11', '2024-12', '2025-01'].map((month) => `ledger_transfers ${month}  ok`),
  })
  const all = await command('show', '--table=ledger_transfers', '--month=2024-11')
  expect([all.ok, all.shown.length]).toEqual([true, 4])
  const own = await command('show', '--table=ledger_transfers', '--month=2024-11', `--member=${one!.session.angelId}`)
  expect(own.shown.map((line) => JSON.parse(line).amount)).toEqual([2, 3])

  const files = await testServer.database.db.selectFrom('archive_files').selectAll().orderBy('month').execute()
  const [october, november, december] = files.map(({ storage_key }) => storage_key)
  const damaged = (await storage.get(october!))!
  damaged[20]! ^= 1
  await writeFile(join(folder, october!), damaged)
  await storage.put(november!, (await storage.get(december!))!)
  await storage.remove(december!)
  const found = await command('verify', '--table=ledger_transfers')
  expect(found.ok).toBe(false)
  expect(found.lines[0]).toMatch(/^ledger_transfers 2024-10 {2}(it cannot be read|sha256)/)
  expect(found.lines[1]).toMatch(/^ledger_transfers 2024-11 {2}sha256: .*totals: /)
  expect(found.lines[2]).toBe('ledger_transfers 2024-12  the file is missing')
  expect(found.lines[3]).toBe('ledger_transfers 2025-01  ok')
})

it('names no one once the member is erased', async () => {
  const { db } = testServer.database
  expect(await db.selectFrom('archive_keys').select('member_id').execute()).toHaveLength(2)
  await db.deleteFrom('ledger_transfers').where('member_id', '=', two!.session.angelId).execute()
  await db.deleteFrom('wallets').where('member_id', '=', two!.session.angelId).execute()
  await db.deleteFrom('members').where('id', '=', two!.session.angelId).execute()
  expect(await db.selectFrom('archive_keys').select('member_id').execute()).toEqual([
    { member_id: one!.session.angelId },
  ])
  expect(
    await command('show', '--table=ledger_transfers', '--month=2025-01', `--member=${two!.session.angelId}`),
  ).toMatchObject({
    ok: false,
    lines: ['No archived row is of this member, or the member was erased.'],
  })
})

it('archives every table that it names, and refuses what is no command', async () => {
  const clock = () => new Date(Date.now() + 500 * 86_400_000)
  const written = await archiveMonths({ ...deps(), clock }, { tables: { consents: archivedTables['consents']! } })
  const kinds = (await rowsOf(written[0]!.file)).map(({ kind }) => kind)
  expect(kinds.sort()).toEqual(['adult', 'clauses', 'data', 'promotion', 'terms', 'third_party'])
  for (const [table, spec] of Object.entries(archivedTables))
    for (const column of Object.values(spec.columns))
      await sql`select ${sql.raw(column)} from ${sql.table(table)} limit 0`.execute(testServer.database.db)

  for (const [args, sentence] of [
    [[], 'An action is missing.'],
    [['delete'], 'There is no delete.'],
    [['show', 'list'], 'list: one action at a time'],
    [['verify', '--table=members'], '--table: members is not archived'],
    [['show', '--table=invoices'], 'show needs --table and --month.'],
    [['show', '--table=invoices', '--month=2024-10'], 'invoices 2024-10 has not been archived.'],
    [['show', '--table=invoices', '--month=2024-10', '--member=me'], '--member: the id of a member'],
  ] as const)
    expect(await command(...args)).toMatchObject({
      ok: false,
      lines: [sentence, ...(sentence.includes('has not') ? [] : [expect.stringContaining('Usage')])],
    })
})

it('begins no month after its time, and the next run continues with it', async () => {
  const { db } = testServer.database
  await db.deleteFrom('archive_files').where('table_name', '=', 'consents').execute()
  await sql`insert into consents (member_id, id, kind, granted, text_version, locale, given_at)
    select ${one!.session.angelId}, gen_random_uuid(), 'terms', true, '1', 'it', at::timestamptz
    from (values ('2024-06-10T00:00:00Z'), ('2024-07-10T00:00:00Z')) t(at)`.execute(db)
  let ms = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ms)
  const slow: Storage = { ...storage, put: (...file) => ((ms += 1000), storage.put(...file)) }
  const tables = { consents: archivedTables['consents']! }
  const inTime = async (timeLimitMs: number) =>
    (await archiveMonths({ ...deps(), storage: slow }, { tables, timeLimitMs })).map(({ month }) => month)
  try {
    expect(await inTime(999)).toEqual(['2024-06'])
    expect(await inTime(1000)).toEqual(['2024-07', '2024-08'])
    expect((await inTime(60_000))[0]).toBe('2024-09')
  } finally {
    clock.mockRestore()
  }
})
