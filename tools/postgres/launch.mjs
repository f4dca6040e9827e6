import { spawn } from 'node:child_process'
import { closeSync, fstatSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLog } from '../data-folder.mjs'
import { Failure } from '../failure.mjs'
import { isAlive } from '../process-identity.mjs'
import { explain } from './explain.mjs'
import { readPidFile } from './pidfile.mjs'
import { asArguments, FAST_SETTINGS, FIXED_SETTINGS } from './settings.mjs'

/** @typedef {{ pid: number, exited: Promise<void> }} Running */

/**
 * Starts the postmaster in a session of its own, so that neither Ctrl-C in the terminal nor the death of this process
 * reaches it, and waits until it takes connections.
 * @param {{ cluster: string, binaries: import('./binaries.mjs').Binaries, account: import('./account.mjs').Account,
 *   port: number, logFile: string, fast: boolean }} options
 * @returns {Promise<Running | 'port-taken' | 'still-closing'>} 'still-closing': processes of a killed postmaster remain
 * @throws {Failure}
 */
export async function launch({ cluster, binaries, account, port, logFile, fast }) {
  const log = openLog(logFile)
  const before = fstatSync(log).size
  const settings = asArguments({ ...FIXED_SETTINGS, ...(fast ? FAST_SETTINGS : {}) })
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }
  const child = spawn(binaries.postgres, ['-D', cluster, '-p', String(port), ...settings], {
    ...account,
    cwd: '/',
    env,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  /** @type {Promise<void>} */
  const exited = new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const outcome = await Promise.race([ready(cluster, child), exited])
  if (outcome === 'ready' && child.pid !== undefined) return { pid: child.pid, exited }
  const output = readFileSync(logFile).subarray(before).toString()
  if (/Address already in use|could not create any TCP\/IP sockets/.test(output)) return 'port-taken'
  if (/pre-existing shared memory block|lock file .* already exists/.test(output)) return 'still-closing'
  throw explain(output, 'The database did not start', logFile)
}

/**
 * Recovery after a crash may take its time, so there is no limit as long as the process lives.
 * @param {string} cluster @param {import('node:child_process').ChildProcess} child
 */
async function ready(cluster, child) {
  while (child.exitCode === null && child.signalCode === null) {
    const said = readPidFile(cluster)
    if (said !== undefined && said.pid === child.pid && said.status === 'ready') return 'ready'
    await sleep(15)
  }
  return 'gone'
}

/**
 * Fast shutdown: open transactions are rolled back, everything else reaches the disk. Waits for the end.
 * @param {number} pid
 * @throws {Failure} when it is another user's
 */
export async function shutDown(pid) {
  if (!signal(pid, 'SIGINT')) return
  if (await endsWithin(pid, 30_000)) return
  // Still consistent: the next start recovers from the log.
  signal(pid, 'SIGQUIT')
  if (!(await endsWithin(pid, 10_000))) signal(pid, 'SIGKILL')
}

/** @param {number} pid @param {NodeJS.Signals} name */
function signal(pid, name) {
  try {
    process.kill(pid, name)
    return true
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'ESRCH') return false
    throw new Failure(`The database process ${pid} belongs to another user and cannot be stopped.`, { cause: error })
  }
}

/** @param {number} pid @param {number} timeoutMs milliseconds */
export async function endsWithin(pid, timeoutMs) {
  const end = Date.now() + timeoutMs
  while (isAlive(pid)) {
    if (Date.now() > end) return false
    await sleep(15)
  }
  return true
}
