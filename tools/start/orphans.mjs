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
 * Notes which processes to look for after a crash.
 * @param {string} dataDir @param {number[]} pids
 */
export function recordChildren(dataDir, pids) {
  const children = pids.map((pid) => ({ pid, start: startOf(pid) }))
  writeFileSync(file(dataDir), JSON.stringify(children), { mode: 0o600 })
}

/** @param {string} dataDir */
export function clearChildren(dataDir) {
  rmSync(file(dataDir), { force: true })
}

/** Ends what a killed launcher left running. Its database is not among it: that one is adopted. @param {string} dataDir */
export async function stopOrphans(dataDir) {
  /** @type {import('../file-lock.mjs').Holder[]} */
  let noted = []
  try {
    noted = JSON.parse(readFileSync(file(dataDir), 'utf8'))
  } catch {
    // Nothing noted, or cut short by the crash: a port that is still held will be told of.
  }
  for (const child of noted.filter(isRunning)) {
    process.kill(child.pid, 'SIGTERM')
    if (!(await endsWithin(child.pid, 5000))) process.kill(child.pid, 'SIGKILL')
  }
  clearChildren(dataDir)
}
