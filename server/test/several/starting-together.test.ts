import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startProcess } from '#test/support/processes.ts'
import { databaseUrl, onServer, randomName } from '#test/support/template.ts'

/* The first start of an installation with several processes: all find an empty database. */

it('two processes initialise an empty database together, and fill it once', async () => {
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const name = randomName('together')
  await onServer(server, `create database ${name}`)
  const url = databaseUrl(server, name)
  const dataDir = mkdtempSync(join(tmpdir(), 'incontro-together-'))
  const config = { mode: 'demo', dataDir, databaseUrl: url, smtpUrl: 'smtp://127.0.0.1:1', secretKey: 's'.repeat(43) }
  const client = new pg.Client({ connectionString: url })
  const started = await Promise.allSettled([0, 1].map(() => startProcess(config as never)))
  try {
    expect(started.filter(({ status }) => status === 'rejected')).toEqual([])
    await client.connect()
    const count = async (sql: string) => Number((await client.query<{ n: string }>(`select ${sql} as n`)).rows[0]?.n)
    expect(await count('(select count(*) from demo_installations)')).toBe(1)
    expect(await count('(select count(*) from members where sample)')).toBeGreaterThan(1000)
    expect(await count('(select count(*) from geo_cities)')).toBeGreaterThan(10_000)
    expect(await count("(select count(*) from server_keys where purpose = 'signup')")).toBe(1)
    expect(await count('(select count(*) from job_workers)')).toBe(2)
    for (const one of started) {
      if (one.status === 'rejected') continue
      expect((await one.value.status('/readyz')).status).toBe(200)
      // No errors: a lost and survived race would be logged here.
      expect(one.value.log()).toBe('')
    }
  } finally {
    await client.end()
    for (const one of started) if (one.status === 'fulfilled') await one.value.kill()
    await onServer(server, `drop database if exists ${name} with (force)`)
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
