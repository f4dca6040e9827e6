import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../failure.mjs'
import { print } from '../output.mjs'
import { requireSpace } from '../postgres/space.mjs'
import { copyFile, privateFolder, syncAll, syncName } from './copy.mjs'
import { basesIn, logIn, writeWhole } from './folder.mjs'
import { megabytes, progress } from './progress.mjs'

/** Folders that are copied empty, because PostgreSQL recreates their content or it is copied separately. */
const EMPTY = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|backup_label|tablespace_map|current_logfiles|.*\.old)$|(?:^|\/)(?:pgsql_tmp|pg_internal\.init)/

/**
 * Copies a running database with PostgreSQL's backup functions. Changes during the copy are in the log, which is copied
 * as well.
 * @param {{ client: import('pg').Client, cluster: string, folder: string }} from `client`: of the database `postgres`
 * @returns {Promise<import('./folder.mjs').Manifest>}
 */
export async function copyBase({ client, cluster, folder }) {
  await client.query("select pg_backup_start('incontro', true)")
  const { rows: begun } = await client.query('select pg_walfile_name(pg_current_wal_lsn()) as file, now() as at')
  const name = begun[0].at.toISOString().replaceAll(':', '-').slice(0, 19) + 'Z'
  const draft = join(basesIn(folder), `${name}.new`)
  rmSync(draft, { recursive: true, force: true })
  const { files, folders, bytes: expected } = list(cluster)
  requireSpace(folder, Math.ceil((expected * 1.1) / 1024 / 1024))
  print(`Copying ${megabytes(expected)} of the database …`)
  const add = progress('copied', expected)
  privateFolder(draft)
  for (const path of folders) privateFolder(join(draft, path))
  /** @type {import('./folder.mjs').Manifest['files']} */
  const copied = {}
  let bytes = 0
  for (const path of files) {
    const one = await copyFile(join(cluster, path), join(draft, path), undefined)
    if (one === undefined) continue
    copied[path] = one
    bytes += one.bytes
    add(one.bytes)
  }
  const { rows } = await client.query(
    'select labelfile, pg_walfile_name(lsn) as file, clock_timestamp() as at from pg_backup_stop(false)',
  )
  const { labelfile, file, at } = rows[0]
  const label = join(draft, 'backup_label')
  writeFileSync(label, labelfile, { mode: 0o600, flush: true })
  const one = await copyFile(label, `${label}.copy`, undefined)
  if (one === undefined) throw new Error('the label is not there')
  renameSync(`${label}.copy`, label)
  copied['backup_label'] = one
  // Without the log up to this point the copy cannot be restored.
  await archived(client, join(logIn(folder), `${file}.gz`))
  const { firstLog } = /START WAL LOCATION: \S+ \(file (?<firstLog>[0-9A-F]{24})\)/.exec(labelfile)?.groups ?? {}
  /** @type {import('./folder.mjs').Manifest} */
  const manifest = {
    name,
    finishedAt: at.toISOString(),
    firstLog: firstLog ?? begun[0].file,
    bytes,
    files: copied,
    folders,
  }
  syncAll(draft)
  writeWhole(join(draft, 'manifest.json'), manifest)
  const place = join(basesIn(folder), name)
  rmSync(place, { recursive: true, force: true })
  renameSync(draft, place)
  syncName(place)
  return manifest
}

/**
 * Waits until a log file is in the folder.
 * @param {import('pg').Client} client @param {string} file
 */
async function archived(client, file) {
  const since = Date.now()
  for (let said = since; !existsSync(file); await sleep(50)) {
    if (Date.now() - said < 5000) continue
    said = Date.now()
    const { rows } = await client.query(
      "select last_failed_wal as failed from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')",
    )
    if (rows[0] !== undefined && Date.now() - since > 60_000)
      throw new Failure(
        `PostgreSQL could not copy its log file ${rows[0].failed}: is the disk full? Its own log says why.`,
      )
    print(`  waiting for the log, ${Math.round((Date.now() - since) / 1000)} s`)
  }
}

/** Lists the files to copy, `pg_control` last. @param {string} cluster */
function list(cluster) {
  const control = 'global/pg_control'
  const files = []
  const folders = []
  let bytes = 0
  for (const entry of readdirSync(cluster, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(cluster.length + 1)
    const [top = ''] = path.split('/')
    if (top === 'pg_tblspc' && path !== top)
      throw new Failure(`The database has a tablespace (${path}), which this does not copy: use pg_basebackup.`)
    if (entry.isDirectory()) {
      if (!EMPTY.includes(top) || path === top) folders.push(path)
      continue
    }
    if (EMPTY.includes(top) || LEFT_OUT.test(path) || !entry.isFile()) continue
    bytes += statSync(join(cluster, path), { throwIfNoEntry: false })?.size ?? 0
    if (path !== control) files.push(path)
  }
  return { files: [...files, control], folders: [...folders, 'pg_wal/archive_status'], bytes }
}
