import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from '../file-lock.mjs'
import { endsWithin } from '../postgres/launch.mjs'
import { startOf } from '../process-identity.mjs'

/** @param {string} dataDir */
function file(dataDir) {
  return join(dataDir, 'children.json')
}

/**
 * Records which processes to look for after a crash.
 * @param {string} dataDir @param {number[]} pids
 */
export function recordChildren(dataDir, pids) {
  const children = pids.map((pid) => ({ pid, start: startOf(pid) }))
  try {
    writeFileSync(file(dataDir), JSON.stringify(children), { mode: 0o600 })
  } catch {
    // A full disk keeps nothing from running; only after a crash they would have to be looked for by hand.
  }
}

/** @param {string} dataDir */
export function clearChildren(dataDir) {
  rmSync(file(dataDir), { force: true })
}

/**
 * Stops what a killed launcher left running. Its database is not among it: that one is adopted.
 * @param {string} dataDir @param {number} timeoutMs after which a process is killed
 */
export async function stopOrphans(dataDir, timeoutMs) {
  /** @type {import('../file-lock.mjs').Holder[]} */
  let noted = []
  try {
    noted = JSON.parse(readFileSync(file(dataDir), 'utf8'))
  } catch {
    // Nothing recorded, or cut short by the crash: a port that is still taken is reported.
  }
  for (const child of noted.filter(isRunning)) {
    process.kill(child.pid, 'SIGTERM')
    if (!(await endsWithin(child.pid, timeoutMs))) process.kill(child.pid, 'SIGKILL')
  }
  clearChildren(dataDir)
}
