import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../file-lock.mjs'
import { endsWithin } from '../postgres/launch.mjs'
import { startOf } from '../process-identity.mjs'

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
    // A full disk keeps nothing from running; only after a crash they would have to be looked for by hand.
  }
}

/** @param {Launcher} launcher */
export function clearChildren(launcher) {
  rmSync(file(launcher), { force: true })
}

/**
 * Stops what a killed launcher left running. Its database is not among it: that one is adopted.
 * @param {Launcher} launcher @param {number} timeoutMs after which a process is killed
 */
export async function stopOrphans(launcher, timeoutMs) {
  /** @type {import('../file-lock.mjs').Holder[]} */
  let noted = []
  try {
    noted = JSON.parse(readFileSync(file(launcher), 'utf8'))
  } catch {
    // Nothing recorded, or cut short by the crash: a port that is still taken is reported.
  }
  for (const child of noted.filter(isRunning)) {
    process.kill(child.pid, 'SIGTERM')
    if (!(await endsWithin(child.pid, timeoutMs))) process.kill(child.pid, 'SIGKILL')
  }
  clearChildren(launcher)
}
