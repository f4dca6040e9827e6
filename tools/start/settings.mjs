import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { Failure } from '../support/failure.mjs'
import { root } from '../support/paths.mjs'

/**
 * @typedef {object} Settings
 * @property {boolean} production
 * @property {number} port @property {string} host
 * @property {number} sandboxPort @property {number} smtpPort the ports are used in the demo only
 * @property {string} dataDir absolute
 * @property {number} shutdownTimeoutMs how long the server may take to finish its running work
 * @property {string | undefined} databaseUrl undefined for the embedded one @property {string | undefined} brokerUrl
 * @property {string | undefined} instance the port, if several processes may serve one installation from one data
 *   folder;
 *   each has its own lock and records there
 * @property {string[]} serverArgs the server's command line arguments
 */

/**
 * Reads the command line and the environment. An empty variable counts as not set.
 * @param {string[]} args @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 * @throws {Failure} that names the option or the variable
 */
export function readSettings(args, env) {
  const production = args.includes('--production')
  const serverArgs = args.filter((arg) => arg !== '--production')
  requireKnown(serverArgs, env, production)
  if (production) for (const name of ['SECRET_KEY', 'SMTP_URL']) requireGiven(name, env)
  if (production && !env['DATABASE_URL'])
    throw new Failure(
      'DATABASE_URL is not set: name a PostgreSQL 18 of your own, as in postgres://user:password@host/name, or write DATABASE_URL=embedded for the one that comes with Incontro and keeps its data in DATA_DIR (docs/install.md says when that is enough).',
    )
  const secret = env['SECRET_KEY'] ?? ''
  if (secret !== '' && secret.length < 32) throw new Failure('SECRET_KEY has fewer than 32 characters.')
  const port = readPort(env, 'PORT', 3000)
  const sandboxPort = readPort(env, 'SANDBOX_PORT', port + 1)
  const smtpPort = readPort(env, 'SANDBOX_SMTP_PORT', sandboxPort + 1 === port ? sandboxPort + 2 : sandboxPort + 1)
  if (!production) requireDifferent({ PORT: port, SANDBOX_PORT: sandboxPort, SANDBOX_SMTP_PORT: smtpPort })
  const databaseUrl =
    env['DATABASE_URL'] === 'embedded' ? undefined : readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const brokerUrl = readUrl(env, 'BROKER_URL', ['redis:', 'rediss:'])
  if (serverArgs.length > 0 && databaseUrl === undefined)
    throw new Failure('DATABASE_URL: processes with --roles share a PostgreSQL of your own, not the embedded one.')
  return {
    production,
    port,
    host: readHost(env),
    sandboxPort,
    smtpPort,
    shutdownTimeoutMs: readSeconds(env, 'SHUTDOWN_TIMEOUT_SECONDS', 10) * 1000,
    dataDir: resolve(root, env['DATA_DIR'] || 'data'),
    databaseUrl,
    brokerUrl,
    instance: production && databaseUrl !== undefined && brokerUrl !== undefined ? String(port) : undefined,
    serverArgs,
  }
}

/**
 * Refuses unknown options. The names of the roles are checked by the server.
 * @param {string[]} args @param {NodeJS.ProcessEnv} env @param {boolean} production
 */
function requireKnown(args, env, production) {
  // With `npm run serve --roles=web`, npm takes the option as its own, because it is not after `--`.
  if (env['npm_config_roles'] !== undefined)
    throw new Failure('--roles: npm hands on only what follows two dashes, as in npm run serve -- --roles=web.')
  for (const arg of args) {
    if (arg === '--roles')
      throw new Failure('--roles: an equals sign and the roles follow it, as in --roles=web,worker.')
    const isRoles = arg.startsWith('--roles=')
    if (isRoles && !production) throw new Failure('--roles: only npm run serve takes it, the demo is one process.')
    if (!isRoles)
      throw new Failure(
        `"${arg}" is not known here: ${production ? 'npm run serve takes --roles only' : 'npm start takes no options'}, the rest is set by the environment.`,
      )
  }
}

/** @param {string} name @param {NodeJS.ProcessEnv} env */
function requireGiven(name, env) {
  if (!env[name]) throw new Failure(`${name} is not set: npm run serve needs it, npm start is the demo and does not.`)
}

/** @param {NodeJS.ProcessEnv} env @param {string} name @param {number} usual */
function readPort(env, name, usual) {
  const text = env[name] || String(usual)
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new Failure(`${name}: "${text}" is not a port number between 1 and 65535.`)
}

/** @param {NodeJS.ProcessEnv} env @param {string} name @param {number} usual */
function readSeconds(env, name, usual) {
  const text = env[name] || String(usual)
  const seconds = Number(text)
  if (/^\d+$/.test(text) && seconds >= 1 && seconds <= 600) return seconds
  throw new Failure(`${name}: "${text}" is not a number of seconds between 1 and 600.`)
}

/** @param {Record<string, number>} ports */
function requireDifferent(ports) {
  const entries = Object.entries(ports)
  for (const [index, [name, port]] of entries.entries()) {
    const other = entries.slice(0, index).find(([, taken]) => taken === port)
    if (other !== undefined) throw new Failure(`${name} is ${port}, which ${other[0]} has already: choose another one.`)
  }
}

/** @param {NodeJS.ProcessEnv} env */
function readHost(env) {
  const host = env['HOST'] || 'localhost'
  if (isIP(host) !== 0 || /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*\.?$/i.test(host))
    return host
  throw new Failure(`HOST: "${host}" is not a host name or an address.`)
}

/** @param {NodeJS.ProcessEnv} env @param {string} name @param {string[]} protocols */
function readUrl(env, name, protocols) {
  const text = env[name]
  if (!text) return undefined
  const example = `${protocols[0]}//user:password@host/name`
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    // The value may contain a password, so it is not printed.
    throw new Failure(
      `${name} is not an address of the form ${example}. If its password contains one of # / ? @ %, percent-encode it: %23 %2F %3F %40 %25.`,
    )
  }
  return text
}
