import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../postgres.mjs'
import { accountFor } from '../postgres/account.mjs'
import { findBinaries } from '../postgres/binaries.mjs'
import { ROLE, runSingleUser } from '../postgres/create.mjs'
import { newFolder, remove, sweep } from './throwaway-folder.mjs'

/**
 * A database with a streaming replica, both removed by stop(). `fill` runs on the primary before the replica is copied.
 * `killReplica` ends the replica like a crash of its machine.
 * @param {(url: string) => Promise<void>} fill
 * @returns {Promise<{ primaryUrl: string, replicaUrl: string, killReplica: () => Promise<void>,
 *   startReplica: () => Promise<void>, stop: () => Promise<void> }>}
 */
export async function startReplicatedPostgres(fill) {
  await sweep()
  const [first, second] = [newFolder(), newFolder()]
  await (await startPostgres({ dataDir: first, fast: true })).stop()
  const cluster = join(first, 'postgres', 'cluster')
  const account = accountFor(cluster)
  await runSingleUser({ binaries: findBinaries(account), account, cluster }, [
    `ALTER ROLE ${ROLE} REPLICATION`,
    `GRANT EXECUTE ON FUNCTION pg_wal_replay_pause(), pg_wal_replay_resume() TO ${ROLE}`,
  ])
  appendFileSync(
    join(cluster, 'postgresql.conf'),
    'fsync = off\nfull_page_writes = off\nwal_keep_size = 256MB\nautovacuum = off\nshared_buffers = 64MB\n',
  )
  const primary = await startPostgres({ dataDir: first })
  await fill(primary.url)
  await copyForReplica(primary, first, second)
  let replica = await startPostgres({ dataDir: second })
  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    killReplica: async () => {
      process.kill(replica.pid, 'SIGKILL')
      await replica.exited
    },
    startReplica: async () => {
      replica = await startPostgres({ dataDir: second })
    },
    stop: async () => {
      await replica.stop()
      await primary.stop()
      for (const folder of [first, second]) remove(folder)
    },
  }
}

/**
 * Copies a running primary, as pg_basebackup does, which the embedded PostgreSQL does not contain.
 * @param {{ url: string, port: number }} primary @param {string} from @param {string} to data folders
 */
async function copyForReplica(primary, from, to) {
  const url = new URL(primary.url)
  const { username, password } = url
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query("select pg_backup_start('replica', true)")
  const [source, target] = [from, to].map((folder) => join(folder, 'postgres'))
  const left = /cluster\/(?:pg_wal\/.+|postmaster\.(?:pid|opts))$|\/(?:log|port|starting)$/
  // Ownership stays, which `cpSync` does not keep.
  execFileSync('cp', ['-a', source ?? '', target ?? ''])
  for (const path of readdirSync(target ?? '', { recursive: true, encoding: 'utf8' }))
    if (left.test(join('/', path))) rmSync(join(target ?? '', path), { recursive: true, force: true })
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  const cluster = join(target ?? '', 'cluster')
  writeFileSync(join(cluster, 'backup_label'), rows[0].labelfile)
  writeFileSync(join(cluster, 'standby.signal'), '')
  appendFileSync(
    join(cluster, 'postgresql.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${username} password=${password}'\nhot_standby_feedback = on\n`,
  )
  const account = accountFor(cluster)
  if (account !== undefined)
    for (const name of ['backup_label', 'standby.signal']) chownSync(join(cluster, name), account.uid, account.gid)
}
