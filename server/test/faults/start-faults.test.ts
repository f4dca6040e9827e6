import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startThrowawayPostgres } from '../../../tools/support/throwaway-postgres.mjs'
import { migrate } from '#platform/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'

/* An unusable database ends the server's start with one sentence, quickly and without a stack. */

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

let database: TestDatabase
let silent: Server
let own: Awaited<ReturnType<typeof startThrowawayPostgres>>
beforeAll(async () => {
  // The server under test closes the connection.
  silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  ;[database, own] = await Promise.all([
    createTestDatabase({ bystanders: false }),
    startThrowawayPostgres(),
    once(silent, 'listening'),
  ])
})
afterAll(async () => {
  silent.close()
  await Promise.all([database.drop(), own.stop()])
})

async function start(url: string) {
  const begun = Date.now()
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      MODE: 'demo',
      DATABASE_URL: url,
      SECRET_KEY: 's'.repeat(40),
      SMTP_URL: 'smtp://127.0.0.1:1',
      PORT: '0',
      DATA_DIR: '/nonexistent',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { said, code: child.exitCode, took: Date.now() - begun }
}

function changed(url: string, change: (url: URL) => void): string {
  const other = new URL(url)
  change(other)
  return other.href
}

async function run(url: string, statement: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, string>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Overwrites the first page of a table's file, like a broken disk. */
async function damage(table: string): Promise<void> {
  const [at] = await run(
    own.url,
    `select current_setting('data_directory') as folder, pg_relation_filepath('${table}') as file`,
  )
  await run(own.url, 'checkpoint')
  const file = await open(join(at?.['folder'] ?? '', at?.['file'] ?? ''), 'r+')
  await file.write(Buffer.alloc(8192, 0x5a), 0, 8192, 0)
  await file.close()
  await own.crash()
}

it.each<[string, () => string | Promise<string>, RegExp]>([
  [
    'a wrong password',
    () => changed(database.url, (url) => (url.password = 'wrong')),
    /^DATABASE_URL: 127\.0\.0\.1:\d+ refuses the password of the user "incontro"\.\n$/,
  ],
  [
    'a wrong name',
    () => changed(database.url, (url) => (url.pathname = '/elsewhere')),
    /^DATABASE_URL: there is no database "elsewhere" at 127\.0\.0\.1:\d+; create it, or correct the name\.\n$/,
  ],
  [
    'a server that says nothing',
    () => `postgres://a:b@127.0.0.1:${(silent.address() as AddressInfo).port}/c`,
    /^DATABASE_URL: 127\.0\.0\.1:\d+ accepts connections and does not answer\.\n$/,
  ],
  [
    'a table that is gone',
    async () => {
      await run(database.url, 'drop table inbox')
      return database.url
    },
    /^The database "\w+" at 127\.0\.0\.1:\d+ is damaged: inbox missing, although the migrations were applied\. Restore a backup\.\n$/,
  ],
  [
    'a table that cannot be read',
    async () => {
      await migrate(own.url)
      await run(own.url, "insert into limit_counters values ('a', now(), 1)")
      await damage('limit_counters')
      return own.url
    },
    /^The database "incontro" at 127\.0\.0\.1:\d+ is damaged: invalid page in block 0 of relation .*\. Restore a backup\.\n$/,
  ],
])('%s ends the start with one sentence within ten seconds', async (_fault, prepare, sentence) => {
  const url = await prepare()
  // Loading the program takes as long as the machine has other work.
  const { took: loaded } = await start('no address')
  const { said, code, took } = await start(url)
  expect(said).toMatch(sentence)
  expect(code).toBe(1)
  expect(took - loaded).toBeLessThan(10_000)
})
