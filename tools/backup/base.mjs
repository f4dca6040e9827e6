import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { ARCHIVE_FILE } from '../postgres/archive.mjs'
import { Failure } from '../support/failure.mjs'
import { print } from '../support/output.mjs'
import { archived } from './log.mjs'
import { writeParts } from './parts.mjs'
import { megabytes, progress } from './progress.mjs'

/*
 * A copy of the running cluster, as PostgreSQL's documentation describes it under “Making a Base Backup Using the Low
 * Level API”. What changes during the copy is in the log.
 */

/** What PostgreSQL says to leave out, and what is added at the end. */
const LEFT_OUT = [
  ...['wal', 'replslot', 'dynshmem', 'notify', 'serial', 'snapshots', 'stat_tmp', 'subtrans'].map(
    (name) => `./pg_${name}/*`,
  ),
  './postmaster.pid',
  './postmaster.opts',
  'pg_internal.init',
  'pgsql_tmp*',
  './global/pg_control',
  `./${ARCHIVE_FILE}*`,
]

/** What tar says, with exit code 1, about files that change while it reads them. */
const CHANGED = /(?:file changed as we read it|File removed before we read it|padding with zeros)$/

/**
 * @param {{ client: import('pg').Client, cluster: string, target: import('./target.mjs').Target, name: string }} options
 *   `client`: stays connected until the copy is made, as PostgreSQL otherwise gives the backup up
 * @returns {Promise<import('./backups.mjs').Backup>}
 */
export async function copyCluster({ client, cluster, target, name }) {
  const { rows: facts } = await client.query(
    `select clock_timestamp() as at, current_setting('server_version_num')::int / 10000 as postgres,
      (select sum(pg_database_size(oid))::float8 from pg_database) as bytes,
      (select count(*)::int from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as tablespaces`,
  )
  const { at, postgres, bytes: expected, tablespaces } = facts[0]
  if (tablespaces > 0) throw new Failure('The database has tablespaces, which this does not copy.')
  print(`Copying ${megabytes(expected)} of the database …`)
  const base = target.part(`database/base`)
  const { rows: begun } = await client.query("select pg_walfile_name(pg_backup_start('incontro', true)) as first")
  const { parts, bytes } = await archiveFiles(cluster, base, name, progress('copied', expected))
  await base.put(`${name}/pg_control`, await readControl(join(cluster, 'global/pg_control')))
  const { rows: ended } = await client.query(
    'select labelfile, pg_walfile_name(lsn - 1) as last, clock_timestamp() as at from pg_backup_stop(false)',
  )
  await base.put(`${name}/backup_label`, ended[0].labelfile)
  // Without the log up to this point, the copy cannot be restored.
  await archived(client, cluster, target, ended[0].last)
  return {
    name,
    startedAt: at.toISOString(),
    finishedAt: ended[0].at.toISOString(),
    postgres,
    firstLog: begun[0].first,
    bytes,
    parts,
  }
}

/**
 * @param {string} cluster @param {import('./target.mjs').Storage} base @param {string} name
 * @param {(bytes: number) => void} add
 */
async function archiveFiles(cluster, base, name, add) {
  const args = ['-c', '-f', '-', ...LEFT_OUT.map((pattern) => `--exclude=${pattern}`), '-C', cluster, '.']
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }
  const tar = spawn('tar', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = text(tar.stderr)
  const ended = new Promise((resolve, reject) => {
    tar.once('error', reject)
    tar.once('close', resolve)
  })
  let bytes = 0
  const counted = new Transform({
    transform(chunk, _encoding, give) {
      bytes += chunk.length
      add(chunk.length)
      give(null, chunk)
    },
  })
  // The reader of the last one ends with the error.
  const compressed = pipeline(tar.stdout, counted, createGzip({ level: 1 }), () => undefined)
  try {
    const parts = await writeParts(base, name, compressed)
    const code = await ended
    const problem = (await said).split('\n').find((line) => line !== '' && !CHANGED.test(line))
    if (code !== 0 && (code !== 1 || problem !== undefined))
      throw new Failure(`The database's files could not be read: ${problem ?? `tar ended with ${code}`}`)
    return { parts, bytes }
  } finally {
    tar.kill()
    compressed.destroy()
  }
}

/**
 * PostgreSQL rewrites the file in place, and some file systems show a half of the old one and a half of the new one.
 * @param {string} file
 */
async function readControl(file) {
  for (let last = readFileSync(file); ;) {
    await sleep(20)
    const next = readFileSync(file)
    if (next.equals(last)) return next
    last = next
  }
}
