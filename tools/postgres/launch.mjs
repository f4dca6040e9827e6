import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../support/failure.mjs'
import { isAlive } from '../support/process-identity.mjs'
import { explain } from './explain.mjs'
import { dropStartLine, logEnds, logFolder, loggedSince, prepareLogFolder } from './log.mjs'
import { readPidFile } from './pidfile.mjs'
import { asArguments, settingsAtStart } from './settings.mjs'

/** @typedef {{ pid: number, exited: Promise<void> }} Running */

/**
 * Starts the postmaster in a separate session, so that neither Ctrl-C in the terminal nor the end of this process stops
 * it, and waits until it accepts connections.
 * @param {{ cluster: string, binaries: import('./binaries.mjs').Binaries, account: import('./account.mjs').Account,
 *   port: number, fast: boolean, settings?: Record<string, string> }} options `settings`: instead of the usual ones
 * @returns {Promise<Running | 'port-taken' | 'still-closing'>} 'still-closing': processes of a killed postmaster remain
 * @throws {Failure}
 */
export async function launch({ cluster, binaries, account, port, fast, settings: others = {} }) {
  const log = logFolder(cluster)
  prepareLogFolder(log, account)
  const before = logEnds(log)
  const settings = [...settingsAtStart(fast), ...asArguments({ log_directory: log, ...others })]
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }
  const child = spawn(binaries.postgres, ['-D', cluster, '-p', String(port), ...settings], {
    ...account,
    cwd: '/',
    env,
    detached: true,
    // Standard error is only used until PostgreSQL has opened its log.
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.unref()
  // The text is only a part of the report after an exit, which is shorter without it.
  const early = text(child.stderr).catch(() => '')
  let end = ''
  /** @type {Promise<void>} */
  const exited = new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      end = signal === null ? `it ended with ${code}` : `it was ended by ${signal}`
      resolve()
    })
    child.once('error', ({ message }) => {
      end = message
      resolve()
    })
  })
  const outcome = await Promise.race([ready(cluster, child), exited])
  if (outcome === 'ready' && child.pid !== undefined) {
    child.stderr.destroy()
    // The line may not have been written yet.
    await dropStartLine(log, before, 1000)
    return { pid: child.pid, exited }
  }
  // `early` resolves once the process that writes the log has ended as well.
  const output = `${end}\n${await early}\n${loggedSince(log, before)}`
  await dropStartLine(log, before, 0)
  if (/Address already in use|could not create any TCP\/IP sockets/.test(output)) return 'port-taken'
  if (/pre-existing shared memory block|lock file .* already exists/.test(output)) return 'still-closing'
  throw explain(output, 'The database did not start', log)
}

/**
 * Waits until PostgreSQL accepts connections. There is no time limit while the process runs, because recovery after a
 * crash may take long.
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
 * Makes a fast shutdown, which rolls back open transactions and writes everything else to the disk. Waits for the end.
 * @param {number} pid
 * @throws {Failure} when the process belongs to another user
 */
export async function shutDown(pid) {
  if (!signal(pid, 'SIGINT')) return
  if (await endsWithin(pid, 30_000)) return
  // An immediate shutdown is safe as well: the next start recovers from the log.
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
