import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync, chownSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { Failure } from '../failure.mjs'
import { print, withProgress } from '../output.mjs'
import { accountFor, canEnter } from '../postgres/account.mjs'
import { restoreCommand } from '../postgres/archive.mjs'
import { findBinaries } from '../postgres/binaries.mjs'
import { ensurePassword, ROLE, ROLE_STATEMENTS, runSingleUser } from '../postgres/create.mjs'
import { launch, shutDown } from '../postgres/launch.mjs'
import { locate } from '../postgres/location.mjs'
import { writeMachineFile } from '../postgres/machine-file.mjs'
import { findPostmaster } from '../postgres/pidfile.mjs'
import { choosePort } from '../postgres/port.mjs'
import { requireSpace } from '../postgres/space.mjs'
import { copyFile, privateFolder, syncAll, syncName } from './copy.mjs'
import { basesIn, logIn, picturesIn, readBases, writeWhole } from './folder.mjs'
import { copyPictures } from './pictures.mjs'
import { megabytes, progress } from './progress.mjs'
import { restoreMark } from './restore-mark.mjs'

/**
 * @typedef {object} Swap
 * @property {string} draft the restored folder
 * @property {string} place where the draft is moved; the folder there before is moved to `previous`
 * @property {string} previous
 */

/**
 * Restores the database and the pictures into a data folder that is not in use. Existing data stays in place until the
 * copy has been replayed, checked and analysed. A run that is killed completes when it is started again.
 * @param {{ dataDir: string, from: string, at: Date | undefined }} options `at`: undefined means the latest state
 */
export async function restore({ dataDir, from, at }) {
  const { home, cluster } = locate(dataDir)
  const mark = restoreMark(dataDir)
  const storage = join(dataDir, 'storage')
  /** @type {Swap[]} */
  const swaps = [
    { draft: `${cluster}.restored`, place: cluster, previous: `${cluster}.previous` },
    { draft: `${storage}.restored`, place: storage, previous: `${storage}.previous` },
  ]
  if (existsSync(mark)) print('Going on with the restore that was broken off.')
  else {
    for (const { draft } of swaps) await discard(draft)
    await prepare({ home, from, at, draft: `${cluster}.restored`, pictures: `${storage}.restored` })
    writeWhole(mark, { from, at: at?.toISOString() })
  }
  // The database may still run after its launcher was killed.
  await stopIn(cluster)
  for (const swap of swaps) exchange(swap)
  rmSync(mark, { force: true })
  const aside = swaps.map(({ previous }) => previous).filter((path) => existsSync(path))
  print(
    aside.length === 0
      ? 'Restored.'
      : `Restored. What was there is in ${aside.join(' and ')}; remove it when all is well.`,
  )
}

/** @param {string} cluster */
async function stopIn(cluster) {
  const running = existsSync(cluster) ? findPostmaster(cluster) : undefined
  if (running !== undefined) await shutDown(running.pid)
}

/** Removes the draft of a killed run and stops its database. @param {string} draft */
async function discard(draft) {
  await stopIn(draft)
  rmSync(draft, { recursive: true, force: true })
}

/** Moves a draft into its place; idempotent. @param {Swap} swap */
function exchange({ draft, place, previous }) {
  if (!existsSync(draft)) return
  if (existsSync(place)) {
    rmSync(previous, { recursive: true, force: true })
    renameSync(place, previous)
  }
  renameSync(draft, place)
  syncName(place)
}

/** @param {{ home: string, from: string, at: Date | undefined, draft: string, pictures: string }} options */
async function prepare({ home, from, at, draft, pictures }) {
  const base = choose(from, at)
  const account = accountFor(draft)
  if (!canEnter(account, logIn(from)))
    throw new Failure(`--from: PostgreSQL runs as a user of its own, who cannot go into ${logIn(from)}.`)
  requireSpace(dirname(draft), Math.ceil((base.bytes * 1.2) / 1024 / 1024))
  await copyBack(join(basesIn(from), base.name), draft, base, account)
  const binaries = findBinaries(account)
  const { password } = ensurePassword(home)
  const options = { home, cluster: draft, binaries, account }
  await withProgress(`Replaying the log until ${at?.toISOString() ?? 'its end'}`, () => replay(options, from, at))
  await runSingleUser({ ...options }, [`ALTER ROLE ${ROLE} PASSWORD '${password}'`, ...ROLE_STATEMENTS])
  privateFolder(pictures)
  print('Copying the pictures …')
  const copied = await copyPictures(picturesIn(from), pictures)
  syncAll(pictures)
  const port = await choosePort(home)
  writeMachineFile(draft, account)
  const database = await start(options, port)
  try {
    const client = new pg.Client({
      connectionString: `postgres://${ROLE}:${password}@127.0.0.1:${port}/${ROLE}`,
      application_name: 'restore',
    })
    await client.connect()
    await withProgress('Analysing', () => client.query('analyze'))
    await report(client, pictures, copied, at)
    await client.end()
  } finally {
    await shutDown(database.pid)
  }
}

