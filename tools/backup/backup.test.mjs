import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../postgres.mjs'

/* One installation over time: each test continues where the previous one ended. */

const parent = mkdtempSync(join(tmpdir(), 'incontro-backup-'))
chmodSync(parent, 0o755)
const dataDir = join(parent, 'data')
const folder = join(parent, 'backups')

/** @type {import('../postgres.mjs').Database | undefined} */
let database
/** @type {pg.Client | undefined} */
let client

beforeAll(async () => {
  mkdirSync(join(dataDir, 'storage/masters'), { recursive: true })
  await open()
  await ask('create table people (id int primary key, name text not null)')
  await ask("insert into people select n, 'person ' || n from generate_series(1, 20000) n")
  await ask('create table member_photos (storage_key text primary key, created_at timestamptz default now())')
  await addPicture('first')
})
afterAll(async () => {
  await close()
  rmSync(parent, { recursive: true, force: true })
})

async function open() {
  database = await startPostgres({ dataDir })
  client = new pg.Client({ connectionString: database.url })
  // The tests stop the database while this client is connected.
  client.on('error', () => undefined)
  await client.connect()
}

async function close() {
  await client?.end()
  await database?.stop()
  ;[client, database] = [undefined, undefined]
}

/** @param {string} sql */
async function ask(sql) {
  return (await client?.query(sql))?.rows ?? []
}

/** @param {string} name */
async function addPicture(name) {
  writeFileSync(join(dataDir, 'storage/masters', name), `picture of ${name}`)
  await ask(`insert into member_photos values ('masters/${name}')`)
}

const pictures = () => readdirSync(join(dataDir, 'storage/masters')).sort()
const state = async () => ({
  people: await ask('select count(*)::int as n, md5(string_agg(name, $$,$$ order by id)) as names from people'),
  photos: await ask('select storage_key as key from member_photos order by 1'),
})

/**
 * Runs a command to its end, or kills it once its output matches `killAt`.
 * @param {'backup' | 'restore'} name @param {string[]} args @param {RegExp} [killAt]
 */
function run(name, args, killAt) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../${name}.mjs`, import.meta.url)), ...args], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
      if (killAt?.test(output)) child.kill('SIGKILL')
    })
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code: code ?? signal, output })))
}

/** @type {string} */
let middle
/** @type {Awaited<ReturnType<typeof state>>} */
let atMiddle
/** @type {Awaited<ReturnType<typeof state>>} */
let atEnd

/** Each test runs several commands, and each command starts PostgreSQL. */
const timeout = 90_000

test('a killed backup is ignored, and the next backup is complete', { timeout }, async () => {
  expect(await run('backup', [`--to=${folder}`], /Copying/)).toMatchObject({ code: 'SIGKILL' })
  expect(await run('restore', [`--from=${folder}`])).toMatchObject({
    code: 1,
    output: expect.stringContaining('has no backup that is whole'),
  })
  expect(await run('backup', [`--to=${folder}`])).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /Backup \S+ of .*: \d+ MB, \d new pictures, in .*\n.*SECRET_KEY is not in the backup/,
    ),
  })
  expect(readdirSync(join(folder, 'base')).filter((name) => name.endsWith('.new'))).toEqual([])
  expect(readFileSync(join(folder, 'pictures/masters/first'), 'utf8')).toBe('picture of first')
})

test('changes after the backup are copied through the log', { timeout }, async () => {
  await ask("update people set name = 'renamed ' || id where id <= 500")
  await addPicture('second')
  expect(await run('backup', [`--to=${folder}`, '--pictures'])).toMatchObject({ output: '1 pictures copied\n' })
  atMiddle = await state()
  middle = (await ask('select clock_timestamp() as at'))[0].at.toISOString()
  // `middle` is cut to milliseconds, so the following changes have to be in a later millisecond.
  await ask('select pg_sleep(0.01)')
  await ask('delete from people where id > 100')
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
    expect(await run('restore', args, /Replaying/)).toMatchObject({ code: 'SIGKILL' })
    await open()
    expect(await state()).toEqual(atEnd)
    await close()

    const restored = await run('restore', args)
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringMatching(/2 pictures, 2 of them members' photos\nRestored\./),
    })
    await open()
    expect(await state()).toEqual(atMiddle)
    expect(pictures()).toEqual(['first', 'second'])
    const [{ rows }] = await ask("select reltuples::int as rows from pg_class where relname = 'people'")
    expect(rows).toBe(20_000)
    expect(readdirSync(join(dataDir, 'storage.previous/masters'))).toEqual(['second'])
  },
)

test('an interrupted restore prevents a start, and running it again completes it', { timeout }, async () => {
  await close()
  writeFileSync(join(dataDir, 'restoring'), '{}')
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    /a restore of .* was broken off: run the same npm run restore/,
  )
  expect(await run('restore', [`--from=${folder}`])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Going on'),
  })
  expect(existsSync(join(dataDir, 'restoring'))).toBe(false)
  await open()
  expect(await state()).toEqual(atMiddle)
})

test('backups continue after a restore, and older copies are removed', { timeout }, async () => {
  expect(await run('backup', [`--to=${folder}`, '--keep=1'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Removed: 1 older copies'),
  })
  expect(readdirSync(join(folder, 'base'))).toHaveLength(1)
})

test('invalid options and damaged backups are reported', { timeout }, async () => {
  expect(await run('backup', [])).toMatchObject({ code: 1, output: expect.stringContaining('--to: which folder?') })
  expect(await run('backup', [`--to=${parent}`])).toMatchObject({
    code: 1,
    output: expect.stringContaining('holds something else'),
  })
  expect(await run('restore', [`--from=${folder}`, '--at=yesterday'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not a time with its zone'),
  })
  await close()
  expect(await run('restore', [`--from=${folder}`, '--at=2020-01-01T00:00:00Z'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('the oldest backup in'),
  })
  const [name = ''] = readdirSync(join(folder, 'base'))
  const damaged = join(folder, 'base', name, 'PG_VERSION')
  writeFileSync(damaged, '19\n')
  expect(await run('restore', [`--from=${folder}`])).toMatchObject({
    code: 1,
    output: expect.stringContaining(`${damaged} is damaged`),
  })
})
