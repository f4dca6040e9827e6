import { statfs } from 'node:fs/promises'
import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest'
import { noteRestoreCheck } from '#src/commands/restore-check.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import project from '../../../../../package.json' with { type: 'json' }

let server: TestServer
let owner: TestStaff
const start = Date.now()
let now = start
beforeAll(async () => {
  server = await startTestServer({ jobs: false, clock: () => new Date(now) })
  owner = await staffMember(server, { roles: ['owner@battito', 'owner@brisa'], at: new Date(start) })
})
afterAll(() => server?.close())
beforeEach(async () => {
  now = start
  await server.database.pool.query('truncate upkeep')
})

const health = async (brand = 'battito', by = owner) => (await by.call(`/admin/api/${brand}/health`)).body
const hours = (n: number) => new Date(start + n * 3_600_000)
const note = (what: string, at: Date) =>
  server.database.pool.query(
    'insert into upkeep (what, at) values ($1, $2) on conflict (what) do update set at = excluded.at',
    [what, at],
  )
const upkeep = async () =>
  Object.fromEntries(
    (await health()).upkeep.map(({ what, state, at }: { what: string; state: string; at: string | null }) => [
      what,
      [state, at],
    ]),
  )

describe('what was looked after', () => {
  it('is never and elsewhere where nothing was noted', async () => {
    const { backup, restore } = await upkeep()
    expect([backup, restore]).toEqual([
      ['elsewhere', null],
      ['never', null],
    ])
  })

  it('is a backup of the last two days, a log of the last quarter of an hour', async () => {
    await note('backup', hours(-47))
    await note('log', hours(-0.2))
    expect(await upkeep()).toMatchObject({
      backup: ['ok', hours(-47).toISOString()],
      log: ['ok', hours(-0.2).toISOString()],
    })
    now = hours(2).getTime()
    expect(await upkeep()).toMatchObject({
      backup: ['old', hours(-47).toISOString()],
      log: ['old', hours(-0.2).toISOString()],
    })
  })

  it('is a restore that its check has proved within half a year, and not one that it found faulty since', async () => {
    const check = (isWhole: boolean, at: Date) =>
      noteRestoreCheck(server.database.db, { isWhole, at, wasRestored: true })
    expect(await check(true, hours(-24))).toBeUndefined()
    expect(await upkeep()).toMatchObject({ restore: ['ok', hours(-24).toISOString()] })
    await check(false, hours(-1))
    expect(await upkeep()).toMatchObject({ restore: ['failed', hours(-1).toISOString()] })
    await check(true, hours(0))
    expect(await upkeep()).toMatchObject({ restore: ['ok', hours(0).toISOString()] })
    now = hours(184 * 24).getTime()
    // A session ends before that.
    const later = await staffMember(server, { roles: ['owner@battito'], at: new Date(now) })
    const { upkeep: found } = await health('battito', later)
    expect(found.at(-1)).toMatchObject({ what: 'restore', state: 'old' })
  })
})

describe('the database and its disk', () => {
  it('have their size, the largest tables, and the versions', async () => {
    const { database, version, disk } = await health()
    const { rows } = await server.database.pool.query<{ name: string }>(
      'select max(name) as name from schema_migrations where name !~ $1',
      ['/'],
    )
    expect(version).toEqual({ program: project.version, pages: 'none', schema: rows[0]?.name })
    expect(database.tables).toHaveLength(8)
    const bytes = database.tables.map((one: { bytes: number }) => one.bytes)
    expect(bytes).toEqual(bytes.toSorted((one: number, other: number) => other - one))
    const [{ name }] = database.tables
    const size = await server.database.pool.query<{ bytes: number }>(
      'select pg_total_relation_size($1::regclass)::float8 as bytes',
      [name],
    )
    expect(bytes[0]).toBe(size.rows[0]?.bytes)
    expect(disk).toMatchObject({ state: 'ok', reserveMb: 500 })
    const { blocks, bsize } = await statfs(server.config.dataDir)
    expect(disk.totalMb).toBe(Math.floor((blocks * bsize) / 1_000_000))
    expect(disk.freeMb).toBeGreaterThan(2000)
  })

  it.each([
    ['short', 2],
    ['low', 0.5],
  ])('say that the disk is %s', async (state, share) => {
    const { bavail, bsize } = await statfs(server.config.dataDir)
    const diskReserveMb = Math.floor(((bavail * bsize) / 1_000_000) * share)
    const full = await startTestServer({ jobs: false, diskReserveMb })
    try {
      const its = await staffMember(full, { roles: ['owner@battito'] })
      expect((await health('battito', its)).disk).toMatchObject({ state, reserveMb: diskReserveMb })
    } finally {
      await full.close()
    }
  })
})