/** @param {string} from @param {Date | undefined} at */
function choose(from, at) {
  const bases = readBases(from)
  const base = bases.findLast(({ finishedAt }) => at === undefined || new Date(finishedAt) <= at)
  if (base !== undefined) return base
  if (bases[0] === undefined) throw new Failure(`--from: ${from} has no backup that is whole.`)
  throw new Failure(`--at: the oldest backup in ${from} is of ${bases[0].finishedAt}; choose a later time.`)
}

/**
 * @param {string} from @param {string} draft @param {import('./folder.mjs').Manifest} base
 * @param {import('../postgres/account.mjs').Account} account
 */
async function copyBack(from, draft, { name, files, folders, bytes }, account) {
  print(`Copying ${megabytes(bytes)} of ${name} …`)
  const add = progress('copied', bytes)
  privateFolder(draft, account)
  for (const folder of folders) privateFolder(join(draft, folder), account)
  for (const [path, wanted] of Object.entries(files)) {
    const copied = await copyFile(join(from, path), join(draft, path), account)
    if (copied === undefined || copied.sha256 !== wanted.sha256)
      throw new Failure(`${join(from, path)} is ${copied ? 'damaged' : 'missing'}: choose another backup with --at.`)
    add(copied.bytes)
  }
  syncAll(draft)
}

/** @typedef {{ home: string, cluster: string, binaries: import('../postgres/binaries.mjs').Binaries, account: import('../postgres/account.mjs').Account }} Where */

/**
 * Makes PostgreSQL replay the log up to a time, and stops it.
 * @param {Where} where
 * @param {string} from
 * @param {Date | undefined} at
 */
async function replay(where, from, at) {
  const { cluster, account } = where
  const automatic = join(cluster, 'postgresql.auto.conf')
  const before = readFileSync(automatic, 'utf8')
  const settings = {
    restore_command: restoreCommand(from),
    recovery_target_timeline: 'latest',
    recovery_target_action: 'promote',
    // Connections are refused until the server is promoted, so that a connection means that the replay is complete.
    hot_standby: 'off',
    // When PostgreSQL reads this setting, it has not loaded the names of time zones yet.
    ...(at === undefined ? {} : { recovery_target_time: at.toISOString().replace('Z', '+00') }),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  writeFileSync(automatic, `${before}\n${lines.join('\n')}\n`)
  writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  if (account !== undefined) chownSync(join(cluster, 'recovery.signal'), account.uid, account.gid)
  writeMachineFile(cluster, account)
  try {
    const { pid } = await start(where, await choosePort(where.home))
    await shutDown(pid)
  } catch (error) {
    if (error instanceof Failure && /recovery ended before configured recovery target was reached/.test(error.message))
      throw new Failure(
        `--at: the log that was copied ends before ${at?.toISOString()}; leave --at out for its last state.`,
        { cause: error },
      )
    throw error
  }
  writeFileSync(automatic, before)
}

/** @param {Where} where @param {number} port */
async function start({ cluster, binaries, account }, port) {
  const outcome = await launch({ cluster: realpathSync(cluster), binaries, account, port, fast: false })
  if (typeof outcome !== 'object') throw new Failure('The restored database did not start: its port was taken; repeat.')
  return outcome
}

/**
 * Prints what was restored and what is missing.
 * @param {pg.Client} client
 * @param {string} pictures
 * @param {number} copied
 * @param {Date | undefined} at
 */
async function report(client, pictures, copied, at) {
  const { rows } = await client.query("select to_regclass('member_photos') is not null as has")
  if (!rows[0].has) return
  const { rows: photos } = await client.query('select storage_key as key from member_photos order by created_at')
  const missing = photos.filter(({ key }) => !existsSync(join(pictures, ...String(key).split('/'))))
  print(`${copied} pictures, ${photos.length} of them members' photos`)
  if (missing.length > 0)
    print(
      `! ${missing.length} photos were stored${at === undefined ? '' : ' before that time and'} after the last copy of the pictures: they are not there.`,
    )
}
