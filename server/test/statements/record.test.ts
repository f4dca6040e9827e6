import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkByCommand } from '#commands/ledger-check.ts'
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts'
import { createJobWorkers } from '#platform/jobs/job-workers.ts'
import { createLog } from '#platform/process/log.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { readCollected } from './collected.ts'
import { recordOtherConnections, recordStatements } from './record.ts'

/* What is recorded of a test's own connections, and what is not. */

const folder = mkdtempSync(join(tmpdir(), 'incontro-recorded-'))
const collected = process.env['TEST_STATEMENTS_DIR']
let database: TestDatabase
let own: DatabaseHandle
beforeAll(async () => {
  process.env['TEST_STATEMENTS_DIR'] = folder
  recordOtherConnections()
  database = await createTestDatabase({ bystanders: true })
  own = openDatabase(database.url, { size: 2 })
})
afterAll(async () => {
  await own.close()
  await database.remove()
  rmSync(folder, { recursive: true })
  process.env['TEST_STATEMENTS_DIR'] = collected
})

const recorded = (part: string): number =>
  [...readCollected(folder).texts.keys()].filter((kind) => kind.includes(part)).length

it('leaves out what a test sends itself', async () => {
  await own.db.selectFrom('members').select('clickid').where('about', '=', 'x').execute()
  await own.pool.query('select clickid from members where looking_for = $1', ['x'])
  expect([...readCollected(folder).texts]).toEqual([])
})

it('has what a command sends, by its name', async () => {
  await checkByCommand([], own.db)
  const { commands } = readCollected(folder)
  expect([...commands]).toEqual(['ledger-check'])
  expect(recorded('from wallets')).toBeGreaterThan(0)
})

it('has what a pool is asked for, also of the jobs’ schema', async () => {
  const workers = createJobWorkers({ pool: own.pool, log: createLog('silent') })
  await workers.start()
  await workers.stop()
  expect(recorded('from graphile_worker._private_jobs')).toBe(1)
})

it('has all that a test server’s connections send', async () => {
  const server = openDatabase(database.url, { size: 1, ...recordStatements() })
  await server.pool.query('select clickid from members where looking_for = $1', ['x'])
  await server.close()
  expect(recorded('where looking_for')).toBe(1)
})
