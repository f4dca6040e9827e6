import { spawn } from 'node:child_process'
import { dirname, delimiter } from 'node:path'
import { root } from './paths.mjs'

/**
 * Runs a program of a package in the project's folder and shows its output.
 * @param {string[]} args for this Node @param {{ quiet?: boolean, cwd?: string, env?: Record<string, string> }}
 *   [options]
 *   `quiet`: shows the output only after a failure; `env`: added to our environment
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null, output: string }>} `signal`: what ended it, if something
 *   did; `output` is empty unless `quiet` is set
 */
export function runNode(args, { quiet = false, cwd = root, env: added = {} } = {}) {
  const env = { ...process.env, ...added, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    const kill = () => child.kill()
    process.once('exit', kill)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      process.off('exit', kill)
      if (code !== 0) process.stdout.write(output)
      resolve({ code: code ?? 1, signal, output })
    })
  })
}
