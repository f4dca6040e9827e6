import { spawn } from 'node:child_process'
import { chownSync, existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { Failure } from '../support/failure.mjs'
import { print, withProgress } from '../support/output.mjs'
import { launch, shutDown } from '../postgres/launch.mjs'
import { choosePort } from '../postgres/port.mjs'
import { privateFolder, syncAll } from './disk.mjs'
import { stateKey } from './log.mjs'
import { serveLog } from './log-server.mjs'
import { damaged, readParts } from './parts.mjs'
import { megabytes, progress } from './progress.mjs'
import { readJson } from './target.mjs'

/**
 * @typedef {object} Where
 * @property {string} home where the port to use is recorded
 * @property {string} cluster
 * @property {import('../postgres/binaries.mjs').Binaries} binaries
 * @property {import('../postgres/account.mjs').Account} account
 * @property {Record<string, string>} settings instead of the cluster's own
 */
/** @typedef {import('./backups.mjs').DatabaseCopy} DatabaseCopy */
/** @typedef {import('./target.mjs').Storage} Storage */

/** Unpacks a copy into a new cluster. @param {Storage} databases @param {DatabaseCopy} copy @param {Where} where */
export async function unpack(databases, copy, { cluster, account }) {
  const { name, bytes, parts } = copy
  print(`Copying ${megabytes(bytes)} of database ${name} …`)
  const stored = parts.reduce((sum, part) => sum + part.bytes, 0)
  privateFolder(cluster, account)
  const tar = spawn('tar', ['-x', '-f', '-', '-C', cluster], { ...account, stdio: ['pipe', 'ignore', 'pipe'] })
  const problem = text(tar.stderr)
  const ended = new Promise((resolve, reject) => {
    tar.once('error', reject)
    tar.once('close', resolve)
  })
  let isAllRead = false
  try {
    await pipeline(Readable.from(readParts(databases, parts, progress('copied', stored))), createGunzip(), tar.stdin)
    isAllRead = true
  } catch (error) {
    if (String(/** @type {NodeJS.ErrnoException} */ (error).code).startsWith('Z_'))
      throw damaged(parts[0]?.key ?? name, 'damaged', error)
    // tar ended before it had read everything; its exit code says why.
    if (!['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? ''))
      throw error
  }
  const code = await ended
  // A damaged archive may fail, or seem to end, before its checksum was compared.
  if (!isAllRead || code !== 0) for await (const _ of readParts(databases, parts, () => undefined));
  if (code !== 0) throw new Failure(`Database ${name} could not be unpacked: ${(await problem).trim()}`)
  syncAll(cluster)
}

/**
 * Makes PostgreSQL replay the log up to a time, and stops it.
 * @param {Storage} databases @param {DatabaseCopy} copy @param {Where} where @param {Date | undefined} at
 * @param {Date | undefined} complete a time up to which the log is known to be complete
 */
export async function replay(databases, copy, where, at, complete) {
  const { name } = copy
  const log = serveLog({
    wal: (file) => databases.getStream(`${name}/wal/${file}.gz`),
    cluster: where.cluster,
    account: where.account,
  })
  /** @param {Record<string, string>} target */
  const run = async (target) => {
    const signal = join(where.cluster, 'recovery.signal')
    writeFileSync(signal, '', { mode: 0o600 })
    if (where.account !== undefined) chownSync(signal, where.account.uid, where.account.gid)
    const settings = {
      ...where.settings,
      restore_command: log.command,
      recovery_target_timeline: 'latest',
      recovery_target_action: 'promote',
      // Connections are refused until the server is promoted, so that a connection means that the replay is complete.
      hot_standby: 'off',
      ...target,
    }
    const { pid } = await start({ ...where, settings })
    await shutDown(pid)
  }
  try {
    await withProgress(`Replaying the log of database ${name} until ${at?.toISOString() ?? 'its end'}`, async () => {
      // When PostgreSQL reads this setting, it has not loaded the names of time zones yet.
      if (at !== undefined) await run({ recovery_target_time: at.toISOString().replace('Z', '+00') })
      else await run({})
    })
  } catch (error) {
    if (log.failure() !== undefined) throw log.failure()
    const endsEarlier =
      error instanceof Failure && /recovery ended before configured recovery target was reached/.test(error.message)
    if (!endsEarlier) throw error
    if (at === undefined || complete === undefined || complete < at)
      throw new Failure(
        `--at: the log of database ${name} that was copied ends before ${at?.toISOString()}; leave --at out for its last state.`,
        { cause: error },
      )
    // Nothing was written between that time and the end of the log, which is later.
    await run({})
  } finally {
    await log.close()
  }
}

/**
 * A time up to which the log of a database is known to be complete.
 * @param {Storage} databases @param {readonly import('./backups.mjs').Backup[]} backups @param {string} name
 */
export async function completeUntil(databases, backups, name) {
  const state = await readJson(databases, stateKey(name))
  const copies = backups.flatMap((backup) => backup.databases.filter((copy) => copy.name === name))
  const times = [state?.until, copies.at(-1)?.startedAt].filter((time) => typeof time === 'string')
  return times.length === 0 ? undefined : new Date(Math.max(...times.map((time) => Date.parse(time))))
}

/** @param {Where} where @returns {Promise<import('../postgres/launch.mjs').Running & { port: number }>} */
export async function start({ home, cluster, binaries, account, settings }) {
  const port = await choosePort(home)
  const outcome = await launch({ cluster: realpathSync(cluster), binaries, account, port, fast: false, settings })
  if (typeof outcome !== 'object') throw new Failure('The restored database did not start: its port was taken; repeat.')
  return { ...outcome, port }
}

/**
 * Settings under which a cluster of another machine runs here: its configuration may not be in its folder, and may name
 * files and libraries that are not here.
 * @param {string} cluster @param {import('../postgres/account.mjs').Account} account
 * @returns {{ settings: Record<string, string>, remove: () => void }}
 */
export function foreignSettings(cluster, account) {
  const files = { config_file: `${cluster}.conf`, hba_file: `${cluster}.hba`, ident_file: `${cluster}.ident` }
  for (const file of Object.values(files)) {
    writeFileSync(file, file.endsWith('.hba') ? 'host all all 127.0.0.1/32 scram-sha-256\n' : '', { mode: 0o600 })
    if (account !== undefined) chownSync(file, account.uid, account.gid)
  }
  return {
    settings: { ...files, ssl: 'off', shared_preload_libraries: '', archive_mode: 'off', data_directory: cluster },
    remove() {
      for (const file of Object.values(files)) if (existsSync(file)) rmSync(file)
    },
  }
}
