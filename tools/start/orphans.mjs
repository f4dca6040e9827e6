import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../support/file-lock.mjs'
import { endsWithin } from '../postgres/launch.mjs'
import { startOf } from '../support/process-identity.mjs'

/** @typedef {Pick<import('./settings.mjs').Settings, 'dataDir' | 'instance'>} Launcher */

/** @param {Launcher} launcher */
function file({ dataDir, instance }) {
  return join(dataDir, instance === undefined ? 'children.json' : `children-${instance}.json`)
}

/**
 * Records which processes to look for after a crash.
 * @param {Launcher} launcher @param {number[]} pids
 */
export function recordChildren(launcher, pids) {
  const children = pids.map((pid) => ({ pid, start: startOf(pid) }))
  try {
    writeFileSync(file(launcher), JSON.stringify(children), { mode: 0o600 })
  } catch {
    // A full disk must not stop anything; only after a crash, the processes would have to be found by hand.
  }
}

/** @param {Launcher} launcher */
export function clearChildren(launcher) {
  rmSync(file(launcher), { force: true })
}

/**
 * Stops the programs that a killed launcher left running, except for its database, which is adopted.
 * @param {Launcher} launcher @param {number} timeoutMs the time after which a process is killed
 */
export async function stopOrphans(launcher, timeoutMs) {
  /** @type {import('../support/file-lock.mjs').Holder[]} */
  let noted = []
  try {
    noted = JSON.parse(readFileSync(file(launcher), 'utf8'))
  } catch {
    // Nothing was recorded, or the crash truncated the file; a port that is still in use is reported later.
  }
  for (const child of noted.filter(isRunning)) {
    process.kill(child.pid, 'SIGTERM')
    if (!(await endsWithin(child.pid, timeoutMs))) process.kill(child.pid, 'SIGKILL')
  }
  clearChildren(launcher)
}
