import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { createLocalStorage } from '#platform/storage/local.ts'
import { checkRestored, noteRestoreCheck } from './restore-check.ts'

/* The rows are those of the members that every test database has. Their files are put where they should be. */

let database: TestDatabase
let handle: DatabaseHandle
let client: pg.Client
const folder = mkdtempSync(join(tmpdir(), 'incontro-restore-check-'))
const storage = createLocalStorage(folder)
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // The check may not write anything.
  await client.query(`alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`)
  handle = openDatabase(database.url, { size: 2 })
  for (const key of await keys()) await storage.put(key, 'a file')
})
afterAll(async () => {
  await client?.end()
  await handle?.close()
  await database?.remove()
  rmSync(folder, { recursive: true })
})

async function keys(): Promise<readonly string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select storage_key as key from member_photos union select storage_key from message_media
     union select storage_key from photo_verifications where storage_key is not null order by 1`,
  )
  return rows.map(({ key }) => key)
}

const check = (...args: string[]) => checkRestored(args, { db: handle.db, storage })

test('a database that is whole passes, and the counts of its tables are printed', async () => {
  const { rows } = await client.query('select count(*) as n from messages')
  const { ok, lines } = await check('--all-files')
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
  expect(ok).toBe(true)
  expect(lines).toContain(`ok    table messages: ${rows[0].n} rows`)
  const said = lines.join('\n')
  expect(said).toMatch(/^ok {4}schema: 0\d{3}_\w+\.sql$/m)
  expect(said).toMatch(/^ok {4}newest row: of 20\d\d-\S+Z, in \w+$/m)
  expect(said).toMatch(/^ok {4}ledger: [1-9]\d* wallets, [1-9]\d* transfers, 0 differences$/m)
  expect(said).toMatch(/^ok {4}references: [1-9]\d* hold$/m)
  expect(said).toMatch(/^ok {4}jobs: \d+ wait, \d+ of them were given up; \d+ events and \d+ mails wait$/m)
  expect(said).toMatch(/^ok {4}files of member_photos: all [1-9]\d* looked for, none missing or empty$/m)
})

test('every fault is found in one run', async () => {
  const [removed = '', emptied = ''] = await keys()
  await storage.remove(removed)
  await storage.put(emptied, '')
  for (const statement of [
    'set default_transaction_read_only = off',
    "insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')",
    'update wallets set messages = messages + 5 where member_id = (select member_id from wallets order by 1 limit 1)',
    // Triggers keep references, and none runs now.
    'set session_replication_role = replica',
    'delete from conversations where id = (select conversation_id from messages order by 1 limit 1)',
    // Stands for one whose file is damaged.
    'create table damaged (id int)',
    'revoke all on damaged from current_user',
  ])
    await client.query(statement)
  const { ok, lines } = await check()
  expect(ok).toBe(false)
  expect(lines.filter((line) => line.startsWith('FAULT'))).toEqual([
    'FAULT schema: 9999_later.sql is unknown here; use the version of Incontro that the database was used with',
    'FAULT table damaged cannot be read: permission denied for table damaged',
    expect.stringMatching(/^FAULT ledger: \d+ wallets, \d+ transfers, 1 differences; npm run ledger:check lists them$/),
    expect.stringMatching(
      /^FAULT references: [1-9]\d* rows of inbox have no conversations \(inbox_conversation_id_fkey\)$/,
    ),
    expect.stringMatching(/^FAULT files of \w+: 2 of \d+ missing or empty, \S+ for example$/),
  ])
})

test('unknown options are refused', async () => {
  expect(await check('--fast')).toMatchObject({
    ok: false,
    lines: [expect.stringContaining('--fast'), expect.any(String)],
  })
})

test('what may not be written is not noted, and is no fault of the database', async () => {
  const note = (isWhole: boolean) => noteRestoreCheck(handle.db, { isWhole, at: new Date(), wasRestored: true })
  const { lines } = await checkRestored([], { db: handle.db, storage, note })
  expect(lines.at(-1)).toBe("The console won't show that it was checked: the database may only be read")
})

test('unknown options note nothing', async () => {
  const noted: boolean[] = []
  await checkRestored(['--fast'], {
    db: handle.db,
    storage,
    note: async (isWhole) => {
      noted.push(isWhole)
      return undefined
    },
  })
  expect(noted).toEqual([])
})
