import { print, printWarning } from '../support/output.mjs'
import { freeMegabytes } from '../postgres/space.mjs'

/** Below `low`, the operator still has time to react; below `full`, the database refuses writes or will do so soon. */
const LEVELS = /** @type {const} */ ({ low: 1000, full: 100 })
/** A level ends only well above its limit, so that a disk near the limit does not print repeatedly. */
const MARGIN = 1.2
const EVERY_MS = 10_000

/** @typedef {'enough' | 'low' | 'full'} Level */

/**
 * Prints when the disk of a folder runs out of space, and when there is enough space again.
 * @param {string} folder
 * @param {{ free?: (folder: string) => number, everyMs?: number }} [options] `free`: megabytes
 * @returns {{ check: () => void, stop: () => void }}
 */
export function watchSpace(folder, { free = freeMegabytes, everyMs = EVERY_MS } = {}) {
  /** @type {Level} */
  let level = 'enough'
  function check() {
    const megabytes = read()
    if (megabytes === undefined) return
    const next = nextLevel(level, megabytes)
    if (next === level) return
    if (next === 'full') {
      printWarning(
        `DATA_DIR: the disk of ${folder} is full (${megabytes} MB are free): nothing can be stored until there is space; it goes on by itself then.`,
      )
    } else if (next === 'low' && level === 'enough') {
      printWarning(`DATA_DIR: the disk of ${folder} is nearly full: ${megabytes} MB are free.`)
    } else {
      print(`DATA_DIR: the disk of ${folder} has space again: ${megabytes} MB are free.`)
    }
    level = next
  }
  function read() {
    try {
      return free(folder)
    } catch {
      // The file system does not answer at the moment; the next check asks again.
      return undefined
    }
  }
  check()
  const timer = setInterval(check, everyMs)
  timer.unref()
  return { check, stop: () => clearInterval(timer) }
}

/** @param {Level} level @param {number} megabytes @returns {Level} */
function nextLevel(level, megabytes) {
  const full = LEVELS.full * (level === 'full' ? MARGIN : 1)
  const low = LEVELS.low * (level === 'enough' ? 1 : MARGIN)
  return megabytes < full ? 'full' : megabytes < low ? 'low' : 'enough'
}
