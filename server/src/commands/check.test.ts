import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startS3Server } from '#platform/storage/testing/s3-server.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { authority, startTlsProxy, type TlsProxy } from '#test/support/tls-proxy.ts'
import { noteUpkeep } from '../../../tools/backup/upkeep.mjs'
import { databaseFindings, storageFinding } from './check.ts'

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
    expect(await databaseFindings(address)).toContainEqual({
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

it.each([
  [0, /^ok the clocks of this machine and of the database agree$/],
  [20, /^wrong the clock of this machine is (19|2\d) s ahead of that of the database: turn on NTP on both$/],
  [
    -120,
    /^wrong the clock of this machine is 1\d\d s behind that of the database, and no jobs run here, mail among them: turn on NTP on both$/,
  ],
])('npm run check says what a clock %i s ahead means', async (seconds, says) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000, shouldAdvanceTime: true })
  try {
    const found = await databaseFindings(database.url)
    expect(found.map((one) => `${one.state} ${one.says}`)).toContainEqual(expect.stringMatching(says))
  } finally {
    vi.useRealTimers()
  }
})

it('npm run check stores a file where members’ are, and says why it cannot', async () => {
  const found = async (config: { dataDir: string; storageUrl?: string }) => {
    const { state, says } = await storageFinding(config)
    return `${state} ${says}`
  }
  expect(await found({ dataDir: folder })).toBe(`ok ${folder}/storage takes files`)
  expect(readdirSync(join(folder, 'storage/check'))).toEqual([])
  expect(await found({ dataDir: '/sys' })).toMatch(/^wrong \/sys\/storage: files cannot be stored: /)
  expect(await found({ dataDir: join(folder, 'none') })).toMatch(/^look \S+\/none\/storage: run this as the user/)
  expect(existsSync(join(folder, 'none'))).toBe(false)
  const bucket = await startS3Server(['files'])
  try {
    expect(await found({ dataDir: folder, storageUrl: bucket.url('files') })).toBe('ok STORAGE_URL takes files')
    expect(await found({ dataDir: folder, storageUrl: bucket.url('other') })).toMatch(
      /^wrong STORAGE_URL: files cannot be stored: S3: NoSuchBucket: /,
    )
    bucket.fail('denied', /^DELETE/)
    expect(await found({ dataDir: folder, storageUrl: bucket.url('files') })).toMatch(
      /^wrong STORAGE_URL: .*AccessDenied/,
    )
  } finally {
    await bucket.close()
  }
})
