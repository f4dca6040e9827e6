import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPlace } from '#server/platform/storage/open.ts'
import { startS3Server } from '#server/platform/storage/testing/s3-server.ts'
import { connected } from './back-up.mjs'
import { readBackups } from './backups.mjs'
import { copyLog } from './log.mjs'
import { openTarget } from './target.mjs'
import { newInstallation } from './testing/installation.mjs'

/* One installation over time: each test continues where the previous one ended. */

const installation = newInstallation()
afterAll(() => installation.remove())

/** Each test runs several commands, and each command may start PostgreSQL. */
const timeout = 240_000

const [to, from] = [`--to=${installation.place}`, `--from=${installation.place}`]
const base = join(installation.place, 'database/base')
const wal = join(installation.place, 'database/wal')
const notes = async () => (await installation.ask('select text from notes order by 1')).map(({ text }) => text)

/** Adds a row, which ends a log file of its own. @param {string} text */
async function note(text) {
  await installation.ask(`insert into notes values ('${text}')`)
  const target = await openTarget('--to', installation.place)
  await connected(await installation.url(), (client) => copyLog(client, installation.cluster(), target))
}

test('options and a database of your own are refused in a sentence', { timeout }, async () => {
  const own = { DATABASE_URL: 'postgres://incontro@127.0.0.1:1/incontro' }
  const noBucket = ['--to=s3://backups/ours?endpoint=http://127.0.0.1:1', '--list']
  installation.addPicture('first')
  // Of a folder without a database, nothing is backed up, and none is made.
  expect(await installation.run('backup', [to])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^! DATA_DIR: there is no database in \S+\/data/),
  })
  expect(existsSync(installation.cluster())).toBe(false)
  await installation.url()
  await installation.stop()
  const outputs = await Promise.all([
    installation.run('backup', []),
    installation.run('backup', [`--to=${installation.parent}`]),
    installation.run('backup', noBucket, { env: { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' } }),
    installation.run('restore', [from]),
    installation.run('restore', [from, '--at=2026-11-22 14:30']),
    installation.run('backup', [to], { env: own }),
    installation.run('restore', [from], { env: own }),
  ])
  const said = [
    '--to: which folder or bucket?',
    'holds something else; choose an empty folder',
    'A folder or bucket of files is full, away or refuses access',
    'has no backup that is whole',
    'is not a time with its zone',
    'DATABASE_URL: a PostgreSQL of your own is backed up with a tool of its own (docs/backups.md)',
    'DATABASE_URL: a PostgreSQL of your own is restored with the tool that backed it up (docs/backups.md)',
  ]
  for (const [n, text] of said.entries()) {
    expect(outputs[n]).toMatchObject({ code: 1, output: expect.stringContaining(text) })
    expect(outputs[n]?.output).toMatch(/^! /)
  }
  // The pictures of such an installation.
  const pictures = `${installation.parent}/only-pictures`
  expect(await installation.run('backup', [`--to=${pictures}`, '--pictures'], { env: own })).toMatchObject({
    code: 0,
    output: '1 pictures copied\n',
  })
  installation.removePicture('first')
  expect(await installation.run('restore', [`--from=${pictures}`, '--pictures'], { env: own })).toMatchObject({
    code: 0,
  })
  expect(installation.pictures()).toEqual(['first'])
})

test(
  'a picture that differs from its copy ends a backup with 1, and one that was deleted leaves it',
  { timeout },
  async () => {
    const pictures = join(installation.parent, 'differing')
    mkdirSync(join(pictures, 'about'), { recursive: true })
    const own = { DATABASE_URL: 'postgres://incontro@127.0.0.1:1/incontro' }
    const copy = () => installation.run('backup', [`--to=${pictures}`, '--pictures'], { env: own })
    expect(await copy()).toMatchObject({ code: 0 })
    writeFileSync(join(pictures, 'pictures/masters/first'), 'another size')
    installation.addPicture('second')
    expect(await copy()).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^1 pictures copied\n! masters\/first: has 16 bytes here and 12 in the backups/),
    })
    writeFileSync(join(pictures, 'pictures/masters/first'), 'picture of first')
    installation.removePicture('second')
    // As the run of a night more than a month ago has noted it.
    writeFileSync(join(pictures, 'about/gone.json'), JSON.stringify({ 'masters/second': '2026-01-01T03:00:00.000Z' }))
    const keep = () => installation.run('backup', [`--to=${pictures}`, '--pictures', '--keep-days=30'], { env: own })
    expect(await keep()).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 removed that were deleted before'),
    })
    expect(readdirSync(join(pictures, 'pictures/masters'))).toEqual(['first'])
    expect(await installation.run('backup', [`--to=${pictures}`, '--pictures', '--keep-days=30'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('--keep-days: goes with --pictures and a PostgreSQL of your own'),
    })
  },
)

