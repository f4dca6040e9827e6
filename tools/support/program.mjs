import { spawn } from 'node:child_process'
import { root } from './paths.mjs'
import { stopRequest } from './stop-request.mjs'

/**
 * Runs a file under this Node with our terminal, in the project's folder, and stops it when this process has to stop.
 * @param {string} file @param {string[]} args @param {Record<string, string>} env added to our environment
 * @param {string[]} [options] for Node itself
 * @returns {Promise<number>} its exit code
 */
export function runProgram(file, args, env, options = []) {
  const child = spawn(process.execPath, [...options, file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  void stopRequest().then(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
