import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newInstallation } from './testing/installation.mjs'
import { noteCheck } from './upkeep.mjs'

/* One installation over time: each test continues where the previous one ended, while it is written to. */

const installation = newInstallation()
afterAll(() => installation.remove())

/** Each test runs several commands, and each command may start PostgreSQL. */
const timeout = 240_000

/**
 * A row, with the times before and after it was written: milliseconds. @typedef {{ n: number, begun: number, done:
 * number }} Written
 */

/**
 * Writes rows, one transaction after the other, until it is stopped.
 * @param {string} writer
 */
async function startWriting(writer) {
  const client = await installation.connect()
  /** @type {Written[]} */
  const rows = []
  let isRunning = true
  const write = async () => {
    for (let n = 0; isRunning; n += 1) {
      const begun = Date.now()
      await client.query('insert into written values ($1, $2)', [writer, n])
      rows.push({ n, begun, done: Date.now() })
      // Files that come and go while they are copied.
      if (n % 20 === 0)
        await client.query(`create table passing_${writer} as select * from people; drop table passing_${writer}`)
      await client.query('update people set name = $1 where id = $2', [`${writer} ${n}`, n])
    }
  }
  const ended = write()
  return {
    writer,
    rows,
    async stop() {
      isRunning = false
      await ended
    },
  }
}

/** Waits until each writer has written some more. */
async function moreRows() {
  const before = writers.map(({ rows }) => rows.length)
  const written = () => Math.min(...writers.map(({ rows }, n) => rows.length - (before[n] ?? 0)))
  await expect.poll(written, { timeout: 20_000 }).toBeGreaterThan(10)
}

/** @param {string} writer @returns {Promise<number[]>} */
const rowsOf = async (writer) =>
  (await installation.ask(`select n from written where writer = '${writer}' order by n`)).map(({ n }) => n)

/** @type {Awaited<ReturnType<typeof startWriting>>[]} */
let writers = []
/** @type {number} */
let middle

/** A log file that is not full leaves after a minute, also of a quiet database. */
const expectLogToFollow = () =>
  expect.poll(() => installation.ask('show archive_timeout')).toEqual([{ archive_timeout: '1min' }])

test('a restore to a time has what was written before it and nothing of what began after it', { timeout }, async () => {
  await installation.ask('create table written (writer text, n int, primary key (writer, n))')
  await installation.ask(
    "create table people as select n as id, 'person ' || n as name from generate_series(1, 20000) n",
  )
  installation.addPicture('first')
  writers = await Promise.all(['a', 'b', 'c'].map(startWriting))
  expect(await installation.run('backup', [`--to=${installation.place}`])).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /Backup \S+ of .*: \d+ MB, 1 new pictures, in .*\n.*each minute.*SECRET_KEY is not in/,
    ),
  })
  await expectLogToFollow()
  installation.addPicture('second')
  await moreRows()
  middle = Date.now()
  await moreRows()
  for (const one of writers) await one.stop()
  expect(await installation.run('backup', [`--to=${installation.place}`, '--pictures', '--log'])).toMatchObject({
    output: '1 pictures copied\nThe log is copied\n',
  })
  installation.removePicture('first')

  // The same time as a clock in New Zealand's islands shows it.
  const at = new Date(middle + 13.75 * 3_600_000).toISOString().replace('Z', '+13:45')
  expect(await installation.run('restore', [`--from=${installation.place}`, `--at=${at}`])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/1 pictures copied\n[^]*Restored\./),
  })
  for (const { writer, rows } of writers) {
    const restored = await rowsOf(writer)
    const before = rows.filter(({ done }) => done < middle)
    const until = rows.filter(({ begun }) => begun <= middle)
    expect(before.length).toBeGreaterThan(10)
    expect(rows.length).toBeGreaterThan(until.length)
    expect(restored).toEqual(until.map(({ n }) => n).slice(0, restored.length))
    expect(restored.length).toBeGreaterThanOrEqual(before.length)
  }
  expect(installation.pictures()).toEqual(['first', 'second'])
})

test('after a restore to a time, everything that was copied can still be restored', { timeout }, async () => {
  await installation.ask("insert into written values ('after the restore', 1)")
  expect(await installation.run('restore', [`--from=${installation.place}`])).toMatchObject({ code: 0 })
  for (const { writer, rows } of writers) expect(await rowsOf(writer)).toEqual(rows.map(({ n }) => n))
  expect(await rowsOf('after the restore')).toEqual([])
})

