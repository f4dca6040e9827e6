import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { archiveOf, resetArchive, setArchive } from '../postgres/archive.mjs'
import { logEnds, logFolder, writtenSince } from '../postgres/log.mjs'
import { writeMachineFile } from '../postgres/machine-file.mjs'
import { findPostmaster } from '../postgres/pidfile.mjs'
import { Failure } from '../support/failure.mjs'
import { print, printWarning } from '../support/output.mjs'
import { privateFolder } from './disk.mjs'

/** @typedef {import('./target.mjs').Target} Target */

/** Where PostgreSQL archives its log: in the place itself, or beside the cluster, from where it is sent to a bucket. */
const archiveFolder = (/** @type {string} */ cluster, /** @type {Target} */ { folder }) =>
  folder === undefined ? join(dirname(cluster), 'log-to-send') : join(folder, 'database')

/**
 * Makes the running database archive its log for a place from now on.
 * @param {import('pg').Client} client
 * @param {string} cluster
 * @param {import('../postgres/account.mjs').Account} account
 * @param {Target} target
 * @throws {Failure} when PostgreSQL cannot write there; it archives as before then
 */
export async function archiveTo(client, cluster, account, target) {
  const [before, folder] = [archiveOf(cluster), archiveFolder(cluster, target)]
  const wal = join(folder, 'wal')
  const isSame = before?.place === target.place && before.folder === folder
  const isGone = isSame && !existsSync(wal)
  if (target.folder === undefined) privateFolder(folder, account)
  // Also of a place that had it before: its disk may have been replaced.
  privateFolder(wal, account)
  // A restore numbers its timeline after those that it finds, so they are there before their log is.
  for (const name of readdirSync(join(cluster, 'pg_wal')).filter((file) => file.endsWith('.history')))
    await target
      .part('database/wal')
      .put(`${name}.gz`, await promisify(gzip)(readFileSync(join(cluster, 'pg_wal', name))))
  if (isGone && target.folder !== undefined) await reportGone(client, target)
  if (!isSame) {
    const ends = logEnds(logFolder(cluster))
    setArchive(cluster, { folder, place: target.place }, account)
    if (!(await canArchive(client, cluster))) {
      resetArchive(cluster, before, account)
      throw new Failure(
        `--to: PostgreSQL cannot write its log to ${folder} (${reasonSince(cluster, ends)}). Under systemd, its unit has to name the folder in ReadWritePaths (docs/backups.md).`,
      )
    }
  }
  // The time after which a log file leaves that is not full: it depends on there being an archive.
  writeMachineFile(cluster, account)
  const running = findPostmaster(cluster)
  if (running !== undefined) process.kill(running.pid, 'SIGHUP')
  if (!isSame && before !== undefined) print(`The log no longer goes to ${before.place}; what is there ends now.`)
}

/** Says which log is no longer there. @param {import('pg').Client} client @param {Target} target */
async function reportGone(client, { place }) {
  const { rows } = await client.query(
    'select last_archived_wal as file, last_archived_time as at from pg_stat_archiver',
  )
  const [{ file, at }] = rows
  if (file !== null)
    printWarning(
      `${place}: the log that was copied there, to ${file} of ${at.toISOString()}, is gone: only what is written from this backup on can be restored from there.`,
    )
}

/** Milliseconds in which PostgreSQL has to begin with a log file. */
const beginMs = 60_000

/**
 * Whether the running database copies a log file where it archives now. Only it knows: it may run as another user, and
 * see other folders as writable than this process.
 * @param {import('pg').Client} client @param {string} cluster
 */
async function canArchive(client, cluster) {
  const counts = async () => {
    const { rows } = await client.query(
      'select archived_count::int as archived, failed_count::int as failed from pg_stat_archiver',
    )
    return rows[0]
  }
  const before = await counts()
  const waits = join(cluster, 'pg_wal/archive_status', `${await endLogFile(client)}.ready`)
  for (const end = Date.now() + beginMs; existsSync(waits); await sleep(50)) {
    const { archived, failed } = await counts()
    // One may have begun before, for where it was archived then.
    if (archived > before.archived + 1) return true
    if (failed > before.failed + 1 || Date.now() > end) return false
  }
  return true
}

