import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { startPostgres } from './postgres.mjs'

const asRoot = process.getuid?.() === 0

/** @type {(() => unknown)[]} */
const cleanUp = []
afterEach(async () => {
  for (const work of cleanUp.splice(0).toReversed()) await work()
})

function folder() {
  const made = mkdtempSync(join(tmpdir(), 'incontro-postgres-'))
  chmodSync(made, 0o755)
  cleanUp.push(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** @param {string} dataDir */
async function start(dataDir) {
  const database = await startPostgres({ dataDir, fast: true })
  cleanUp.push(() => database.stop())
  return database
}

/** @param {string} url @param {string} sql */
async function query(url, sql) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** @param {string} dataDir */
function pidFile(dataDir) {
  return join(dataDir, 'postgres/cluster/postmaster.pid')
}

describe('the embedded database', () => {
  test('keeps its data, port and password over a stop, and listens to this machine only', async () => {
    const dataDir = folder()
    const first = await start(dataDir)
    await query(first.url, "create table kept as select 'È' as letter")
    await first.stop()
    expect(existsSync(pidFile(dataDir))).toBe(false)

    const second = await start(dataDir)
    expect(second.url).toBe(first.url)
    expect(second.adopted).toBe(false)
    expect(await query(second.url, 'select lower(letter) as letter from kept')).toEqual([{ letter: 'è' }])
    expect(statSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600)
    expect(
      await query(
        second.url,
        "select current_setting('listen_addresses') as a, current_setting('server_version_num')::int / 10000 as v, usesuper from pg_user where usename = current_user",
      ),
    ).toEqual([{ a: '127.0.0.1', v: 18, usesuper: false }])
    await expect(query(second.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/)
  })

  test('is adopted while it runs, and recovers by itself after kill -9', async () => {
    const dataDir = folder()
    const first = await start(dataDir)
    await query(first.url, 'create table kept as select 1 as n')
    const adopted = await startPostgres({ dataDir })
    expect(adopted).toMatchObject({ adopted: true, pid: first.pid, url: first.url })

    process.kill(first.pid, 'SIGKILL')
    await first.exited
    const again = await start(dataDir)
    expect(again.adopted).toBe(false)
    expect(await query(again.url, 'select n from kept')).toEqual([{ n: 1 }])
  })

  test('is not kept from starting by a process that has the id of its dead predecessor', async () => {
    const dataDir = folder()
    await (await start(dataDir)).stop()
    const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' })
    cleanUp.push(() => stranger.kill('SIGKILL'))
    writeFileSync(
      pidFile(dataDir),
      `${stranger.pid}\n${join(dataDir, 'postgres/cluster')}\n1\n${readFileSync(join(dataDir, 'postgres/port'))}\n\n127.0.0.1\n\nready\n`,
    )
    expect((await start(dataDir)).adopted).toBe(false)
    expect(stranger.exitCode).toBeNull()
  })

  test('takes another port when its own is taken', async () => {
    const dataDir = folder()
    const first = await start(dataDir)
    await first.stop()
    const thief = createServer()
    await new Promise((resolve) => thief.listen(first.port, '127.0.0.1', () => resolve(undefined)))
    cleanUp.push(() => thief.close())
    const second = await start(dataDir)
    expect(second.port).not.toBe(first.port)
    expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('gets a new password when the file is lost', async () => {
    const dataDir = folder()
    const first = await start(dataDir)
    rmSync(join(dataDir, 'postgres/password'))
    const second = await start(dataDir)
    expect(second.url).not.toBe(first.url)
    expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('tells a folder it cannot use in one sentence', async () => {
    const dataDir = folder()
    writeFileSync(join(dataDir, 'file'), '')
    await expect(startPostgres({ dataDir: join(dataDir, 'file') })).rejects.toThrow(/^DATA_DIR: .* is not a folder\.$/)
    await expect(startPostgres({ dataDir: '/proc/incontro' })).rejects.toThrow(/^DATA_DIR: .*\.$/)
    mkdirSync(join(dataDir, 'postgres/cluster'), { recursive: true })
    await expect(startPostgres({ dataDir })).rejects.toThrow(/^DATA_DIR: .* is not a database folder\.$/)
    writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '16\n')
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      /^DATA_DIR: .* was made by PostgreSQL 16; this version runs PostgreSQL 18\.$/,
    )
  })

  test.runIf(asRoot)('lives elsewhere when its own user cannot go below the data folder', async () => {
    const parent = folder()
    chmodSync(parent, 0o700)
    const dataDir = join(parent, 'data')
    const first = await start(dataDir)
    const cluster = readFileSync(join(dataDir, 'postgres/location'), 'utf8').trim()
    cleanUp.unshift(() => rmSync(dirname(cluster), { recursive: true, force: true }))
    await query(first.url, 'create table kept as select 1 as n')
    await first.stop()
    const second = await start(dataDir)
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }])
    await second.stop()

    rmSync(dataDir, { recursive: true })
    const anew = await start(dataDir)
    await expect(query(anew.url, 'select n from kept')).rejects.toThrow(/does not exist/)
    cleanUp.unshift(() => rmSync(`${dirname(cluster)}.previous`, { recursive: true, force: true }))
  })
})