test('a backup of a restored database continues, and what was before can be restored again', { timeout }, async () => {
  await installation.ask("insert into written values ('later', 1)")
  expect(await installation.run('backup', [`--to=${installation.place}`, '--log'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('make a backup there first'),
  })
  expect(await installation.run('backup', [`--to=${installation.place}`])).toMatchObject({ code: 0 })
  await expectLogToFollow()
  expect(
    await installation.run('restore', [`--from=${installation.place}`, `--at=${new Date(middle).toISOString()}`]),
  ).toMatchObject({
    code: 0,
  })
  const [{ timeline }] = await installation.ask('select timeline_id as timeline from pg_control_checkpoint()')
  expect(timeline).toBe(3)
  expect(await rowsOf('later')).toEqual([])
  expect(await installation.run('restore', [`--from=${installation.place}`])).toMatchObject({ code: 0 })
  expect(await rowsOf('later')).toEqual([1])
})

test('only the newest backups are kept, and the log that they need', { timeout }, async () => {
  expect(await installation.run('backup', [`--to=${installation.place}`, '--keep=1'])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Removed: 2 older backups, [1-9]\d* log files, 0 pictures/m),
  })
  const [only = '', ...others] = readdirSync(join(installation.place, 'backups'))
  expect(others).toEqual([])
  expect(readdirSync(join(installation.place, 'database/base'))).toEqual([only.replace('.json', '')])
  expect(await installation.run('backup', [`--to=${installation.place}`, '--list'])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^\S+ {2}from \S+: \d+ MB\n$/),
  })
})

test('a disk for backups that is replaced gets the next backup, and its log', { timeout }, async () => {
  rmSync(installation.place, { recursive: true })
  await installation.ask("insert into written values ('on the new disk', 1)")
  expect(await installation.run('backup', [`--to=${installation.place}`])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^! \S+: the log that was copied there, to [0-9A-F]{24}\S* of 20\d\d-\S+Z, is gone/m),
  })
  await installation.ask("insert into written values ('on the new disk', 2)")
  expect(await installation.run('backup', [`--to=${installation.place}`, '--log'])).toMatchObject({ code: 0 })
  expect(await installation.run('restore', [`--from=${installation.place}`])).toMatchObject({ code: 0 })
  expect(await rowsOf('on the new disk')).toEqual([1, 2])
  // So that the next tests find its log going there.
  expect(await installation.run('backup', [`--to=${installation.place}`])).toMatchObject({ code: 0 })
})

test('it is noted when a backup was made, and what the check of a restore found', { timeout }, async () => {
  await installation.ask('create table upkeep (what text primary key, at timestamptz not null)')
  await installation.ask("insert into upkeep values ('log', now())")
  const begun = Date.now()
  expect(await installation.run('backup', [`--to=${installation.place}`])).toMatchObject({ code: 0 })
  const noted = () => installation.ask('select what, at from upkeep order by 1')
  // The log goes to a folder by itself, and no longer to a bucket.
  expect(await noted()).toEqual([{ what: 'backup', at: expect.any(Date) }])
  expect((await noted())[0].at.getTime()).toBeGreaterThanOrEqual(begun)

  // As a check on another machine leaves it, of a database that the tests before this one have restored.
  const home = join(installation.dataDir, 'postgres')
  const log = () => installation.run('backup', [`--to=${installation.place}`, '--pictures', '--log'])
  await noteCheck(home, false)
  expect(await log()).toMatchObject({ code: 0 })
  expect((await noted()).map(({ what }) => what)).toEqual(['backup', 'restore_faulty'])
  await noteCheck(home, true)
  expect(await log()).toMatchObject({ code: 0 })
  const all = await noted()
  expect(all.map(({ what }) => what)).toEqual(['backup', 'restore_faulty', 'restore_proved'])
  expect(all[2].at.getTime()).toBeGreaterThan(all[1].at.getTime())
  // Proved, it is the database that is worked with, and a check of that says nothing about backups.
  await noteCheck(home, false)
  await log()
  expect(await noted()).toEqual(all)

  expect(await installation.run('backup', ['--note=backup'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('noted by itself'),
  })
  expect(await installation.run('backup', ['--note=tea'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('neither backup nor restore'),
  })
})
