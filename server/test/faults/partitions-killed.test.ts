import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { makeMonths } from '#platform/database/partitions.ts'
import { databaseUrl, onServer, randomName } from '#test/support/template.ts'

/* The step that makes partitions, killed in the middle: what was begun is gone, and the next run ends right. */

const server = process.env['TEST_DATABASE_URL'] ?? ''
const tables = ['emails', 'kpi_events', 'member_events']

/** Runs a function of a file of the server in a process of its own, which is killed while it waits for a table's lock. */
async function killAtLock(client: pg.Client, table: string, file: string, call: string): Promise<void> {
  await client.query(`begin; lock table only ${table} in share row exclusive mode`)
  const path = fileURLToPath(new URL(`../../src/platform/database/${file}`, import.meta.url))
  const script = `import pg from 'pg'; import * as it from ${JSON.stringify(path)}; ${call}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  await vi.waitUntil(
    async () => {
      const { rowCount } = await client.query(
        `select from pg_locks where relation = $1::regclass and not granted and database = (select oid from pg_database where datname = current_database())`,
        [table],
      )
      return rowCount
    },
    { timeout: 15_000, interval: 20 },
  )
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  // PostgreSQL notices at the end of its wait that the client is gone.
  await client.query('commit')
  await vi.waitUntil(
    async () =>
      (
        await client.query(
          'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = $1',
          ['client backend'],
        )
      ).rowCount === 0,
    { timeout: 15_000, interval: 20 },
  )
}

it('the months to come', async () => {
  const name = randomName('killed')
  const url = databaseUrl(server, name)
  await onServer(server, `create database ${name}`)
  const client = new pg.Client({ connectionString: url })
  try {
    await migrate(url)
    await client.connect()
    const made = async () =>
      (
        await client.query<{ name: string }>(
          `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'partitions' and c.relkind in ('r', 'p') order by 1`,
        )
      ).rows.map((row) => row.name)
    const first = await made()
    expect(first).toEqual(expect.arrayContaining(tables.map((table) => `${table}_before`)))

    const connected = `const client = new pg.Client({ connectionString: ${JSON.stringify(url)} }); await client.connect()`
    const call = `${connected}; await it.makeMonths(client, new Date('2041-05-01T00:00:00Z'))`
    await killAtLock(client, 'kpi_events', 'partitions.ts', call)
    const months = (table: string) => ['05', '06', '07', '08'].map((month) => `${table}_2041${month}`)
    expect(await made()).toEqual([...first, ...months('emails')].toSorted())
    await makeMonths(client, new Date('2041-05-01T00:00:00Z'))
    expect(await made()).toEqual([...first, ...tables.flatMap(months)].toSorted())
  } finally {
    await client.end()
    await onServer(server, `drop database if exists ${name} with (force)`)
  }
}, 60_000)
