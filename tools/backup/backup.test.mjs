import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../postgres.mjs'
import { locate } from '../postgres/location.mjs'
import { checkCopies } from '../postgres/check/service.mjs'
import { openPlace } from '#server/platform/storage/open.ts'
import { startS3Server } from '#server/platform/storage/testing/s3-server.ts'

/*
 * One installation over time: each test continues where the previous one ended. The pools `battito` and `vicino` are in
 * a PostgreSQL of their own, which is not the embedded one.
 */

const parent = mkdtempSync(join(tmpdir(), 'incontro-backup-'))
chmodSync(parent, 0o755)
const dataDir = join(parent, 'data')
const poolDir = join(parent, 'pool')
const folder = join(parent, 'backups')
const into = join(parent, 'into')

/** @typedef {{ database: import('../postgres.mjs').Database, client: pg.Client }} Open */
/** @type {Open | undefined} */
let own
/** @type {Open} */
let pool

beforeAll(async () => {
  mkdirSync(join(dataDir, 'storage/masters'), { recursive: true })
  ;[own, pool] = await Promise.all([open(dataDir), open(poolDir)])
  await ask('create table people (id int primary key, name text not null)')
  await ask("insert into people select n, 'person ' || n from generate_series(1, 20000) n")
  await ask('create table member_photos (storage_key text primary key, created_at timestamptz default now())')
  await pool.client.query("create table people as select n as id, 'pool ' || n as name from generate_series(1, 300) n")
  await pool.client.query('create table member_photos (storage_key text primary key)')
  await addPicture('first')
})
afterAll(async () => {
  await close()
  await shut(pool)
  rmSync(parent, { recursive: true, force: true })
})

/** @param {string} folderOfIt @returns {Promise<Open>} */
async function open(folderOfIt) {
  const database = await startPostgres({ dataDir: folderOfIt })
  const client = new pg.Client({ connectionString: database.url })
  // The tests stop the database while this client is connected.
  client.on('error', () => undefined)
  await client.connect()
  return { database, client }
}

/** @param {Open} one */
async function shut({ client, database }) {
  await client.end()
  await database.stop()
}

const reopen = async () => void (own = await open(dataDir))
async function close() {
  if (own) await shut(own)
  own = undefined
}

/** @param {string} sql */
async function ask(sql) {
  return (await own?.client.query(sql))?.rows ?? []
}

/** @param {string} name */
async function addPicture(name) {
  writeFileSync(join(dataDir, 'storage/masters', name), `picture of ${name}`)
  await ask(`insert into member_photos values ('masters/${name}')`)
}

const pictures = () => readdirSync(join(dataDir, 'storage/masters')).sort()
const peopleNow = 'select count(*)::int as n, md5(string_agg(name, $$,$$ order by id)) as names from people'
const state = async () => ({
  people: await ask(peopleNow),
  photos: await ask('select storage_key as key from member_photos order by 1'),
})
/** The same of the pool's own server. @param {pg.Client} client */
const poolState = async (client) => (await client.query(peopleNow)).rows

/**
 * Runs a command to its end, or kills it once its output matches `killAt`.
 * @param {'backup' | 'restore'} name @param {string[]} args
 * @param {{ killAt?: RegExp, env?: Record<string, string> }} [how]
 */
