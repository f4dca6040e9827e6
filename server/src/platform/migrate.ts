import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { quietJobLogger } from './jobs.ts'

const folder = new URL('../../migrations/', import.meta.url)
const lockKey = 7_014_512

/**
 * Brings the database to the newest migration, each file in a transaction of its own, several starting processes one after another.
 * @throws when a file that was applied before has been changed since: migrations only go forward.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    for (const name of (await readdir(folder)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort()) {
      await apply(client, name, await readFile(new URL(name, folder), 'utf8'))
    }
  } finally {
    await client.end()
  }
  await runMigrations({ connectionString: url, logger: quietJobLogger })
}

async function apply(client: pg.Client, name: string, sql: string): Promise<void> {
  const checksum = createHash('sha256').update(sql).digest('hex')
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    const { rows } = await client.query<{ checksum: string }>(
      'select checksum from schema_migrations where name = $1',
      [name],
    )
    if (rows[0] && rows[0].checksum !== checksum)
      throw new Error(`migration ${name} was applied in another form; add a new one instead of changing it`)
    if (!rows[0]) {
      await client.query(sql)
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
