import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { archiveOf } from '../archive.mjs'
import { advice, duration, size, wrong } from './finding.mjs'

/** @typedef {import('./finding.mjs').Finding} Finding */

/**
 * Finds long transactions, which prevent the removal of dead rows.
 * @param {import('pg').Client} client
 * @param {number} seconds the age from which a transaction is long
 * @returns {Promise<Finding[]>}
 */
export async function checkTransactions(client, seconds) {
  const { rows } = await client.query(
    `select pid, coalesce(nullif(application_name, ''), usename, 'somebody') as who, state, datname as name,
       extract(epoch from now() - xact_start)::float8 as seconds, cardinality(pg_blocking_pids(pid)) as blockers,
       (select count(*)::int from pg_stat_activity o where a.pid = any(pg_blocking_pids(o.pid))) as waiting
     from pg_stat_activity a
     where backend_type = 'client backend' and pid <> pg_backend_pid() and now() - xact_start > $1 * interval '1 second'
     order by xact_start`,
    [seconds],
  )
  const { rows: prepared } = await client.query(
    `select gid, extract(epoch from now() - prepared)::float8 as seconds from pg_prepared_xacts
     where now() - prepared > $1 * interval '1 second'`,
    [seconds],
  )
  return [
    ...rows.map(({ pid, who, state, name, seconds: since, waiting }) =>
      wrong(
        `A transaction of ${who} in ${name} is open since ${duration(since)} (${state ?? 'unknown'})${waiting > 0 ? `, and ${waiting} wait for it` : ''}: meanwhile no dead row goes.`,
        `select pg_terminate_backend(${pid});`,
      ),
    ),
    ...prepared.map(({ gid, seconds: since }) =>
      wrong(
        `The prepared transaction ${gid} is open since ${duration(since)}; we make none.`,
        `rollback prepared '${gid}';`,
      ),
    ),
  ]
}

/** A log that was not sent to its bucket for so long is not sent each minute. */
const SENT_SECONDS = 3600

/**
 * Checks what backups and replicas depend on.
 * @param {import('pg').Client} client
 * @param {string | undefined} cluster folder of an embedded database
 * @returns {Promise<Finding[]>}
 */
export async function checkCopies(client, cluster) {
  const { rows: archivers } = await client.query(`
    select current_setting('archive_mode') as mode, archived_count::float8 as archived, last_failed_wal as failed,
      last_failed_time > coalesce(last_archived_time, '-infinity') as failing,
      extract(epoch from now() - last_failed_time)::float8 as seconds from pg_stat_archiver`)
  const { rows: slots } = await client.query(`
    select slot_name as name, coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float8 as bytes
    from pg_replication_slots where not active`)
  const { rows: replicas } = await client.query(`
    select coalesce(nullif(application_name, ''), client_addr::text, 'a replica') as name, state,
      coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0)::float8 as bytes from pg_stat_replication`)
  const { mode, failing, failed, seconds } = archivers[0]
  return [
    ...(mode === 'off' && replicas.length === 0
      ? [
          advice(
            'The write-ahead log is kept nowhere else: losing this disk loses everything since the last copy.',
            'archive_mode = on with an archive_command, or a replica: docs/backups.md',
          ),
        ]
      : []),
    ...(mode !== 'off' && failing
      ? [
          wrong(
            `Archiving fails: ${failed} could not be copied ${duration(seconds)} ago, and the log stays on this disk until it is full.`,
            'Look into PostgreSQL’s log for what archive_command said.',
          ),
        ]
      : []),
    ...(cluster === undefined ? [] : checkArchive(cluster)),
    ...slots.map(({ name, bytes }) =>
      wrong(
        `Nothing reads the replication slot ${name}, which keeps ${size(bytes)} of log on this disk.`,
        `select pg_drop_replication_slot('${name}');  unless its replica comes back soon`,
      ),
    ),
    ...replicas.flatMap(({ name, state, bytes }) =>
      bytes > 64 * 1024 * 1024
        ? [advice(`${name} is ${size(bytes)} behind (${state}).`, 'Look at its disk, network and long queries.')]
        : [],
    ),
  ]
}

/**
 * Checks where an embedded database archives its log.
 * @param {string} cluster
 * @returns {Finding[]}
 */
export function checkArchive(cluster) {
  const archive = archiveOf(cluster)
  if (archive === undefined)
    return [
      advice(
        'The write-ahead log is kept nowhere else: losing this disk loses everything since the last copy.',
        'npm run backup -- --to=PLACE  each night: docs/backups.md',
      ),
    ]
  const wal = join(archive.folder, 'wal')
  if (!archive.place.includes('://')) return checkNames(cluster, wal)
  const times = readdirSync(wal).map((name) => statSync(join(wal, name)).mtimeMs)
  const seconds = (Date.now() - Math.min(...times)) / 1000
  if (times.length === 0 || seconds < SENT_SECONDS) return []
  return [
    wrong(
      `The log was not sent to ${archive.place} for ${duration(seconds)}: ${times.length} files of it wait on this disk.`,
      `npm run backup -- --to=${archive.place} --pictures --log  each minute`,
    ),
  ]
}

/**
 * Finds copies of log files that did not get their name, although PostgreSQL took them for archived: the power failed
 * in between, which earlier versions did not wait for.
 * @param {string} cluster @param {string} wal
 */
function checkNames(cluster, wal) {
  const unnamed = (existsSync(wal) ? readdirSync(wal) : [])
    .filter((name) => name.endsWith('.gz.new'))
    .map((name) => name.slice(0, -'.gz.new'.length))
    .filter((name) => !existsSync(join(cluster, 'pg_wal/archive_status', `${name}.ready`)))
  return unnamed.map((name) =>
    wrong(
      `The log file ${name} was not copied whole to ${wal}: a restore of an earlier backup ends before it.`,
      `npm run backup -- --to=PLACE, then rm ${join(wal, `${name}.gz.new`)}`,
    ),
  )
}
