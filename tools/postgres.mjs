import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareDataFolder } from './support/data-folder.mjs'
import { Failure, folderFailure } from './support/failure.mjs'
import { lock } from './support/file-lock.mjs'
import { accountFor, isRoot } from './postgres/account.mjs'
import { findBinaries } from './postgres/binaries.mjs'
import { createCluster, ensurePassword, ROLE, ROLE_STATEMENTS, runSingleUser } from './postgres/create.mjs'
import { launch, shutDown } from './postgres/launch.mjs'
import { clusterBelow, locate, restoredCluster } from './postgres/location.mjs'
import { logFolder } from './postgres/log.mjs'
import { writeMachineFile } from './postgres/machine-file.mjs'
import { answers, findPostmaster } from './postgres/pidfile.mjs'
import { choosePort } from './postgres/port.mjs'
import { LASTING_ARGUMENTS } from './postgres/settings.mjs'
import { requireSpace } from './postgres/space.mjs'
import { commandLine, isAlive } from './support/process-identity.mjs'

/** The version of PostgreSQL that is embedded. */
export const MAJOR = '18'

/**
 * A running embedded database.
 * @typedef {object} Database
 * @property {string} url connects as the application's role to its database
 * @property {number} port on 127.0.0.1
 * @property {number} pid of the postmaster
 * @property {boolean} adopted whether it was already running before this call
 * @property {Promise<void>} exited resolves when it ends, for any reason
 * @property {() => Promise<void>} stop fast shutdown; resolves when the process has ended
 */

/**
 * Starts the embedded PostgreSQL of a data folder, or adopts the one that already runs there. Its files are
 * `postgres/password` (0600), `postgres/port`, `postgres/cluster` (or `postgres/location`, which names the path of the
 * cluster if the system's postgres user has no access below the data folder) and `log` beside the cluster.
 * @param {{ dataDir: string, log?: (line: string) => void, fast?: boolean, settings?: Record<string, string> }} options
 *   `fast`: data does not survive a power cut; for throw-away clusters. `settings`: instead of the usual ones
 * @returns {Promise<Database>}
 * @throws {Failure} with the reason in one sentence
 */
export async function startPostgres({ dataDir, log = () => undefined, fast = false, settings = {} }) {
  const folder = resolve(dataDir)
  const { home, cluster } = prepareFolder(folder)
  if (existsSync(restoredCluster(cluster)))
    throw new Failure(`DATA_DIR: a restore of ${folder} was broken off: run the same npm run restore again first.`)
  const held = await lock(join(home, 'starting'), 60_000)
  if ('holder' in held)
    throw new Failure(`DATA_DIR: process ${held.holder.pid} has been starting the database of ${folder} for a minute.`)
  try {
    return await start({ folder, home, cluster, log, fast, settings })
  } catch (error) {
    throw folderFailure(error, 'DATA_DIR', folder) ?? error
  } finally {
    held.release()
  }
}

/** @param {string} folder */
function prepareFolder(folder) {
  try {
    prepareDataFolder(folder, accountFor(clusterBelow(folder)))
  } catch (error) {
    throw folderFailure(error, 'DATA_DIR', folder) ?? error
  }
  return locate(folder)
}

/** @param {{ folder: string, home: string, cluster: string, log: (line: string) => void, fast: boolean,
 *   settings: Record<string, string> }} options */
