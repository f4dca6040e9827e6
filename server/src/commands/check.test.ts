import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { authority, startTlsProxy, type TlsProxy } from '#test/support/tls-proxy.ts'
import { noteUpkeep } from '../../../tools/backup/upkeep.mjs'
import { databaseFindings } from './check.ts'

/* Where `sslmode` means what it means for psql, as the server takes it: any certificate, or that of a known authority. */

let database: TestDatabase
let client: pg.Client
let proxy: TlsProxy
const folder = mkdtempSync(join(tmpdir(), 'check-'))
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  proxy = await startTlsProxy(database.url, 'db.example')
  writeFileSync(join(folder, 'ca.pem'), authority)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  proxy.close()
  await client.end()
  await database.drop()
})

it.each(['sslmode=require', 'sslmode=verify-ca&sslrootcert=FILE'])(
  'npm run check and --note connect with %s',
  async (query) => {
    const url = new URL(database.url)
    url.hostname = 'localhost'
    url.port = String(proxy.port)
    const address = `${url.href}?${query.replace('FILE', join(folder, 'ca.pem'))}`
    const before = proxy.encrypted()
    expect(await databaseFindings(address, new Date())).toContainEqual({
      state: 'ok',
      says: expect.stringMatching(/^PostgreSQL 18\.\S+ answers$/),
    })
    const at = new Date()
    await noteUpkeep(address, { backup: at })
    const { rows } = await client.query("select at from upkeep where what = 'backup'")
    expect(rows).toEqual([{ at }])
    expect(proxy.encrypted()).toBeGreaterThan(before + 1)
  },
)