test('where PostgreSQL cannot write, a backup says why and leaves the log where it was', { timeout }, async () => {
  const [first = '', denied = ''] = ['first', 'denied'].map((name) => join(installation.parent, name))
  mkdirSync(denied)
  await installation.startUnableToWrite(denied)
  const archive = join(installation.cluster(), 'archive_to')
  const refused = {
    code: 1,
    output: expect.stringMatching(
      /^! --to: PostgreSQL cannot write its log to \S+\/denied\/database \(.*(?:Read-only file system|Permission denied)\)/m,
    ),
  }
  expect(await installation.run('backup', [`--to=${denied}`])).toMatchObject(refused)
  expect(existsSync(archive)).toBe(false)
  expect(await installation.run('backup', [`--to=${first}`])).toMatchObject({ code: 0 })
  expect(await installation.run('backup', [`--to=${denied}`])).toMatchObject(refused)
  expect(readFileSync(archive, 'utf8')).toBe(`${first}/database\n${first}\n`)
  await installation.stop()
})

test('a backup that is killed, or finds the disk full, leaves what was there', { timeout }, async () => {
  await installation.ask('create table notes (text text)')
  await installation.ask("insert into notes values ('first')")
  expect(await installation.run('backup', [to], { killAt: /Copying .* database/ })).toMatchObject({ code: 'SIGKILL' })
  expect(await installation.run('restore', [from])).toMatchObject({
    output: expect.stringContaining('no backup that is whole'),
  })
  expect(await installation.run('backup', [to])).toMatchObject({ code: 0 })
  expect(await installation.run('backup', [to], { fileBlocks: 500 })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^! A folder or bucket of files is full, .*EFBIG.* Run the command again/m),
  })
  // Nothing of it keeps the disk full.
  expect(readdirSync(base)).toHaveLength(1)
  expect(await installation.run('backup', [to], { killAt: /Copying .* database/ })).toMatchObject({ code: 'SIGKILL' })
  expect(readdirSync(join(installation.place, 'backups'))).toHaveLength(1)
  // From the only whole one, with the log since.
  await note('second')
  expect(await installation.run('restore', [from])).toMatchObject({ code: 0 })
  expect(await notes()).toEqual(['first', 'second'])
  expect(await installation.run('backup', [to])).toMatchObject({ code: 0 })
  const names = readdirSync(join(installation.place, 'backups')).map((name) => name.replace('.json', ''))
  expect(names).toHaveLength(2)
  expect(readdirSync(base)).toEqual(names)
})

test('a log file that is missing is not taken for the end of the log', { timeout }, async () => {
  await note('third')
  const before = new Set(readdirSync(wal))
  await note('fourth')
  const [lost = ''] = readdirSync(wal).filter((name) => !before.has(name))
  await note('fifth')
  const whole = new Date().toISOString()
  renameSync(join(wal, lost), join(installation.parent, lost))
  const missing = new RegExp(`the log file database/wal/${lost} is missing, .* --at=gap restores`)
  for (const args of [[from], [from, `--at=${whole}`]])
    expect(await installation.run('restore', args)).toMatchObject({ code: 1, output: expect.stringMatching(missing) })
  expect(await notes()).toEqual(['fifth', 'first', 'fourth', 'second', 'third'])
  expect(await installation.run('restore', [from, '--at=gap'])).toMatchObject({ code: 0 })
  expect(await notes()).toEqual(['first', 'second', 'third'])
  renameSync(join(installation.parent, lost), join(wal, lost))
  expect(await installation.run('restore', [from, '--at=2020-01-01T00:00:00Z'])).toMatchObject({
    output: expect.stringContaining('--at: the oldest backup in'),
  })
  expect(
    await installation.run('restore', [from, `--at=${new Date(Date.now() + 60_000).toISOString()}`]),
  ).toMatchObject({
    output: expect.stringContaining('--at: the log that was copied ends before'),
  })
})

