import { spawn } from 'node:child_process'
import { MEMORY_ENV, NODE_FLAGS } from '../support/memory.mjs'
import { root } from '../support/paths.mjs'
import { endsWithin } from '../postgres/launch.mjs'

const STOP_WITH_LAUNCHER = new URL('stop-with-launcher.mjs', import.meta.url).href

/**
 * @typedef {object} Child
 * @property {number} pid
 * @property {Promise<string>} ended resolves with a readable description of how it ended
 * @property {(timeoutMs: number) => Promise<void>} stop asks it to end, and kills it after `timeoutMs`
 */

/**
 * Starts one of our programs. The terminal's Ctrl-C does not reach it, so that the launcher can stop programs in order.
 * @param {{ entry: string, args?: string[], env: Record<string, string>, stdout: import('node:child_process').StdioPipe | number | 'inherit',
 *   stderr: import('node:child_process').StdioPipe | number | 'inherit', onSpawn?: (child: import('node:child_process').ChildProcess) => void }} options
 * @returns {Child}
 */
export function startChild({ entry, args = [], env, stdout, stderr, onSpawn }) {
  const child = spawn(process.execPath, [...NODE_FLAGS, '--import', STOP_WITH_LAUNCHER, entry, ...args], {
    cwd: root,
    env: { ...MEMORY_ENV, ...process.env, ...env },
    detached: true,
    stdio: ['ignore', stdout, stderr, 'ipc'],
  })
  onSpawn?.(child)
  const { pid } = child
  if (pid === undefined) throw new Error(`${entry} could not be started`)
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : signal))
  })
  return {
    pid,
    ended,
    stop: async (timeoutMs) => {
      child.kill('SIGTERM')
      if (!(await endsWithin(pid, timeoutMs))) child.kill('SIGKILL')
      await ended
    },
  }
}
