import { spawn } from 'node:child_process'
import { existsSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { Failure } from './failure.mjs'
import { makeFolder } from './folder.mjs'
import { root } from './paths.mjs'

/*
 * npm always runs under the same Node as this program, regardless of its shebang line, so that install scripts of
 * packages run under the Node that later uses them.
 */

const LOG = join(root, '.runtime', 'npm.log')

/** Options that override the machine's configuration and limit the time spent on an unreachable network. */
const OPTIONS = [
  '--ignore-scripts=false',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--prefer-offline',
  '--fetch-retries=3',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=8000',
]

/**
 * @param {string[]} args @param {{ cwd: string }} options
 * @returns {Promise<void>}
 * @throws {Failure} with the reason in one sentence; npm's whole output is in `.runtime/npm.log`
 */
export async function npm(args, { cwd }) {
  let { code, output } = await runNpm([...args, ...OPTIONS], cwd)
  // If the registry lacks a package for another platform, the lock file does not contain it, and `npm ci` reports the
  // lock file as out of date. `install` takes the same versions with the same checksums, and --no-save leaves the file
  // unchanged.
  if (code !== 0 && args[0] === 'ci' && /npm error code EUSAGE/.test(output))
    ({ code, output } = await runNpm(['install', '--no-save', ...args.slice(1), ...OPTIONS], cwd))
  if (code === 0) return
  makeFolder(dirname(LOG))
  writeFileSync(LOG, output)
  throw new Failure(reason(output, args[0] ?? ''))
}

/**
 * What an npm command prints on its standard output.
 * @param {string[]} args @param {{ cwd: string }} options
 * @throws {Failure}
 */
export async function npmOutput(args, { cwd }) {
  const { code, output, printed } = await runNpm(args, cwd)
  if (code !== 0) throw new Failure(reason(output, args[0] ?? ''))
  return printed
}

/** @param {string} output @param {string} command */
function reason(output, command) {
  if (/ENOSPC/.test(output)) return 'The disk is full: npm could not install the packages.'
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network request/i.test(
      output,
    )
  ) {
    return 'The npm registry cannot be reached: the first start needs it once, to install the packages.'
  }
  if (/EACCES|EPERM|EROFS/.test(output))
    return `The project folder ${root} may not be written by this user: npm could not install the packages.`
  const reason = output.split('\n').find((line) => /^npm error (?!code|errno|syscall|A complete)/.test(line))
  return `npm ${command} failed${reason === undefined ? '' : `: ${reason.slice('npm error '.length).replace(/\.$/, '')}`}; all it said is in ${LOG}.`
}

/**
 * @param {string[]} args @param {string} cwd
 * @returns {Promise<{ code: number, output: string, printed: string }>} also when npm fails; `printed`: without its warnings
 */
function runNpm(args, cwd) {
  const [program, ...first] = command()
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` }
  // Variables that an outer npm set would configure the inner one.
  for (const name of Object.keys(env))
    if (/^npm_(config|package|lifecycle)/.test(name) && !/registry|cache|proxy|cafile/.test(name)) delete env[name]
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    process.once('exit', () => child.kill())
    let printed = ''
    child.stdout.on('data', (text) => (printed += text))
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.once('error', (error) =>
      reject(new Failure('npm was not found: install it together with Node.', { cause: error })),
    )
    child.once('close', (code) => resolve({ code: code ?? 1, output, printed }))
  })
}

/** @returns {[string, ...string[]]} */
function command() {
  const given = process.env['npm_execpath'] ?? ''
  if (basename(given) === 'npm-cli.js' && existsSync(given)) return [process.execPath, given]
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const file = join(folder, 'npm')
    if (!existsSync(file)) continue
    const real = realpathSync(file)
    // Only Debian's own Node finds the parts of Debian's npm; in that case the runtime includes an npm.
    if (real.endsWith('.js')) return [process.execPath, real]
  }
  return ['npm']
}