async function start({ folder, home, cluster, log, fast, settings }) {
  const fresh = !existsSync(cluster)
  if (!fresh) requireOurs(folder, cluster)
  const account = accountFor(cluster)
  const binaries = findBinaries(account)
  const { password, isNew } = ensurePassword(home)
  if (fresh) {
    requireSpace(dirname(cluster), 500)
    log('Making the database')
    await createCluster({ cluster, binaries, account, password, fast })
  } else {
    const running = await adopt(home, cluster, log)
    if (running !== undefined && !isNew) return describe({ ...running, password, adopted: true })
    if (running !== undefined) await shutDown(running.pid)
    requireSpace(cluster, 100)
    const statements = [
      ...(isNew ? [`ALTER ROLE ${ROLE} PASSWORD '${password}'`] : []),
      ...(hasRoleStatements(home) ? [] : ROLE_STATEMENTS),
    ]
    if (statements.length > 0) await runSingleUser({ binaries, account, cluster }, statements)
  }
  writeMachineFile(cluster, account)
  if (!hasRoleStatements(home)) writeFileSync(roleStamp(home), ROLE_STATEMENTS.join('\n'), { mode: 0o600 })
  return describe({
    ...(await launchOnFreePort({ home, cluster: realpathSync(cluster), binaries, account, fast, settings })),
    password,
    adopted: false,
  })
}

/** The file that records which statements were run for the role. @param {string} home */
function roleStamp(home) {
  return join(home, 'role')
}

/** @param {string} home */
function hasRoleStatements(home) {
  return existsSync(roleStamp(home)) && readFileSync(roleStamp(home), 'utf8') === ROLE_STATEMENTS.join('\n')
}

/** @param {string} folder @param {string} cluster */
function requireOurs(folder, cluster) {
  if (!isRoot() && statSync(cluster).uid !== process.getuid?.()) {
    throw new Failure(
      `DATA_DIR: the database in ${folder} belongs to another user; start as that user or as root, or choose another folder.`,
    )
  }
  const version = join(cluster, 'PG_VERSION')
  if (!existsSync(version)) throw new Failure(`DATA_DIR: ${cluster} is not a database folder.`)
  const major = readFileSync(version, 'utf8').trim()
  if (major !== MAJOR)
    throw new Failure(
      `DATA_DIR: the database in ${folder} was made by PostgreSQL ${major}; this version runs PostgreSQL ${MAJOR}.`,
    )
}

/**
 * Adopts a postmaster that is still running after its launcher ended, if it answers and has the current settings.
 * @param {string} home @param {string} cluster @param {(line: string) => void} log
 * @returns {Promise<{ pid: number, port: number, exited: Promise<void> } | undefined>}
 */
async function adopt(home, cluster, log) {
  const found = findPostmaster(cluster)
  if (found === undefined) return undefined
  const command = commandLine(found.pid)
  if (!hasRoleStatements(home) || !LASTING_ARGUMENTS.every((argument) => command.includes(argument))) {
    log('The database of the last run has other settings: starting it again')
    await shutDown(found.pid)
    return undefined
  }
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const said = findPostmaster(cluster)
    if (said === undefined) return undefined
    if (said.status === 'ready' && (await answers(said.port)))
      return { pid: said.pid, port: said.port, exited: watch(said.pid) }
    if (said.status === 'ready') break
    await sleep(50)
  }
  log('The database of the last run does not answer: starting it again')
  await shutDown(found.pid)
  return undefined
}

/** @param {number} pid @returns {Promise<void>} */
function watch(pid) {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return
      clearInterval(timer)
      resolve()
    }, 500)
    timer.unref()
  })
}

/** @param {Omit<Parameters<typeof launch>[0], 'port'> & { home: string }} options */
async function launchOnFreePort({ home, ...options }) {
  const end = Date.now() + 20_000
  for (;;) {
    const port = await choosePort(home)
    const outcome = await launch({ ...options, port })
    if (typeof outcome === 'object') return { ...outcome, port }
    if (Date.now() > end) throw new Failure(`The database did not start; its log is in ${logFolder(options.cluster)}.`)
    await sleep(200)
  }
}

/** @param {{ pid: number, port: number, exited: Promise<void>, password: string, adopted: boolean }} running @returns {Database} */
function describe({ pid, port, exited, password, adopted }) {
  const url = `postgres://${ROLE}:${password}@127.0.0.1:${port}/${ROLE}`
  return { url, port, pid, adopted, exited, stop: () => shutDown(pid) }
}
