import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
    const text = textOf(file)
    const holder = text === undefined ? undefined : holderIn(text)
    if (holder !== undefined) return { holder }
    if (text !== undefined) removeStale(file, text)
  }
}

/**
 * Removes the lock of a process that is gone, unless it is another process's by now.
 * @param {string} file @param {string} text what it had
 */
function removeStale(file, text) {
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, file)
  } catch (error) {
    // Another one that waits has removed it, or has it by now.
    if (!['ENOENT', 'EEXIST'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) throw error
  } finally {
    rmSync(aside, { force: true })
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
  const text = textOf(file)
  return text === undefined ? undefined : holderIn(text)
}

/** @param {string} file @returns {string | undefined} undefined if it is absent */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The lock was released, or is free.
    return undefined
  }
}

/** @param {string} text @returns {Holder | undefined} */
function holderIn(text) {
  try {
    const holder = JSON.parse(text)
    return isRunning(holder) ? holder : undefined
  } catch {
    // One that was truncated by a crash is no one's.
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