function run(name, args, { killAt, env } = {}) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../${name}.mjs`, import.meta.url)), ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      DATABASES: databases(),
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
      if (killAt?.test(output)) child.kill('SIGKILL')
    })
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code: code ?? signal, output })))
}

const databases = () => ['battito', 'vicino'].map((name) => `${name}=${pool.database.url}`).join(' ')

/** @type {string} */
let middle
/** @type {Awaited<ReturnType<typeof state>>} */
let atMiddle
/** @type {Awaited<ReturnType<typeof state>>} */
let atEnd
/** @type {Awaited<ReturnType<typeof poolState>>} */
let poolAtMiddle

/** Each test runs several commands, and each command starts PostgreSQL. */
const timeout = 180_000

test('a killed backup is ignored, and the next one has all databases and pictures', { timeout }, async () => {
  expect(await run('backup', [`--to=${folder}`], { killAt: /Copying .* battito/ })).toMatchObject({ code: 'SIGKILL' })
  expect(await run('restore', [`--from=${folder}`])).toMatchObject({
    code: 1,
    output: expect.stringContaining('has no backup that is whole'),
  })
  expect(await run('backup', [`--to=${folder}`])).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /Backup \S+ of .*: default, battito\.vicino, \d+ MB, \d new pictures, in .*\n.*each minute.*SECRET_KEY is not in the backup/,
    ),
  })
  const [backup = '', ...others] = readdirSync(join(folder, 'backups'))
  expect(others).toEqual([])
  for (const name of ['default', 'battito.vicino'])
    expect(readdirSync(join(folder, 'databases', name, 'base'))).toEqual([backup.replace('.json', '')])
  expect(readFileSync(join(folder, 'pictures/masters/first'), 'utf8')).toBe('picture of first')
  const list = await run('backup', [`--to=${folder}`, '--list'])
  expect(list).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^\S+ {2}from \S+: default \(\d+ MB\), battito\.vicino \(\d+ MB\)\n$/),
  })
})

test('changes after the backup are copied through the logs', { timeout }, async () => {
  await ask("update people set name = 'renamed ' || id where id <= 500")
  await addPicture('second')
  await pool.client.query("update people set name = 'renamed ' || id where id <= 50")
  await pool.client.query("insert into member_photos values ('masters/first')")
  atMiddle = await state()
  poolAtMiddle = await poolState(pool.client)
  middle = (await ask('select clock_timestamp() as at'))[0].at.toISOString()
  // `middle` is cut to milliseconds, so the following changes have to be in a later millisecond.
  await ask('select pg_sleep(0.01)')
  await ask('delete from people where id > 100')
  await pool.client.query('delete from people where id > 10')
  expect(await run('backup', [`--to=${folder}`, '--pictures', '--log'])).toMatchObject({
    output: '1 pictures copied\nDatabase battito.vicino: 1 log files copied\n',
  })
  await ask("delete from member_photos where storage_key = 'masters/first'")
  rmSync(join(dataDir, 'storage/masters/first'))
  atEnd = await state()
})

test(
  'a restore killed during the replay changes nothing, and a second restore brings back the state of the given time',
  { timeout },
  async () => {
    await close()
    const args = [`--from=${folder}`, `--at=${middle}`]
    expect(await run('restore', args)).toMatchObject({
      code: 1,
      output: '! --into: in which folder are battito.vicino restored? They are not the database of DATA_DIR.\n',
    })
    args.push(`--into=${into}`)
    expect(await run('restore', args, { killAt: /Replaying .* default/ })).toMatchObject({ code: 'SIGKILL' })
    await reopen()
    expect(await state()).toEqual(atEnd)
    await close()

    expect(await run('restore', args)).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /battito\.vicino is restored in \S+ already\.\n[^]*2 pictures copied; the restored rows name 2 files\nRestored\./,
      ),
    })
    await reopen()
    expect(await state()).toEqual(atMiddle)
    expect(pictures()).toEqual(['first', 'second'])
    const [{ rows }] = await ask("select reltuples::int as rows from pg_class where relname = 'people'")
    expect(rows).toBe(20_000)
    expect(readdirSync(join(dataDir, 'storage.previous/masters'))).toEqual(['second'])
  },
)

test('a database of another server is restored to a folder from which its PostgreSQL starts', { timeout }, async () => {
  const restored = join(parent, 'restored')
  mkdirSync(join(restored, 'postgres'), { recursive: true })
  cpSync(join(poolDir, 'postgres/password'), join(restored, 'postgres/password'))
  renameSync(join(into, 'battito.vicino'), join(restored, 'postgres/cluster'))
  const one = await open(restored)
  expect(await poolState(one.client)).toEqual(poolAtMiddle)
  const { rows } = await one.client.query(
    "select reltuples::int as rows, (select array_agg(rolname::text) from pg_roles where rolsuper) as superusers from pg_class where relname = 'people'",
  )
  expect(rows).toEqual([{ rows: 300, superusers: ['postgres'] }])
  await shut(one)
})

test('an interrupted restore prevents a start, and running it again completes it', { timeout }, async () => {
  await close()
  // Killed when the old database was moved away, and the restored one was not in its place yet.
  const cluster = locate(dataDir).cluster
  rmSync(`${cluster}.previous`, { recursive: true })
  cpSync(cluster, `${cluster}.previous`, { recursive: true })
  renameSync(cluster, `${cluster}.restored`)
  renameSync(join(dataDir, 'storage'), join(dataDir, 'storage.restored'))
  writeFileSync(join(dataDir, 'restoring'), '{}')
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    /a restore of .* was broken off: run the same npm run restore/,
  )
  expect(await run('restore', [`--from=${folder}`])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Going on'),
  })
  expect(existsSync(join(dataDir, 'restoring'))).toBe(false)
  expect(existsSync(`${cluster}.previous`)).toBe(true)
  await reopen()
  expect(pictures()).toEqual(['first', 'second'])
  expect(await state()).toEqual(atMiddle)
})

test('the slot of the backups is no fault, unless none was made for a day', { timeout }, async () => {
  /** @param {number} [seconds] */
  const slots = async (seconds) =>
    (await checkCopies(pool.client, seconds)).flatMap(({ level, what }) => (level === 'wrong' ? [what] : []))
  expect(await slots()).toEqual([])
  expect(await slots(0)).toEqual([expect.stringMatching(/^The log was copied \d+ .* ago, and .* is kept on this disk/)])
  await pool.client.query("select pg_create_physical_replication_slot('forgotten', true)")
  expect(await slots()).toEqual([expect.stringMatching(/^Nothing reads the replication slot forgotten/)])
  await pool.client.query("select pg_drop_replication_slot('forgotten')")
})

test('backups continue after a restore or a lost log, and older ones are removed', { timeout }, async () => {
  await pool.client.query("select pg_drop_replication_slot('incontro_backup')")
  await pool.client.query('checkpoint')
  expect(await run('backup', [`--to=${folder}`, '--keep=1'])).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^! The log of database battito\.vicino after \S+ is not here: [^]*^Removed: 1 older backups/m,
    ),
  })
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
  for (const name of ['default', 'battito.vicino'])
    expect(readdirSync(join(folder, 'databases', name, 'base'))).toHaveLength(1)
})

test('a bucket ignores a killed backup, gets the same and gives back one database by name', { timeout }, async () => {
  const bucket = await startS3Server(['backups', 'files'])
  const env = {
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? '',
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
  }
  const place = bucket.url('backups').replace('?', '/ours?')
  try {
    const killAt = /Copying .* battito/
    expect(await run('backup', [`--to=${place}`], { env, killAt })).toMatchObject({ code: 'SIGKILL' })
    expect(await run('backup', [`--to=${place}`, '--list'], { env })).toMatchObject({
      output: expect.stringContaining('has no backup that is whole'),
    })
    expect(await run('backup', [`--to=${place}`], { env })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Backup \S+ of .*: default, battito\.vicino, .*\nRun it with --log each minute/),
    })
    await ask("insert into people values (30000, 'late')")
    await pool.client.query("insert into people values (30000, 'late')")
    expect(await run('backup', [`--to=${place}`, '--log'], { env })).toMatchObject({
      output: 'Database default: 1 log files copied\nDatabase battito.vicino: 1 log files copied\n',
    })
    // Files of an installation whose own storage is a bucket.
    await openPlace(bucket.url('files')).put('masters/third', 'picture of third')
    const ofBucket = { env: { ...env, STORAGE_URL: bucket.url('files') } }
    expect(await run('backup', [`--to=${place}`, '--pictures'], ofBucket)).toMatchObject({
      output: '1 pictures copied\n',
    })
    const third = await openPlace(place.replace('?', '/pictures?')).get('masters/third')
    expect(String(third)).toBe('picture of third')
    const before = await state()
    await ask('truncate people')
    await close()
    // One that its rows name, and one that they do not.
    rmSync(join(dataDir, 'storage/masters/first'))
    writeFileSync(join(dataDir, 'storage/masters/other'), 'of another pool')
    expect(await run('restore', [`--from=${place}`, '--database=default'], { env })).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 pictures copied; the restored rows name 2 files'),
    })
    await reopen()
    expect(await state()).toEqual(before)
    expect(pictures()).toEqual(['first', 'other', 'second'])
  } finally {
    await bucket.close()
  }
})

test('invalid options and damaged backups are reported', { timeout }, async () => {
  expect(await run('backup', [])).toMatchObject({
    code: 1,
    output: expect.stringContaining('--to: which folder or bucket?'),
  })
  expect(await run('backup', [`--to=${parent}`])).toMatchObject({
    code: 1,
    output: expect.stringContaining('holds something else'),
  })
  const noBucket = ['--to=s3://backups/ours?endpoint=http://127.0.0.1:1', '--list']
  expect(await run('backup', noBucket, { env: { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' } })).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^! A folder or bucket of files is full, away or refuses access: .*ECONNREFUSED.*\n$/,
    ),
  })
  const away = 'postgres://incontro@127.0.0.1:1/incontro'
  const env = { DATABASES: `battito=${away} vicino=${away}` }
  expect(await run('backup', [`--to=${folder}`], { env })).toMatchObject({
    code: 1,
    output: expect.stringContaining('Database battito.vicino: connect ECONNREFUSED'),
  })
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
  expect(await run('restore', [`--from=${folder}`, '--at=yesterday'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not a time with its zone'),
  })
  await close()
  expect(await run('restore', [`--from=${folder}`, '--at=2020-01-01T00:00:00Z'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('the oldest backup in'),
  })
  expect(await run('restore', [`--from=${folder}`, '--database=brisa'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/there is no “brisa” in .*, there are default, battito\.vicino\./),
  })
  const base = join(folder, 'databases/battito.vicino/base')
  const damaged = join(base, readdirSync(base)[0] ?? '', 'part-00001')
  const bytes = readFileSync(damaged)
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  writeFileSync(damaged, bytes)
  const ofPool = [`--from=${folder}`, '--database=vicino', `--into=${join(parent, 'damaged')}`]
  expect(await run('restore', ofPool)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/databases\/battito\.vicino\/base\/\S+ is damaged: choose another backup/),
  })
})
