import { closeSync, fstatSync, renameSync, writeSync } from 'node:fs'
import { openLog } from '../support/data-folder.mjs'
import { print, printWarning } from '../support/output.mjs'

/** The time between two attempts to write after a failure. */
const RETRY_MS = 1000
/** The size in bytes beyond which a file is rotated; one older file is kept. */
const ROTATE_BYTES = 50_000_000

/**
 * A log whose failures do not stop the writer. While it cannot be written (the disk is full), lines are dropped and
 * counted; the failure and the recovery are each printed once.
 * @param {string} file
 * @param {{ now?: () => number }} [options]
 * @returns {{ write: (line: string) => void, close: () => void }}
 */
export function openLogFile(file, { now = Date.now } = {}) {
  /** @type {number | undefined} */
  let handle
  let size = 0
  let leftOut = 0
  let retryAt = 0

  function open() {
    handle = openLog(file)
    size = fstatSync(handle).size
    // A truncated line must not be joined with the next one.
    if (leftOut > 0) writeSync(handle, '\n')
  }

  function close() {
    if (handle !== undefined) closeSync(handle)
    handle = undefined
  }

  /** @param {string} line */
  function append(line) {
    if (handle === undefined) open()
    if (size > ROTATE_BYTES) {
      close()
      renameSync(file, `${file}.1`)
      open()
    }
    const bytes = Buffer.from(`${line}\n`)
    let written = 0
    while (handle !== undefined && written < bytes.length) written += writeSync(handle, bytes, written)
    size += bytes.length
  }

  return {
    write(line) {
      if (leftOut > 0 && now() < retryAt) {
        leftOut += 1
        return
      }
      try {
        append(line)
        if (leftOut > 0) print(`${file} is written again; ${leftOut} lines are missing.`)
        leftOut = 0
      } catch (error) {
        if (leftOut === 0)
          printWarning(`${file} cannot be written (${reason(error)}): lines are left out until it can be.`)
        leftOut += 1
        retryAt = now() + RETRY_MS
        close()
      }
    },
    close,
  }
}

/** @param {unknown} error */
function reason(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
  if (code === 'ENOSPC') return 'the disk is full'
  if (code === 'EDQUOT') return 'the disk’s quota is used up'
  return message
}