describe('outcomes', () => {
  const day = (back: number) => new Date(start - back * 86_400_000).toISOString().slice(0, 10)
  const slice = (metric: string, back: number, count: number, brand = 'battito') =>
    server.database.db
      .insertInto('kpi_slices')
      .values({
        brand_id: brand,
        metric,
        dimension: 'all',
        day: day(back),
        value: '',
        currency: '',
        count,
        amount_minor: 0,
      })
      .execute()
  beforeEach(async () => {
    await server.database.pool.query('truncate kpi_slices')
  })
  const channel = async (name: string) =>
    (await health()).outcomes.channels.find((one: { channel: string }) => one.channel === name)

  it('are those of the brand over two days and seven, by channel', async () => {
    await slice('mail_sent', 0, 100)
    await slice('mail_sent', 1, 20)
    await slice('mail_sent', 5, 7)
    await slice('mail_sent', 9, 1000)
    await slice('mail_sent', 0, 5000, 'brisa')
    await slice('mail_delivered', 0, 90)
    await slice('mail_soft', 1, 3)
    await slice('mail_bounced', 0, 2)
    await slice('mail_refused', 5, 4)
    await slice('mail_complained', 0, 1)
    await slice('push_sent', 0, 50)
    await slice('push_failed', 0, 6)
    await slice('push_gone', 0, 4)
    await slice('telegram_failed', 5, 2)
    const sums = { sent: 120, delivered: 90, soft: 3, hard: 2, complained: 1, refused: 0, gone: null }
    expect(await channel('mail')).toEqual({
      channel: 'mail',
      day: sums,
      week: { ...sums, sent: 127, refused: 4 },
      fault: null,
    })
    const none = { delivered: null, soft: null, hard: null, complained: null }
    expect(await channel('push')).toMatchObject({ day: { ...none, sent: 50, refused: 2, gone: 4 }, fault: null })
    expect(await channel('telegram')).toMatchObject({
      day: { ...none, sent: 0, refused: 0, gone: 0 },
      week: { refused: 2 },
      fault: null,
    })
    expect(await health('brisa')).toMatchObject({ outcomes: { channels: [{ day: { sent: 5000 } }, {}, {}] } })
  })

  it.each([
    ['mail', 'bounces', { mail_sent: 1000, mail_bounced: 60 }],
    ['mail', 'complaints', { mail_sent: 1000, mail_complained: 5 }],
    ['push', 'refusals', { push_sent: 30, push_failed: 12 }],
    ['telegram', 'refusals', { telegram_sent: 10, telegram_failed: 12, telegram_gone: 1 }],
  ])('of %s have %s', async (name, fault, counts) => {
    for (const [metric, count] of Object.entries(counts)) await slice(metric, 0, count)
    expect(await channel(name)).toMatchObject({ fault })
  })

  it('that end devices and chats are no fault', async () => {
    await slice('push_sent', 0, 30)
    await slice('push_failed', 0, 100)
    await slice('push_gone', 0, 100)
    expect(await channel('push')).toMatchObject({ fault: null })
  })
})
