import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { commandLine, isAlive } from '../support/process-identity.mjs'

/**
 * @typedef {{ pid: number, port: number, status: string }} Postmaster the content of `postmaster.pid`; `status` as
 *   pg_ctl reads it
 */

/**
 * The postmaster of a cluster, if it runs. A stale file whose process id now belongs to another program is removed,
 * since PostgreSQL would mistake that program for a postmaster and refuse to start. PostgreSQL handles other stale
 * files itself.
 * @param {string} cluster
 * @returns {Postmaster | undefined}
 */
export function findPostmaster(cluster) {
  const said = readPidFile(cluster)
  if (said === undefined || !isAlive(said.pid)) return undefined
  if (isPostmasterOf(cluster, said.pid)) return said
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return undefined
}

/**
 * @param {string} cluster
 * @returns {Postmaster | undefined}
 */
export function readPidFile(cluster) {
  let lines
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined
    throw error
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() }
}

/** @param {string} cluster @param {number} pid */
function isPostmasterOf(cluster, pid) {
  const command = commandLine(pid)
  return command.includes('postgres') && command.includes(realpathSync(cluster))
}

/**
 * Whether a server with PostgreSQL's protocol answers, which replies to a request for TLS with one letter.
 * @param {number} port @param {number} [timeoutMs] milliseconds @param {string} [host]
 * @returns {Promise<boolean>}
 */
export function answers(port, timeoutMs = 3000, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    const finish = (/** @type {boolean} */ yes) => {
      socket.destroy()
      resolve(yes)
    }
    socket.setTimeout(timeoutMs, () => finish(false))
    // The reason does not matter: there is no answer.
    socket.once('error', () => finish(false))
    socket.once('close', () => finish(false))
    socket.once('data', (reply) => finish(reply[0] === 0x4e || reply[0] === 0x53))
    socket.once('connect', () => socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])))
  })
}