test('an interrupted restore prevents a start, and running it again completes it', { timeout }, async () => {
  const { cluster } = installation
  expect(await installation.run('restore', [from], { killAt: /Replaying the log/ })).toMatchObject({ code: 'SIGKILL' })
  expect(await notes()).toEqual(['first', 'second', 'third'])
  // Killed when the old database was moved away, and the restored one was not in its place yet.
  await installation.stop()
  renameSync(cluster(), `${cluster()}.restored`)
  expect(await installation.run('backup', [to])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/a restore of .* was broken off: run the same npm run restore again first/),
  })
  const options = `${cluster()}.restored.json`
  writeFileSync(options, JSON.stringify({ from: installation.place, at: 'latest' }))
  for (const args of [[from, '--at=2026-11-22T14:30:00Z'], [from, '--at=gap'], [`--from=${installation.parent}`]])
    expect(await installation.run('restore', args)).toMatchObject({
      code: 1,
      output: `! DATA_DIR: a restore was broken off when it was nearly done; complete it first: npm run restore -- ${from}\n`,
    })
  expect(await installation.run('restore', [from])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Going on'),
  })
  expect([existsSync(`${cluster()}.restored`), existsSync(options)]).toEqual([false, false])
  expect(await notes()).toEqual(['first', 'second', 'third'])
})

test('a backup of another version, or a damaged one, changes nothing', { timeout }, async () => {
  const record = join(installation.place, 'backups', readdirSync(join(installation.place, 'backups')).at(-1) ?? '')
  const written = readFileSync(record, 'utf8')
  writeFileSync(record, written.replace('"postgres":18', '"postgres":17'))
  expect(await installation.run('restore', [from])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is of PostgreSQL 17; this version runs PostgreSQL 18/),
  })
  writeFileSync(record, written.replace(/"bytes":\d+,"parts"/, '"bytes":1e15,"parts"'))
  const { output } = await installation.run('restore', [from])
  expect(output).toMatch(/^! DATA_DIR: the disk of \S+ is full: \d+ MB are free and the database needs \d+ MB\.$/m)
  expect(output).not.toContain('Copying the pictures')
  // Half copied from elsewhere: it is passed over for another one, and no backup removes what it may need.
  writeFileSync(record, written.slice(0, written.length / 2))
  const broken = new RegExp(`backups/${record.split('/').at(-1)} is not whole`)
  expect(await installation.run('backup', [to])).toMatchObject({ code: 1, output: expect.stringMatching(broken) })
  const others = await readBackups(await openTarget('--from', installation.place), () => undefined)
  expect(others.map(({ name }) => `${name}.json`)).toEqual(
    readdirSync(join(installation.place, 'backups')).filter((name) => !record.endsWith(name)),
  )
  writeFileSync(record, written)
  const folder = join(base, readdirSync(base).at(-1) ?? '')
  const part = join(folder, 'part-00001')
  const bytes = readFileSync(part)
  const other = Buffer.from(bytes)
  other.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  writeFileSync(part, other)
  expect(await installation.run('restore', [from])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/database\/base\/\S+\/part-00001 is damaged: choose another backup/),
  })
  writeFileSync(part, bytes)
  rmSync(join(folder, 'backup_label'))
  expect(await installation.run('restore', [from])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/database\/base\/\S+\/backup_label is missing: choose another backup/),
  })
  expect(await notes()).toEqual(['first', 'second', 'third'])
})

test('a bucket gets the same, and the log when it is sent', { timeout }, async () => {
  const bucket = await startS3Server(['backups', 'files'])
  const keys = {
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? '',
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
  }
  const env = { ...keys, STORAGE_URL: bucket.url('files') }
  const place = bucket.url('backups').replace('?', '/ours?')
  try {
    await openPlace(bucket.url('files')).put('masters/third', 'picture of third')
    expect(await installation.run('backup', [`--to=${place}`], { env })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Backup \S+ of .* 1 new pictures, in .*\nRun it with --log each minute/m),
    })
    await installation.ask("insert into notes values ('late')")
    expect(await installation.run('backup', [`--to=${place}`, '--log'], { env })).toMatchObject({
      output: 'The log is copied\n',
    })
    expect(readdirSync(join(installation.cluster(), '../log-to-send/wal'))).toEqual([])
    await openPlace(bucket.url('files')).remove('masters/third')
    await installation.ask('truncate notes')
    expect(await installation.run('restore', [`--from=${place}`], { env })).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 pictures copied'),
    })
    expect(await notes()).toEqual(['first', 'late', 'second', 'third'])
    expect(String(await openPlace(bucket.url('files')).get('masters/third'))).toBe('picture of third')
  } finally {
    await bucket.close()
  }
})

test('the check is a command, and finds that this database has no members', { timeout }, async () => {
  expect(await installation.run('restore', ['check'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('FAULT schema: relation "schema_migrations" does not exist'),
  })
})
