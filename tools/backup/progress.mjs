import { print } from '../support/output.mjs'

/**
 * Prints the progress of some work every two seconds.
 * @param {string} what @param {number} total bytes
 * @returns {(bytes: number) => void} adds to the bytes done
 */
export function progress(what, total) {
  let done = 0
  let printed = performance.now()
  return (bytes) => {
    done += bytes
    if (performance.now() - printed < 2000) return
    printed = performance.now()
    print(`  ${what}: ${megabytes(done)} of ${megabytes(total)}, ${Math.floor((100 * done) / Math.max(1, total))} %`)
  }
}

/** @param {number} bytes */
export const megabytes = (bytes) => `${Math.ceil(bytes / 1024 / 1024)} MB`
