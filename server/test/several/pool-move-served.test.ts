import { routes } from '@incontro/contract'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../../../sandbox/src/testing/start-sandbox.ts'
import { movePoolByCommand } from '#commands/pool-move.ts'
import type { ServerConfig } from '#src/config.ts'
import { openDatabase } from '#platform/database/database.ts'
import { createLog } from '#platform/process/log.ts'
import { type Move, movePool } from '#pool-move/move.ts'
import { startServer } from '#src/server.ts'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { insertMember, type InsertedMember } from '#test/support/insert-member.ts'
import { createTestClient, formOf } from '#test/support/test-client.ts'
import { testConfig } from '#test/support/test-config.ts'
import { freePort } from '#test/support/free-port.ts'

/* Members use a pool before, while and after it moves to another database; so do those of a pool that stays. */

const host = 'battito.localhost'
const folder = mkdtempSync(join(tmpdir(), 'incontro-move-'))
const log = createLog(process.env['TEST_LOG'] ?? 'silent')

let source: TestDatabase
let target: TestDatabase
let sandbox: RunningSandbox
let config: ServerConfig
beforeAll(async () => {
  ;[source, target, sandbox] = await Promise.all([
    createTestDatabase(),
    createTestDatabase({ bystanders: false }),
    startSandbox(),
  ])
  config = testConfig(sandbox, { port: await freePort(), dataDir: folder, databaseUrl: source.url })
}, 60_000)
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
  await Promise.all([source.drop(), target.remove()])
})

/** A man and a woman of a brand. */
async function pair(at: string): Promise<readonly [InsertedMember, InsertedMember]> {
  const database = openDatabase(source.url, { size: 1 })
  const insert = (gender: 'man' | 'woman') =>
    insertMember(
      { brands: checkedInBrands(), database },
      { form: formOf({ gender }), host: at, confirmed: true, at: new Date() },
    )
  const both = [await insert('man'), await insert('woman')] as const
  await database.close()
  return both
}

/** Runs `work` with a server of the installation and a client of it. */
async function served<T>(
  its: ServerConfig,
  work: (client: ReturnType<typeof createTestClient>) => Promise<T>,
): Promise<T> {
  const server = await startServer({ config: its, log, limitFactor: 1000, servesLocalhost: true, maxDelayMs: 60_000 })
  const client = createTestClient({ port: its.port, sandbox })
  try {
    return await work(client)
  } finally {
    client.disconnect()
    await server.stop()
  }
}

it('is used before, while and after, with the same sessions', async () => {
  const [[man, woman], [local, other]] = [await pair(host), await pair('localhost')]
  const visitAs = (client: ReturnType<typeof createTestClient>, at: string, from: InsertedMember, to: InsertedMember) =>
    client.call(routes.visited.path, {
      host: at,
      token: from.token,
      body: { trackerId: from.session.clickid, angelId: to.session.angelId },
    })
  const readAs = (client: ReturnType<typeof createTestClient>, at: string, from: InsertedMember) =>
    client.call(`/api/get/messages/${encodeURIComponent(from.session.clickid)}`, { host: at, token: from.token })
  const move: Move = {
    pool: { id: 'battito', brandIds: ['battito'], companies: ['IT00000000002'] },
    sourceUrl: source.url,
    targetUrl: target.url,
    print: () => undefined,
    checkLedger: async () => 0,
  }
  const moved: ServerConfig = { ...config, poolDatabases: new Map([['battito', target.url]]) }

  await served(config, async (client) => {
    expect((await visitAs(client, host, man, woman)).status).toBe(200)
    await movePool({
      ...move,
      async onStep(step) {
        if (step === 'copied') expect((await visitAs(client, host, woman, man)).status).toBe(200)
        // A server that has the new setting too early does not use a part of the rows.
        if (step === 'copied')
          await served({ ...moved, port: await freePort() }, async (early) => {
            expect((await readAs(early, host, man)).status).toBe(503)
            expect((await readAs(early, 'localhost', local)).status).toBe(200)
          })
      },
    })
    const refused = await visitAs(client, host, man, woman)
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toMatchObject([
      503,
      '3',
      { status: 503 },
    ])
    expect((await readAs(client, host, man)).status).toBe(200)
    expect((await visitAs(client, 'localhost', local, other)).status).toBe(200)
  })

  await served(moved, async (client) => {
    expect((await readAs(client, host, man)).status).toBe(200)
    expect((await readAs(client, 'localhost', man)).status).toBe(401)
    expect((await visitAs(client, host, man, woman)).status).toBe(200)
    expect((await visitAs(client, 'localhost', local, other)).status).toBe(200)
    const { ok, lines } = await movePoolByCommand(['--pool=battito', '--delete'], {
      databaseUrl: source.url,
      poolDatabases: new Map([['battito', target.url]]),
      brands: checkedInBrands(),
      print: () => undefined,
    })
    expect([ok, lines]).toEqual([true, [expect.stringMatching(/^\d+ old rows of battito are deleted\.$/)]])
    expect((await readAs(client, host, man)).status).toBe(200)
    expect((await readAs(client, 'localhost', local)).status).toBe(200)
  })
  const database = openDatabase(target.url, { size: 1 })
  // Each visit once, however often a request was refused or repeated.
  const { rows } = await database.pool.query('select member_id::text, other_id::text from visits order by 1')
  expect(rows).toHaveLength(2)
  await database.close()
}, 120_000)
