import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { setArchive } from '../archive.mjs'
import { settingsFor } from '../machine.mjs'
import { checkDatabase } from './check.mjs'
import { checkArchive } from './service.mjs'

/** @type {import('#test/support/database.ts').TestDatabase} */
let database
/** @type {pg.Client} */
let client
beforeAll(async () => {
  database = await createTestDatabase()
  client = await connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function connect() {
  const made = new pg.Client({ connectionString: database.url, application_name: 'the test' })
  await made.connect()
  return made
}

/**
 * The findings that mention `about`, each as one text.
 * @param {string} about
 * @param {Partial<Parameters<typeof checkDatabase>[1]>} [asked]
 */
async function findings(about, asked = {}) {
  const report = await checkDatabase(client, { machine: undefined, file: undefined, ...asked })
  return report.findings
    .map(({ level, what, act }) => `${level}: ${what} ${act.join(' ')}`)
    .filter((text) => text.includes(about))
}

describe('npm run db:check', () => {
  test('reports settings that risk data, the worst first, and how to change them', async () => {
    const { title, findings: all } = await checkDatabase(client, { machine: undefined, file: undefined })
    expect(title).toMatch(/^PostgreSQL 18\.\S+, database \w+, [\d.]+ MB$/)
    // The tests' cluster does not survive a power cut.
    expect(all[0]).toEqual({
      level: 'wrong',
      what: 'fsync is off: a crash loses data.',
      act: ["alter system set fsync = 'on';", 'select pg_reload_conf();'],
    })
    expect(await findings('fsync', { file: '/somewhere/postgresql.conf' })).toEqual([
      "wrong: fsync is off: a crash loses data. at the end of /somewhere/postgresql.conf, then start again:   fsync = 'on'",
    ])
  })

  test('compares memory settings with the machine, and reports nothing if they match', async () => {
    const large = { memory: 256_000, cores: 64, dedicated: true }
    const [text] = await findings('is used otherwise', { machine: large })
    expect(text).toMatch(/250 GB of memory and 64 cores.*shared_buffers 128 MB.*alter system set shared_buffers/)
    expect(text).toContain('and start PostgreSQL again')
    const { rows } = await client.query(
      "select pg_size_bytes(current_setting('shared_buffers')) / 1048576.0 as megabytes",
    )
    const fits = { memory: Number(rows[0].megabytes) * 16, cores: 2, dedicated: false }
    for (const one of await findings('is used otherwise', { machine: fits }))
      expect(one).not.toContain('shared_buffers')
  })

  test('finds an invalid and a duplicate index, and none of them in our own schema', async () => {
    expect(await findings('index')).toEqual([])
    await client.query('create table doubled as select n % 10 as n from generate_series(1, 100) as n')
    await expect(client.query('create unique index concurrently doubled_key on doubled (n)')).rejects.toThrow()
    await client.query('create index doubled_a on doubled (n)')
    await client.query('create index doubled_b on doubled (n)')
    expect(await findings('doubled')).toEqual([
      expect.stringMatching(
        /^wrong: The index doubled_key of doubled is not valid.*drop index concurrently doubled_key;/,
      ),
      'advice: The index doubled_b of doubled is the same as doubled_a. drop index concurrently doubled_b;',
    ])
    await client.query('drop table doubled')
  })

  test('finds tables without statistics and tables whose statistics are outdated', async () => {
    await client.query(
      'create table filled with (autovacuum_enabled = off) as select n from generate_series(1, 3000) n',
    )
    // A session's counts become visible once they are flushed.
    const found = async () => {
      await client.query('select pg_stat_force_next_flush()')
      return findings('filled')
    }
    await expect
      .poll(found, { timeout: 10_000 })
      .toEqual(['wrong: filled has 3000 rows and no statistics: plans for it are guesses. analyze filled;'])
    await client.query('analyze filled')
    await expect.poll(found, { timeout: 10_000 }).toEqual([])
    await client.query('insert into filled select n from generate_series(1, 3000) n')
    await expect
      .poll(found, { timeout: 10_000 })
      .toEqual([expect.stringMatching(/^advice: filled has changed by 3000 rows since its statistics were made/)])
    await client.query('drop table filled')
  })

  test('finds empty space in tables and indexes, and an index that is never read', async () => {
    await client.query(`create table sparse with (autovacuum_enabled = off) as
      select n as id, repeat('x', 200) as text, n % 100 as few from generate_series(1, 20000) n`)
    await client.query('create index sparse_id on sparse (id)')
    await client.query('create index sparse_few on sparse (few)')
    await client.query('select pg_stat_force_next_flush()')
    await client.query('analyze sparse')
    const found = () => findings('sparse', { worthBytes: 64 * 1024, unusedSeconds: 0 })
    await client.query('set enable_seqscan = off; select from sparse where id = 1')
    await client.query('select pg_stat_force_next_flush()')
    await expect
      .poll(found, { timeout: 10_000 })
      .toEqual([expect.stringMatching(/^advice: The index sparse_few of sparse takes .* and was not read in \d+/)])
    expect((await findings('sparse')).length).toBe(0)
    await client.query('select from sparse where few = 1')
    await client.query('delete from sparse where id % 10 > 0')
    await client.query('select pg_stat_force_next_flush()')
    await client.query('vacuum (analyze) sparse')
    await client.query('select pg_stat_force_next_flush()')
    await expect
      .poll(found, { timeout: 10_000 })
      .toEqual([
        expect.stringMatching(/^advice: sparse takes [45]\.\d MB, about 4\.\d MB of it empty.*vacuum full sparse;/),
        expect.stringMatching(/^advice: The index sparse_few of sparse takes .* and needs about 3\d kB/),
        expect.stringMatching(/^advice: The index sparse_id of sparse takes .* and needs about 3\d kB.*reindex index/),
      ])
    await client.query('set enable_seqscan = on; drop table sparse')
  })

  test('finds fewer connections than one process opens', async () => {
    expect(await findings('max_connections', { perProcess: 36 })).toEqual([])
    expect(await findings('max_connections', { perProcess: 5000 })).toEqual([
      expect.stringMatching(/^wrong: max_connections is \d+: one process of ours opens up to 5000/),
    ])
  })

  test('finds the session of a long transaction and prints how to end it', async () => {
    const other = await connect()
    await other.query('begin; select 1 from members')
    const found = await findings(database.url.split('/').at(-1) ?? '', { longSeconds: 0 })
    const { rows } = await other.query('select pg_backend_pid() as pid')
    expect(found).toEqual([
      expect.stringMatching(/^wrong: A transaction of the test in \w+ is open since 0 s \(idle in transaction\)/),
    ])
    expect(found[0]).toContain(`select pg_terminate_backend(${rows[0].pid});`)
    await other.query('rollback')
    expect(await findings('A transaction of the test', { longSeconds: 0 })).toEqual([])
    await other.end()
  })
})

test('an embedded database without a backup, and a log that is not sent or not whole, are reported', () => {
  const cluster = mkdtempSync(join(tmpdir(), 'incontro-check-'))
  const found = () => checkArchive(cluster).map(({ level, what }) => `${level}: ${what}`)
  try {
    expect(found()).toEqual([expect.stringMatching(/^advice: The write-ahead log is kept nowhere else/)])
    setArchive(cluster, { folder: '/var/backups/database', place: '/var/backups' }, undefined)
    expect(found()).toEqual([])
    const place = join(cluster, 'place')
    for (const one of [join(place, 'wal'), join(cluster, 'pg_wal/archive_status')]) mkdirSync(one, { recursive: true })
    setArchive(cluster, { folder: place, place }, undefined)
    writeFileSync(join(place, 'wal/000000010000000000000002.gz.new'), '')
    // Being copied just now.
    writeFileSync(join(cluster, 'pg_wal/archive_status/000000010000000000000002.ready'), '')
    expect(found()).toEqual([])
    writeFileSync(join(place, 'wal/000000010000000000000001.gz.new'), '')
    expect(found()).toEqual([
      expect.stringMatching(/^wrong: The log file 000000010000000000000001 was not copied whole/),
    ])
    const folder = join(cluster, 'log-to-send')
    setArchive(cluster, { folder, place: 's3://backups/main' }, undefined)
    mkdirSync(join(folder, 'wal'), { recursive: true })
    expect(found()).toEqual([])
    const file = join(folder, 'wal/000000010000000000000002.gz')
    writeFileSync(file, '')
    expect(found()).toEqual([])
    const before = Date.now() / 1000 - 7300
    utimesSync(file, before, before)
    expect(found()).toEqual([
      'wrong: The log was not sent to s3://backups/main for 2 h: 1 files of it wait on this disk.',
    ])
  } finally {
    rmSync(cluster, { recursive: true })
  }
})

describe('settings by machine', () => {
  test.each([
    [
      { memory: 2048, cores: 1, dedicated: false },
      { shared_buffers: '128MB', work_mem: '4MB', max_connections: '200' },
    ],
    [
      { memory: 65_536, cores: 16, dedicated: true },
      { shared_buffers: '16384MB', max_connections: '500' },
    ],
  ])('%j', (machine, wanted) => expect(settingsFor(machine)).toMatchObject(wanted))

  test.each([256, 1024, 8192, 1_000_000])('never exceed %i MB of memory', (memory) => {
    const settings = settingsFor({ memory, cores: 4, dedicated: true })
    expect(Number.parseInt(settings['shared_buffers'] ?? '')).toBeLessThanOrEqual(Math.max(128, memory / 4))
    expect(Number.parseInt(settings['work_mem'] ?? '') * 20).toBeLessThanOrEqual(Math.max(80, memory / 2))
  })
})
