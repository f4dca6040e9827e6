import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { passageFolder } from '../support/data-folder.mjs'
import { Failure } from '../support/failure.mjs'
import { print, withProgress } from '../support/output.mjs'
import { accountFor } from '../postgres/account.mjs'
import { findBinaries } from '../postgres/binaries.mjs'
import { ensurePassword, ROLE, ROLE_STATEMENTS, runSingleUser } from '../postgres/create.mjs'
import { shutDown } from '../postgres/launch.mjs'
import { locate } from '../postgres/location.mjs'
import { writeMachineFile } from '../postgres/machine-file.mjs'
import { findPostmaster } from '../postgres/pidfile.mjs'
import { requireSpace } from '../postgres/space.mjs'
import { syncName } from './disk.mjs'
import { completeUntil, foreignSettings, replay, start, unpack } from './replay.mjs'

/** @typedef {import('./backups.mjs').DatabaseCopy} DatabaseCopy */
/** @typedef {import('./backups.mjs').Backup} Backup */
/** @typedef {import('./restore.mjs').Restore} Restore */

/** Stops the database of a cluster, if it runs. @param {string} cluster */
export async function stopIn(cluster) {
  const running = existsSync(cluster) ? findPostmaster(cluster) : undefined
  if (running !== undefined) await shutDown(running.pid)
}

/** Removes the draft of a killed run and stops its database. @param {string} draft */
export async function discard(draft) {
  await stopIn(draft)
  rmSync(draft, { recursive: true, force: true })
}

/**
 * Restores the embedded database beside the one that is there.
 * @param {Restore} options @param {readonly Backup[]} backups @param {DatabaseCopy} copy @param {string} draft
 * @returns {Promise<string[]>} the files that its rows name
 */
export async function restoreHere({ dataDir, from, at }, backups, copy, draft) {
  const { home } = locate(dataDir)
  const account = accountFor(draft)
  const { password } = ensurePassword(home)
  const where = { home, cluster: draft, binaries: findBinaries(account), account, settings: {} }
  requireSpace(dirname(draft), Math.ceil((copy.bytes * 1.2) / 1024 / 1024))
  const databases = from.part('databases')
  await unpack(databases, copy, where)
  writeMachineFile(draft, account)
  await replay(databases, copy, where, at, await completeUntil(databases, backups, copy.name))
  await runSingleUser(where, [`ALTER ROLE ${ROLE} PASSWORD '${password}'`, ...ROLE_STATEMENTS])
  return analyse(where, copy, { user: ROLE, password })
}

/**
 * Restores the database of another server into a folder, from which that server can be started.
 * @param {Restore} options @param {readonly Backup[]} backups @param {DatabaseCopy} copy
 * @returns {Promise<string[]>} the files that its rows name
 */
export async function restoreAside({ from, at, into = '' }, backups, copy) {
  const { name } = copy
  const place = join(into, name)
  const record = join(into, `${name}.json`)
  const wanted = JSON.stringify({ from: from.place, at })
  if (existsSync(place)) {
    const before = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : undefined
    if (before?.wanted !== wanted)
      throw new Failure(`--into: ${place} is there already; choose another folder, or remove it.`)
    print(`Database ${name} is restored in ${place} already.`)
    return /** @type {string[]} */ (before.files)
  }
  const draft = `${place}.restored`
  const account = accountFor(place)
  passageFolder(into, account)
  await discard(draft)
  requireSpace(into, Math.ceil((copy.bytes * 1.2) / 1024 / 1024))
  const databases = from.part('databases')
  const binaries = findBinaries(account)
  const { settings, remove } = foreignSettings(draft, account)
  const where = { home: into, cluster: draft, binaries, account, settings }
  await unpack(databases, copy, where)
  await replay(databases, copy, where, at, await completeUntil(databases, backups, name))
  const [user, password] = ['incontro_restore', randomBytes(24).toString('base64url')]
  await runSingleUser(where, [`CREATE ROLE ${user} SUPERUSER LOGIN PASSWORD '${password}'`], settings)
  const files = await analyse(where, copy, { user, password })
  await runSingleUser(where, [`DROP ROLE ${user}`], settings)
  remove()
  rmSync(join(into, 'port'), { force: true })
  writeFileSync(record, JSON.stringify({ wanted, files }), { mode: 0o600 })
  renameSync(draft, place)
  syncName(place)
  print(`Database ${name} is restored in ${place}: start its PostgreSQL 18 there.`)
  return files
}

/**
 * Collects the statistics of a restored server.
 * @param {import('./replay.mjs').Where} where @param {DatabaseCopy} copy
 * @param {{ user: string, password: string }} as
 * @returns {Promise<string[]>} the files that its rows name
 */
async function analyse(where, { name, serves }, { user, password }) {
  const running = await start(where)
  const files = []
  try {
    for (const { database } of serves) {
      const { port } = running
      const client = new pg.Client({ host: '127.0.0.1', port, user, password, database, application_name: 'restore' })
      await client.connect()
      await withProgress(`Analysing database ${name}`, () => client.query('analyze'))
      const { rows: tables } = await client.query(
        "select quote_ident(table_name) as name from information_schema.columns where table_schema = 'public' and column_name = 'storage_key'",
      )
      for (const table of tables) {
        const { rows } = await client.query(
          `select storage_key as key from ${table.name} where storage_key is not null`,
        )
        for (const { key } of rows) files.push(String(key))
      }
      await client.end()
    }
    return files
  } finally {
    await shutDown(running.pid)
  }
}
