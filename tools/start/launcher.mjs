import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, folderFailure } from '../support/failure.mjs'
import { ensureInstalled } from '../support/install.mjs'
import { accountFor } from '../postgres/account.mjs'
import { clusterBelow } from '../postgres/location.mjs'
import { print, printJson } from '../support/output.mjs'
import { stopRequest } from '../support/stop-request.mjs'
import { ensureWebBuilt, requireWebBuilt } from '../support/web-build.mjs'
import { requireAnswering, requireFree, requirePostgres } from './addresses.mjs'
import { lockDataFolder } from './data-folder-lock.mjs'
import { stopOrphans, clearChildren } from './orphans.mjs'
import { ENTRIES, programs } from './programs.mjs'
import { becomesReady } from './ready.mjs'
import { ensureSecret } from './secret.mjs'
import { watchSpace } from './space-watch.mjs'
import { demoOutput } from './server-output.mjs'
import { readSettings } from './settings.mjs'

/** @typedef {import('./settings.mjs').Settings} Settings */
/** @typedef {{ stop: (timeoutMs: number) => Promise<void> }} Part */

/**
 * The work that has to be done before the programs run. The database and the sandbox only need the packages, so they
 * start while the pages are built.
 * @typedef {object} Preparation
 * @property {() => Promise<void>} install
 * @property {(settings: Pick<Settings, 'production'>) => Promise<void>} build
 */

/** @type {Preparation} */
const PREPARATION = {
  install: ensureInstalled,
  build: ({ production }) => (production ? requireWebBuilt() : ensureWebBuilt()),
}

/** The time that a program gets in addition to its shutdown time-out before it is killed. */
const STOP_MARGIN_MS = 5000

/**
 * `npm start` and `npm run serve`: starts everything in order, and stops it in the opposite order.
 * @param {string[]} args @param {{ entries: import('./programs.mjs').Entries, preparation: Preparation }} [what] tests of the
 *   launcher give it other programs
 * @returns {Promise<number>} exit code
 */
export async function launch(args, { entries, preparation } = { entries: ENTRIES, preparation: PREPARATION }) {
  if (args.includes('--production')) printJson()
  const settings = readSettings(args, process.env)
  const stopped = stopRequest()
  const { dataDir, databaseUrl } = settings
  const cluster = clusterBelow(dataDir)
  // An existing embedded database keeps access to its files even while another database is used.
  const account = databaseUrl === undefined || existsSync(cluster) ? accountFor(cluster) : undefined
  const stopMs = settings.shutdownTimeoutMs + STOP_MARGIN_MS
  const held = await lockDataFolder(dataDir, account, 2 * stopMs, settings.instance)
  try {
    await stopOrphans(settings, stopMs)
    await requireAddresses(settings)
    if ((await Promise.race([preparation.install().then(() => 'installed'), stopped])) !== 'installed') return 0
    await run(settings, entries, () => preparation.build(settings), stopped, held.stopping)
    return 0
  } catch (error) {
    throw folderFailure(error, 'DATA_DIR', settings.dataDir) ?? error
  } finally {
    held.release()
  }
}

/** @param {Settings} settings */
async function requireAddresses({ production, host, port, sandboxPort, smtpPort, databaseUrl, brokerUrl }) {
  await requireFree('PORT', port, host)
  if (!production) {
    await requireFree('SANDBOX_PORT', sandboxPort, 'localhost')
    await requireFree('SANDBOX_SMTP_PORT', smtpPort, '127.0.0.1')
  }
  await requirePostgres(databaseUrl)
  await requireAnswering('BROKER_URL', brokerUrl, 6379)
}

/**
 * Runs the installation; resolves when everything has stopped.
 * @param {Settings} settings @param {import('./programs.mjs').Entries} entries @param {() => Promise<void>} build
 * @param {Promise<unknown>} stopped @param {() => void} onStopping
 */
async function run(settings, entries, build, stopped, onStopping) {
  /** @type {Part[]} */
  const parts = []
  const space = watchSpace(settings.dataDir)
  const ending = new AbortController()
  void stopped.then(() => ending.abort())
  try {
    await bringUp(settings, entries, build, parts, ending.signal)
    await stopped
  } finally {
    space.stop()
    onStopping()
    if (ending.signal.aborted) print('Stopping …')
    // Stops in reverse order, so that the database is stopped last.
    for (const part of parts.toReversed()) await part.stop(settings.shutdownTimeoutMs + STOP_MARGIN_MS)
    clearChildren(settings)
  }
}

/**
 * @param {Settings} settings @param {import('./programs.mjs').Entries} entries @param {() => Promise<void>} build
 * @param {Part[]} parts @param {AbortSignal} signal
 */
async function bringUp(settings, entries, build, parts, signal) {
  const make = programs(settings, entries)
  /** @template {Part} T @param {T} part */
  const up = (part) => {
    parts.push(part)
    return part
  }

  const built = build()
  // The build is awaited below; until then, its failure must not count as an unhandled rejection.
  built.catch(() => undefined)
  const { databaseUrl = '' } = settings
  const database = settings.databaseUrl === undefined ? up(await make.database()) : undefined
  database?.restartOnExit()
  if (signal.aborted) return
  if (!settings.production) up(await make.sandbox()).restartOnExit()
  await Promise.race([built, new Promise((resolve) => signal.addEventListener('abort', resolve))])
  if (signal.aborted) return
  const output = demoOutput(join(settings.dataDir, 'logs/server.log'))
  const secret = ensureSecret(settings.dataDir, process.env['SECRET_KEY'])
  const server = up(
    await make.server({ databaseUrl: () => database?.current().url ?? databaseUrl, secret, attach: output.attach }),
  )

  const gaveUp = new AbortController()
  const ready = becomesReady({
    host: settings.host,
    port: settings.port,
    signal: AbortSignal.any([signal, gaveUp.signal]),
  })
  const outcome = await Promise.race([ready, server.current().ended])
  gaveUp.abort()
  if (outcome === true)
    print(`Incontro is ready: ${settings.production ? `port ${settings.port}` : `http://localhost:${settings.port}`}`)
  output.release()
  if (typeof outcome === 'string' && !signal.aborted)
    throw new Failure(`The server ended before it was ready (${outcome}); what it said is above.`)
  server.restartOnExit()
}
