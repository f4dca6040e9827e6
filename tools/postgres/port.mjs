import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Failure } from '../support/failure.mjs'

/** Below the range of ephemeral ports, so that no client connection takes the port between two starts. */
const RANGE = /** @type {const} */ ([20_000, 30_000])

/**
 * The port stored in `home/port`, or another free one if that is in use; the choice is stored.
 * @param {string} home
 */
export async function choosePort(home) {
  const file = join(home, 'port')
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (kept > 0 && (await isFree(kept, '127.0.0.1'))) return kept
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(...RANGE)
    if (!(await isFree(port, '127.0.0.1'))) continue
    writeFileSync(file, String(port))
    return port
  }
  throw new Failure(`No free port for the database between ${RANGE[0]} and ${RANGE[1]}.`)
}

/**
 * Whether a port can be listened on.
 * @param {number} port @param {string} [host] every address when absent
 * @returns {Promise<boolean>}
 */
export function isFree(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    // The port is in use or not allowed, so another one is tried.
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
