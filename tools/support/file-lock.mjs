import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, startOf } from './process-identity.mjs'

/** @typedef {{ pid: number, start: string }} Holder a process; `start` distinguishes it from others with the same id */
/** @typedef {{ holder: Holder } | { release: () => void }} Attempt */

/**
 * Takes a lock file for this process. A file whose process no longer exists is ignored.
 * @param {string} file
 * @returns {Attempt} the running holder, or a function that releases the lock
 */
export function tryLock(file) {
  for (;;) {
    try {
      // Written before it has its name: an empty one would be taken for that of a process which crashed.
      const draft = `${file}.${process.pid}`
      writeFileSync(draft, JSON.stringify(self()), { mode: 0o600 })
      try {
        linkSync(draft, file)
      } finally {
        rmSync(draft, { force: true })
      }
      return { release: () => rmSync(file, { force: true }) }
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    const holder = readHolder(file)
    if (holder !== undefined) return { holder }
    rmSync(file, { force: true })
  }
}

/**
 * Like tryLock, but waits until the holder releases the lock.
 * @param {string} file @param {number} timeoutMs milliseconds
 * @returns {Promise<Attempt>}
 */
export async function lock(file, timeoutMs) {
  const end = Date.now() + timeoutMs
  for (;;) {
    const attempt = tryLock(file)
    if ('release' in attempt || Date.now() > end) return attempt
    await sleep(50)
  }
}

/**
 * The running process that holds a lock file.
 * @param {string} file
 * @returns {Holder | undefined}
 */
export function readHolder(file) {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8'))
    return isRunning(holder) ? holder : undefined
  } catch {
    // A lock file that is absent, or was truncated by a crash, is free.
    return undefined
  }
}

/** @param {Holder} holder */
export function isRunning(holder) {
  return isAlive(holder.pid) && startOf(holder.pid) === holder.start
}

/** @returns {Holder} */
export function self() {
  return { pid: process.pid, start: startOf(process.pid) }
}