/**
 * What the programs that copy the log said.
 * @param {string} cluster
 * @param {Map<string, number>} ends of PostgreSQL's log
 */
const reasonSince = (cluster, ends) => writtenSince(logFolder(cluster), ends).at(-1) ?? "PostgreSQL's own log says why"

/**
 * Ends the current log file, however much is in it.
 * @param {import('pg').Client} client
 * @returns {Promise<string>} its name
 */
async function endLogFile(client) {
  // Without a record, the current one is still empty and stays; to restore the state of a time, PostgreSQL has to find
  // a commit after it.
  await client.query('select pg_current_xact_id()')
  const { rows } = await client.query('select pg_walfile_name(pg_switch_wal() - 1) as last')
  return rows[0].last
}

/**
 * Copies to the place what was written to the log until now.
 * @param {import('pg').Client} client @param {string} cluster @param {Target} target
 */
export async function copyLog(client, cluster, target) {
  if (archiveOf(cluster)?.place !== target.place)
    throw new Failure(`--log: the log does not go to ${target.place}; make a backup there first.`)
  await archived(client, cluster, target, await endLogFile(client))
}

/**
 * Waits until a log file that is complete and those before it are archived, and sends them if the place is a bucket.
 * @param {import('pg').Client} client @param {string} cluster @param {Target} target @param {string} file
 */
export async function archived(client, cluster, target, file) {
  const since = Date.now()
  const ends = logEnds(logFolder(cluster))
  const waits = join(cluster, 'pg_wal/archive_status', `${file}.ready`)
  for (let printed = since; existsSync(waits); await sleep(50)) {
    if (Date.now() - printed < 5000) continue
    printed = Date.now()
    const { rows } = await client.query(
      "select last_failed_wal as failed from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')",
    )
    if (rows[0] !== undefined && Date.now() - since > 60_000)
      throw new Failure(
        `PostgreSQL could not copy its log file ${rows[0].failed}: is the disk full? (${reasonSince(cluster, ends)})`,
      )
    print(`  waiting for the log, ${Math.round((Date.now() - since) / 1000)} s`)
  }
  if (target.folder === undefined) await send(join(archiveFolder(cluster, target), 'wal'), target.part('database/wal'))
}

/** @param {string} folder @param {import('./target.mjs').Storage} wal */
async function send(folder, wal) {
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.gz'))
    .sort()) {
    const file = join(folder, name)
    // A backup and a copy of the log may run at the same time.
    if (!existsSync(file)) continue
    await wal.put(name, readFileSync(file))
    rmSync(file, { force: true })
  }
}

/**
 * The first log file after a backup that is missing although later ones of its timeline are there. PostgreSQL would
 * take what is before it for the whole.
 * @param {Target} from @param {import('./backups.mjs').Backup} backup
 * @returns {Promise<string | undefined>}
 */
export async function findGap(from, { firstLog }) {
  const timeline = firstLog.slice(0, 8)
  /** @type {Set<number>} */
  const later = new Set()
  for await (const { key } of from.part('database/wal').list())
    if (/^[0-9A-F]{24}\.gz$/.test(key) && key.startsWith(timeline)) later.add(numberOf(key))
  let next = numberOf(firstLog)
  for (const number of later) if (number < next) later.delete(number)
  while (later.delete(next)) next += 1
  return later.size === 0 && next > numberOf(firstLog) ? undefined : nameOf(timeline, next)
}

/** Log files have 16 MB and are numbered in two halves: the first counts 4 GB. @param {string} name */
const numberOf = (name) => Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16, 24), 16)

/** @param {string} timeline @param {number} number */
const nameOf = (timeline, number) =>
  [Math.floor(number / 256), number % 256].reduce(
    (name, half) => name + half.toString(16).toUpperCase().padStart(8, '0'),
    timeline,
  )
