import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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

/** @type {string} */
let made
// PostgreSQL takes a second of processor time to create a database, and most tests only need one that was created.
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'incontro-postgres-made-'))
  chmodSync(made, 0o755)
  await (await startPostgres({ dataDir: made, fast: true })).stop()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))

/** A data folder whose database was created and stopped. */
function madeFolder() {
  const copy = folder()
  // Unlike Node's copy, with the owners: PostgreSQL runs under an account of its own.
  execFileSync('cp', ['-a', `${made}/.`, copy])
  return copy
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

/** @param {string} path */
const permissions = (path) => (statSync(path).mode & 0o777).toString(8)

/** All log files below a folder. @param {string} dataDir */
function logFiles(dataDir) {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.log|(^|\/)p?log\//.test(name))
    .map((name) => join(dataDir, name))
    .filter((file) => statSync(file).isFile())
}

/** The content of all log files. @param {string} dataDir */
function logs(dataDir) {
  return logFiles(dataDir)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
}

describe('the logs of the embedded database', () => {
  test('contain slow statements but no personal data: no parameters, no rows and no failed statements', async () => {
    const dataDir = madeFolder()
    const { url } = await start(dataDir)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    cleanUp.push(() => client.end())
    const ask = (/** @type {string} */ text, /** @type {unknown[]} */ values = []) => client.query(text, values)
    const secrets = [
      'meet-me-at-eight',
      'ada@secret.example',
      'token-hash-4711',
      'typed-by-hand',
      'not-a-uuid-but-secret',
    ]

    await ask('create table people (email text primary key check (email <> $$none$$), body text)')
    await ask('select pg_sleep(1.1), $1::text', [secrets[0]])
    await client.query({ name: 'kept', text: 'select pg_sleep(1.1), $1::text', values: [secrets[0]] })
    await ask('insert into people values ($1, $2)', [secrets[1], secrets[0]])
    await expect(ask('insert into people values ($1, $2)', [secrets[1], secrets[2]])).rejects.toThrow(/duplicate key/)
    await expect(ask('insert into people values ($1, $2)', ['none', secrets[2]])).rejects.toThrow(/check constraint/)
    await expect(ask('select $1::uuid', [secrets[4]])).rejects.toThrow(secrets[4])
    await expect(client.query(`select '${secrets[3]}' from nowhere`)).rejects.toThrow(/does not exist/)
    await expect(client.query(`do $$ begin raise exception '${secrets[3]}'; end $$`)).rejects.toThrow(secrets[3])

    // PostgreSQL writes its log, in order, shortly after it answers. Once this last line is there, all lines are.
    await ask('select pg_sleep(1.2)')
    await expect.poll(() => logs(dataDir), { timeout: 5000 }).toMatch(/select pg_sleep\(1\.2\)/)
    const written = logs(dataDir)
    expect(written.match(/duration: 1\d\d\d\.\d+ ms .*select pg_sleep\(1\.1\), \$1::text/g)).toHaveLength(2)
    for (const secret of secrets) expect(written).not.toContain(secret)
  })

  test('are accessible to their owner only, like everything else in the data folder', async () => {
    const parent = folder()
    const dataDir = join(parent, 'data')
    await start(dataDir)
    const passage = asRoot ? '710' : '700'
    expect(permissions(dataDir)).toBe(passage)
    expect(permissions(join(dataDir, 'postgres'))).toBe(passage)
    expect(permissions(join(dataDir, 'postgres/cluster'))).toBe('700')
    expect(permissions(join(dataDir, 'logs'))).toBe('700')
    expect(permissions(join(dataDir, 'postgres/log'))).toBe('700')
    expect(new Set(logFiles(dataDir).map(permissions))).toEqual(new Set(['600']))
    expect(permissions(join(dataDir, 'postgres/password'))).toBe('600')
  })

  test('folders of an earlier version become private, and one with other content keeps its permissions', async () => {
    const dataDir = madeFolder()
    const first = await start(dataDir)
    await first.stop()
    for (const path of ['', 'postgres', 'postgres/log', 'logs']) chmodSync(join(dataDir, path), 0o755)
    // As if logging had never been switched off for the role.
    rmSync(join(dataDir, 'postgres/role'))
    const second = await start(dataDir)
    const passage = asRoot ? '710' : '700'
    expect(['', 'postgres', 'postgres/log', 'logs'].map((path) => permissions(join(dataDir, path)))).toEqual([
      passage,
      passage,
      '700',
      '700',
    ])
    await expect(query(second.url, "select 'seen-by-nobody'::uuid")).rejects.toThrow(/seen-by-nobody/)
    expect(logs(dataDir)).not.toContain('seen-by-nobody')
    await second.stop()

    writeFileSync(join(dataDir, 'notes.txt'), 'somebody’s own')
    chmodSync(dataDir, 0o755)
    await start(dataDir)
    expect([permissions(dataDir), permissions(join(dataDir, 'logs'))]).toEqual(['755', '700'])
  })
})

describe('the embedded database', () => {
  test('keeps its data, port and password across a restart, and listens on this machine only', async () => {
    const dataDir = madeFolder()
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

  test('is adopted while it runs, recovers by itself after kill -9, and logs in lines of JSON', async () => {
    const dataDir = madeFolder()
    const first = await start(dataDir)
    await query(first.url, 'create table kept as select 1 as n')
    const adopted = await startPostgres({ dataDir })
    expect(adopted).toMatchObject({ adopted: true, pid: first.pid, url: first.url })

    process.kill(first.pid, 'SIGKILL')
    await first.exited
    const again = await start(dataDir)
    expect(again.adopted).toBe(false)
    expect(await query(again.url, 'select n from kept')).toEqual([{ n: 1 }])

    await again.stop()
    const conf = join(dataDir, 'postgres/cluster/postgresql.conf')
    const settings = readFileSync(conf, 'utf8')
    writeFileSync(conf, `${settings}\nshared_preload_libraries = 'no_such_library'\n`)
    await expect(startPostgres({ dataDir })).rejects.toThrow(/no_such_library/)
    writeFileSync(conf, `${settings}\nhba_file = '/nowhere/pg_hba.conf'\n`)
    await expect(startPostgres({ dataDir })).rejects.toThrow(
      /could not load .*pg_hba\.conf; its log is in .*postgres\/log/,
    )
    const lines = logs(dataDir)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
    const said = lines.map(({ error_severity, message }) => `${error_severity}: ${message}`).join('\n')
    expect(said).toMatch(/LOG: starting PostgreSQL 18/)
    expect(said).toMatch(/LOG: database system was not properly shut down/)
    expect(said).toMatch(/FATAL: could not load .*pg_hba\.conf/)
    expect(new Set(logFiles(dataDir).map(permissions))).toEqual(new Set(['600']))
  })

  test('starts even if another process has the id of its dead predecessor', async () => {
    const dataDir = madeFolder()
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

  test('chooses another port when its own is in use', async () => {
    const dataDir = madeFolder()
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
    const dataDir = madeFolder()
    const first = await start(dataDir)
    rmSync(join(dataDir, 'postgres/password'))
    const second = await start(dataDir)
    expect(second.url).not.toBe(first.url)
    expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('reports an unusable folder in one sentence', async () => {
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

  test.runIf(asRoot)('is stored elsewhere when its user has no access below the data folder', async () => {
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
    const restarted = await start(dataDir)
    await expect(query(restarted.url, 'select n from kept')).rejects.toThrow(/does not exist/)
    cleanUp.unshift(() => rmSync(`${dirname(cluster)}.previous`, { recursive: true, force: true }))
  })
})
