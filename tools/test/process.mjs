import { spawn } from 'node:child_process'
import { dirname, delimiter } from 'node:path'
import { root } from '../paths.mjs'

/**
 * Runs one of the packages' programs from the project's folder, showing what it says.
 * @param {string[]} args for this Node @param {{ quiet?: boolean, cwd?: string, env?: Record<string, string> }} [options] `quiet`: shown only when it fails;
 *   `env`: added to ours
 * @returns {Promise<{ code: number, output: string }>} `output` only when quiet
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
    child.once('close', (code) => {
      process.off('exit', kill)
      if (code !== 0) process.stdout.write(output)
      resolve({ code: code ?? 1, output })
    })
  })
}
