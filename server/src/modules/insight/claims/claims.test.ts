import { claimKeys, type ClaimView } from '@incontro/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { createApp } from '#platform/http/app.ts'
import { createHttp } from '#platform/http/bind.ts'
import { createLog } from '#platform/process/log.ts'
import { measureDays, partsOf, type Parts } from './days.ts'
import { createInsight, type Insight } from '../index.ts'
import {
  answeredInADay,
  confirmationMail,
  goodReviews,
  intentMessages,
  interestsMessages,
  photoLikes,
  photoMessages,
  promptMessages,
} from './measurements.ts'

const now = new Date('2027-03-01T12:00:00Z')
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000)
let at = now
let database: TestDatabase
let handle: DatabaseHandle
let app: Awaited<ReturnType<typeof createApp>>
let insight: Insight
const company = { vatNumber: '' }

beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 4 })
  app = await createApp({ log: createLog('silent'), trustedProxies: [] })
  insight = createInsight({
    db: handle.db,
    brands: {
      list: [
        { key: 'local', pool: 'local', company },
        { key: 'battito', pool: 'battito', company },
        // Its members write with those of another brand.
        { key: 'vicino', pool: 'local', company },
      ],
    },
    clock: () => at,
  })
  insight.routes(
    createHttp(app, {
      siteOf: (request) => ({
        brandId: ['battito', 'vicino'].find((host) => host === request.headers.host) ?? 'local',
        poolId: 'local',
        host: 'localhost',
        origin: 'http://localhost',
      }),
      callerOf: async () => null,
      limitFactor: 100,
    }),
  )
  await handle.db.insertInto('demo_installations').values({ mark: true, loaded_at: now, seed: 'test' }).execute()
  await sql`insert into geo_regions (id, country, name) values (-1, 'IT', 'Test')`.execute(handle.db)
})
afterEach(async () => {
  at = now
  await forgetDays()
  await sql`truncate claim_figures, messages, conversations, reactions, reviews, emails, member_photos, members cascade`.execute(
    handle.db,
  )
})
afterAll(async () => {
  await app?.close()
  await handle?.close()
  await database?.drop()
})

/** The claims shown today, after a measurement today. */
async function claims(host = 'localhost'): Promise<ClaimView[]> {
  // These tests write into days that were counted.
  await forgetDays()
  await insight.measure()
  return (await app.inject({ url: '/api/claims', headers: { host } })).json()
}
const forgetDays = () => sql`truncate measured_days, received_by_day, answers_by_day`.execute(handle.db)
const keys = async () => (await claims()).map(({ key }) => key)

interface Kind {
  gender?: 'man' | 'woman'
  photoSince?: Date | null
  sample?: boolean
  since?: Date
  brand?: string
  activeAt?: Date
  state?: string
}

/** Inserts members of a kind, in order. */
async function members(
  n: number,
  {
    gender = 'woman',
    photoSince = null,
    sample = false,
    since = daysAgo(120),
    brand = 'local',
    activeAt = daysAgo(1),
    state = 'active',
  }: Kind = {},
): Promise<string[]> {
  const ids = Array.from({ length: n }, () => crypto.randomUUID())

  await sql`insert into members (id, brand_id, pool_id, clickid, email, screen_name, gender, seeks, age_stated, age_stated_on, country, region_id, locale, flow_id, flow_version, state,
      email_confirmed_at, sample, last_active_at, created_at)
    select id, ${brand}, ${brand === 'vicino' ? 'local' : brand}, id::text, id::text, 'Name', ${gender}, 'man', 30, now(), 'IT', -1, 'it', '7', '1', ${state}, ${since}::timestamptz, ${sample ? true : null}::boolean, ${activeAt}::timestamptz, ${since}::timestamptz - interval '60 days'
    from unnest(${ids}::uuid[]) id`.execute(handle.db)
  if (photoSince) {
    await sql`insert into member_photos (member_id, id, storage_key, state, is_default, created_at)
      select id, gen_random_uuid(), 'key', 'approved', true, ${photoSince}::timestamptz from unnest(${ids}::uuid[]) id`.execute(
      handle.db,
    )
  }
  return ids
}

/** Every member of `from` writes to every member of `to`, who may reply some hours later. */
async function write(
  from: readonly string[],
  to: readonly string[],
  { sentAt = daysAgo(40), answeredAfter }: { sentAt?: Date; answeredAfter?: number } = {},
): Promise<void> {
  await sql`
    with pairs as (select gen_random_uuid() as id, f as sender, t as recipient from unnest(${[...from]}::uuid[]) f, unnest(${[...to]}::uuid[]) t),
    opened as (insert into conversations (id, pool_id, low_id, high_id, created_at) select id, 'local', least(sender, recipient), greatest(sender, recipient), ${sentAt}::timestamptz from pairs),
    first as (insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
      select id, 1, gen_random_uuid(), sender, gen_random_uuid(), 'Ciao', true, 0, 1, ${sentAt}::timestamptz from pairs)
    insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
      select id, 2, gen_random_uuid(), recipient, gen_random_uuid(), 'Ciao', false, 0, 1, ${sentAt}::timestamptz + ${answeredAfter ?? 0} * interval '1 hour' from pairs where ${answeredAfter !== undefined}`.execute(
    handle.db,
  )
}

it('claims nothing without data', async () => expect(await claims()).toEqual([]))

it('shows the measured figure, its period and sample size', async () => {
  const [withPhoto, without, men] = [
    await members(200, { photoSince: daysAgo(100) }),
    await members(210),
    await members(5, { gender: 'man' }),
  ]
  await write(men, withPhoto)
  await write(men.slice(0, 2), without)
  expect(await claims()).toEqual([
    {
      key: 'photo_messages',
      figure: 2.5,
      unit: 'times',
      sample: 200,
      compared: 210,
      from: daysAgo(90).toISOString(),
      to: now.toISOString(),
    },
  ])
  // Another brand has its own figures; an outdated measurement is not shown.
  expect(await claims('battito')).toEqual([])
  at = new Date(now.getTime() + 4 * 86_400_000)
  expect((await app.inject('/api/claims')).json()).toEqual([])
})

it('below the minimum nothing is shown, and one more is enough', async () => {
  const men = await members(4, { gender: 'man' })
  await write(men, await members(199, { photoSince: daysAgo(100) }))
  await write(men.slice(0, 1), await members(200))
  expect(await keys()).toEqual([])
  await write(men, await members(1, { photoSince: daysAgo(100) }))
  expect(await keys()).toEqual(['photo_messages'])
})

it('sample members and their messages are left out on both sides', async () => {
  const men = await members(4, { gender: 'man' })
  const withPhoto = await members(199, { photoSince: daysAgo(100) })
  const without = await members(200)
  await write(men, withPhoto)
  await write(men.slice(0, 1), without)
  await write(men, await members(50, { photoSince: daysAgo(100), sample: true }))
  await write(await members(9, { gender: 'man', sample: true }), without)
  expect(await keys()).toEqual([])
  await write(men, await members(1, { photoSince: daysAgo(100) }))
  expect(await claims()).toMatchObject([{ key: 'photo_messages', figure: 4, sample: 200, compared: 200 }])
})

it('members who joined later or changed sides are left out', async () => {
  const men = await members(4, { gender: 'man' })
  await write(men, await members(200, { photoSince: daysAgo(100) }))
  await write(men.slice(0, 1), await members(200))
  const others = await Promise.all([
    members(40, { photoSince: daysAgo(50) }),
    members(40, { since: daysAgo(80), photoSince: daysAgo(80) }),
    members(40, { since: daysAgo(80) }),
    members(40, { activeAt: daysAgo(31) }),
    members(40, { state: 'deactivated' }),
    members(40, { brand: 'battito', photoSince: daysAgo(100) }),
  ])
  await write(men, others.flat())
  // Earlier messages are left out, too.
  await write(await members(3, { gender: 'man' }), await members(10), { sentAt: daysAgo(91) })
  // 800 messages for 200 members, 200 for 210.
  expect(await claims()).toMatchObject([{ figure: 4.2, sample: 200, compared: 210 }])
})

it('claims no advantage where there is none, or the opposite', async () => {
  const men = await members(4, { gender: 'man' })
  const withPhoto = await members(200, { photoSince: daysAgo(100) })
  const without = await members(200)
  await write(men.slice(0, 2), [...withPhoto, ...without])
  expect(await keys()).toEqual([])
  await write(men.slice(2), without)
  expect(await keys()).toEqual([])
})

it.each([
  [
    'prompt_messages',
    promptMessages,
    'prompts_since',
    `insert into profile_prompts select id, 1, 'sunday', 'Mare' from unnest($1::uuid[]) id`,
  ],
  [
    'intent_messages',
    intentMessages,
    'intent_since',
    `update members set looking_for = 'Compagnia' where id = any($1)`,
  ],
  [
    'interests_messages',
    interestsMessages,
    'interests_since',
    `update profile_choices set interests = '{sea}' where member_id = any($1)`,
  ],
] as const)(
  '%s compares members with and without the step, apart for those with a photo',
  async (key, measure, column, add) => {
    const men = await members(10, { gender: 'man' })
    const having = async (ids: readonly string[], since: Date | null) => {
      await handle.pool.query(
        `insert into profile_choices (member_id, ${column}) select id, $2::timestamptz from unnest($1::uuid[]) id`,
        [ids, since],
      )
      await handle.pool.query(add, [ids])
    }
    // A photo brings ten times as much, and those with one have the step more often.
    const [photoWith, photoWithout, bareWith, bareWithout] = [
      await members(150, { photoSince: daysAgo(100) }),
      await members(50, { photoSince: daysAgo(100) }),
      await members(50),
      await members(150),
    ]
    await having(photoWith, daysAgo(91))
    await having(bareWith, daysAgo(91))
    await write(men, photoWith)
    await write(men.slice(0, 5), photoWithout)
    await write(men.slice(0, 2), bareWith)
    await write(men.slice(0, 1), bareWithout)
    // Since the middle of the period, or since an unknown time: on neither side.
    const [later, unknown] = [await members(40), await members(40)]
    await having(later, daysAgo(89))
    await having(unknown, null)
    await write(men, [...later, ...unknown])
    const scope = { brandId: 'local', poolId: 'local', from: daysAgo(90), to: now }
    expect(await measure(handle.db, scope)).toMatchObject({ value: 2, sample: 200, compared: 200 })
    expect((await claims()).filter((claim) => claim.key === key)).toMatchObject([{ figure: 2, unit: 'times' }])
  },
)

it('counts likes the same way', async () => {
  const [withPhoto, without, men] = [
    await members(200, { photoSince: daysAgo(100), brand: 'vicino' }),
    await members(200, { brand: 'vicino' }),
    await members(3, { gender: 'man' }),
  ]
  const like = (from: readonly string[], to: readonly string[], kind = 'like') =>
    sql`
    insert into reactions (member_id, other_id, kind, created_at) select f, t, ${kind}, ${daysAgo(10)}::timestamptz from unnest(${[...from]}::uuid[]) f, unnest(${[...to]}::uuid[]) t`.execute(
      handle.db,
    )
  await like(men, withPhoto)
  await like(men.slice(0, 1), without)
  await like(men.slice(1), without, 'dislike')
  expect(await claims()).toEqual([])
  expect(await claims('vicino')).toMatchObject([{ key: 'photo_likes', figure: 3, sample: 200, compared: 200 }])
})

it('counts first messages answered within a day, among those sent at least a day ago', async () => {
  const [men, women] = [await members(20, { gender: 'man' }), await members(25)]
  await write(men, women.slice(0, 15), { answeredAfter: 24 })
  await write(men, women.slice(15), { answeredAfter: 24.01 })
  // Too recent, and from a sample member.
  await write(await members(20, { gender: 'man' }), women, { sentAt: daysAgo(0.5) })
  await write(await members(20, { gender: 'man', sample: true }), women)
  expect(await claims()).toEqual([
    expect.objectContaining({
      key: 'reply_24h',
      figure: 60,
      unit: 'percent',
      sample: 500,
      compared: null,
      to: daysAgo(1).toISOString(),
    }),
  ])
  // As long after it was measured as any other, though its period ended a day before.
  const shown = async (later: number) => {
    at = new Date(now.getTime() + later)
    return (await app.inject('/api/claims')).json<ClaimView[]>().length
  }
  expect([await shown(3 * 86_400_000), await shown(3 * 86_400_000 + 1)]).toEqual([1, 0])
  at = now
  await write(await members(10, { gender: 'man' }), women)
  expect(await keys()).toEqual([])
})

describe('to the moment and the last condition', () => {
  const scope = { brandId: 'local', poolId: 'local', from: daysAgo(90), to: now }
  const { from } = scope
  const later = (time: Date, ms = 1): Date => new Date(time.getTime() + ms)
  const withdrawAll = (conversationsOf: readonly string[]) =>
    sql`update messages set withdrawn_at = now() where sender_id = any(${[...conversationsOf]}::uuid[])`.execute(
      handle.db,
    )

  it('those are compared who were there from the first moment, by what they got until the last', async () => {
    const [withPhoto, without, men] = [
      await members(30, { since: from, photoSince: from, activeAt: daysAgo(30) }),
      await members(31, { since: from, activeAt: daysAgo(30) }),
      await members(4, { gender: 'man' }),
    ]
    const [elsewhere, sample] = [
      await members(1, { gender: 'man', brand: 'battito' }),
      await members(1, { gender: 'man', sample: true }),
    ]
    const neither = [
      await members(5, { since: from, photoSince: later(from) }),
      await members(5, { since: later(from) }),
      await members(5, { activeAt: later(daysAgo(30), -1) }),
      await members(5, { since: from, photoSince: from }),
      await members(5),
    ]
    await sql`update member_photos set state = 'pending' where member_id = any(${neither[3] ?? []}::uuid[])`.execute(
      handle.db,
    )
    await sql`update members set region_id = null where id = any(${neither[4] ?? []}::uuid[])`.execute(handle.db)
    const like = (by: readonly string[], to: readonly string[], time: Date, kind = 'like') =>
      sql`insert into reactions (member_id, other_id, kind, created_at)
        select f, t, ${kind}, ${time}::timestamptz from unnest(${[...by]}::uuid[]) f, unnest(${[...to]}::uuid[]) t`.execute(
        handle.db,
      )
    await write(men.slice(0, 2), withPhoto, { sentAt: from })
    await write(men.slice(0, 1), without, { sentAt: from })
    await write(men.slice(1, 2), without, { sentAt: scope.to })
    await write(men.slice(1, 2), without, { sentAt: later(from, -1) })
    await write(men.slice(2, 3), without)
    await withdrawAll(men.slice(2, 3))
    await write(sample, without)
    await like(men.slice(0, 2), withPhoto, from)
    await like(men.slice(0, 1), without, from)
    await like(men.slice(1, 2), without, scope.to)
    await like(men.slice(2, 3), without, later(from, -1))
    await like(men.slice(3), without, daysAgo(9), 'dislike')
    await like([...elsewhere, ...sample], without, daysAgo(9))
    for (const measure of [photoMessages, photoLikes])
      expect(await measure(handle.db, scope)).toMatchObject({ value: 2, sample: 30, compared: 31 })
  })

  it('messages count as answered that were, within the day, by the other member', async () => {
    const [men, women] = [await members(8, { gender: 'man' }), await members(2)]
    const one = (n: number) => men.slice(n, n + 1)
    await write(one(0), women, { sentAt: from, answeredAfter: 24 })
    await write(one(1), women, { answeredAfter: 24 + 1 / 3_600_000 })
    await write(one(2), women, { answeredAfter: 1 })
    await sql`update messages m set withdrawn_at = now() from messages g
      where g.conversation_id = m.conversation_id and g.seq = 1 and m.seq = 2 and g.sender_id = ${men[2]}`.execute(
      handle.db,
    )
    await write(one(3), women, { answeredAfter: 1 })
    await sql`update messages set sender_id = ${men[3]} where seq = 2 and conversation_id in (
      select conversation_id from messages where sender_id = ${men[3]})`.execute(handle.db)
    // Of those that follow none counts.
    await write(one(4), women, { sentAt: scope.to, answeredAfter: 1 })
    await write(one(5), women, { sentAt: later(from, -1), answeredAfter: 1 })
    await write(one(6), women, { answeredAfter: 1 })
    await sql`update messages set withdrawn_at = now() where sender_id = ${men[6]}`.execute(handle.db)
    await write(await members(1, { gender: 'man', brand: 'vicino' }), women, { answeredAfter: 1 })
    await write(one(7), await members(2, { sample: true }), { answeredAfter: 1 })
    expect(await answeredInADay(handle.db, scope)).toEqual({ value: 2 / 8, low: null, sample: 8, compared: null })
  })

  it('reviews count that are published, of the brand’s members who are there', async () => {
    const review = async (stars: number, over: object = {}, kind: Kind = {}) => {
      const [memberId = null] = await members(1, kind)
      const author = { author_name: 'Name', author_gender: 'woman', author_age: 30, body: 'text', locale: 'it' }
      const row = { id: crypto.randomUUID(), brand_id: 'local', member_id: memberId, ...author, stars }
      await handle.db
        .insertInto('reviews')
        .values({ ...row, state: 'published', created_at: daysAgo(9), ...over })
        .execute()
    }
    await review(4, { created_at: from })
    await review(5)
    await review(3)
    for (const created_at of [scope.to, later(from, -1)]) await review(1, { created_at })
    await review(1, { state: 'pending' })
    await review(1, { sample: true })
    await review(1, { brand_id: 'battito' })
    await review(1, {}, { state: 'deactivated' })
    expect(await goodReviews(handle.db, scope)).toMatchObject({ value: 2 / 3, sample: 3 })
  })

  it('mails count as fast that were sent within five minutes', async () => {
    const [sampleId = null] = await members(1, { sample: true })
    const mail = (after: number, over: object = {}) => {
      const row = { id: crypto.randomUUID(), brand_id: 'local', kind: 'confirm-email', to_address: 'x@person.example' }
      const created = daysAgo(3)
      return handle.db
        .insertInto('emails')
        .values({
          ...row,
          locale: 'it',
          props: '{}',
          state: 'sent',
          created_at: created,
          sent_at: later(created, after),
          ...over,
        })
        .execute()
    }
    const fast = 5 * 60_000
    await mail(fast)
    await mail(fast, { created_at: from, sent_at: from })
    await mail(fast + 1)
    await mail(0, { state: 'dead' })
    for (const created_at of [scope.to, later(from, -1)]) await mail(0, { created_at, sent_at: created_at })
    await mail(0, { brand_id: 'battito' })
    await mail(0, { kind: 'welcome' })
    await mail(0, { member_id: sampleId })
    expect(await confirmationMail(handle.db, scope)).toMatchObject({ value: 2 / 4, sample: 4 })
  })
})

it('counts by day what it counts in one go, and each day once', async () => {
  const [withPhoto, without, men] = [
    await members(30, { photoSince: daysAgo(100) }),
    await members(31),
    await members(9, { gender: 'man' }),
  ]
  const scope = { brandId: 'local', poolId: 'local', from: daysAgo(90), to: now }
  const midnight = new Date('2027-02-27T00:00:00Z')
  const times = [
    scope.from,
    daysAgo(89.5),
    daysAgo(50),
    new Date(midnight.getTime() - 1),
    midnight,
    daysAgo(2),
    daysAgo(1.5),
  ]
  for (const [n, sentAt] of times.entries()) {
    await write(men.slice(n, n + 1), withPhoto, { sentAt, ...(n % 2 === 0 ? { answeredAfter: 24 } : {}) })
    await write(men.slice(n, n + 1), without.slice(0, 4 * n), { sentAt, answeredAfter: 25 })
    await sql`insert into reactions (member_id, other_id, kind, created_at)
      select ${men[n]}, t, 'like', ${sentAt}::timestamptz from unnest(${[...withPhoto.slice(n), ...without.slice(n * 3)]}::uuid[]) t`.execute(
      handle.db,
    )
  }
  // Of another pool, and of one whose members write with them.
  await write(await members(2, { gender: 'man', brand: 'battito' }), withPhoto.slice(0, 1), { sentAt: daysAgo(30) })
  await write(await members(2, { gender: 'man', brand: 'vicino' }), withPhoto.slice(0, 1), {
    sentAt: daysAgo(30),
    answeredAfter: 1,
  })
  const measured = async (parts?: Parts) => {
    const given = parts ? { ...scope, parts } : scope
    return [
      await photoMessages(handle.db, given),
      await photoLikes(handle.db, given),
      await answeredInADay(handle.db, given),
    ]
  }
  const inOneGo = await measured()
  expect(inOneGo.map(({ value }) => value && value > 0)).toEqual([true, true, true])
  expect(await partsOf(handle.db, 'local', scope.from, scope.to)).toEqual({ days: [], rest: [[scope.from, scope.to]] })
  await Promise.all([measureDays(handle.db, 'local', now), measureDays(handle.db, 'local', now)])
  const parts = await partsOf(handle.db, 'local', scope.from, scope.to)
  // The day that ended two days ago is the last one.
  expect([parts.days.length, parts.days[0], parts.days.at(-1)]).toEqual([87, '2026-12-02', '2027-02-26'])
  expect(parts.rest).toEqual([
    [scope.from, new Date('2026-12-02T00:00:00Z')],
    [midnight, now],
  ])
  expect(await measured(parts)).toEqual(inOneGo)
  // Taken back before the day is counted, and after.
  await sql`update messages set withdrawn_at = now() where sender_id in (${men[2]}, ${men[5]})`.execute(handle.db)
  const [later] = await measured(parts)
  const [again] = await measured()
  expect([later?.value === inOneGo[0]?.value, later?.value === again?.value]).toEqual([false, false])
  // A day is lost, as when it was not counted in time.
  await sql`delete from measured_days where day = '2027-01-10'`.execute(handle.db)
  const gap = await partsOf(handle.db, 'local', scope.from, scope.to)
  expect(gap.rest[1]).toEqual([new Date('2027-01-10T00:00:00Z'), new Date('2027-01-11T00:00:00Z')])
  // After a hundred days nothing is left of them, also with the members.
  const left = () =>
    sql<{
      n: number
    }>`select (select count(*)::int from received_by_day) + (select count(*)::int from answers_by_day) as n`
      .execute(handle.db)
      .then(({ rows }) => rows[0]?.n)
  expect(await left()).toBeGreaterThan(100)
  await measureDays(handle.db, 'local', new Date(now.getTime() + 102 * 86_400_000))
  expect(await left()).toBe(0)
})

it('begins no measurement after its time, and the next run begins with what was not measured', async () => {
  const measuredAt = async () =>
    (await handle.db.selectFrom('claim_figures').select('computed_at').execute()).map((row) =>
      row.computed_at.getTime(),
    )
  await insight.measure(0)
  expect(await measuredAt()).toEqual([])
  let ms = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ms)
  const all = claimKeys.length * 3
  try {
    // Each look at the clock of the day takes a second.
    const slow = createInsight({
      db: handle.db,
      brands: { list: ['local', 'battito', 'vicino'].map((key) => ({ key, pool: 'local', company })) },
      clock: () => ((ms += 1000), at),
    })
    for (let n = 0; n < all && (await measuredAt()).length < all; n += 1) {
      const before = (await measuredAt()).length
      at = new Date(at.getTime() + 1000)
      await slow.measure(ms + 3500)
      // Those of earlier runs were not measured again.
      expect((await measuredAt()).length).toBeGreaterThan(before)
    }
  } finally {
    clock.mockRestore()
  }
  expect(await measuredAt()).toHaveLength(all)
})

it('is kept by caches for a minute', async () => {
  expect((await app.inject('/api/claims')).headers['cache-control']).toBe('public, max-age=60')
})

it('counts all published reviews of members, low ratings too', async () => {
  const review = (n: number, stars: number, over: object = {}) =>
    members(n).then((ids) =>
      handle.db
        .insertInto('reviews')
        .values(
          ids.map((member_id) => ({
            id: crypto.randomUUID(),
            brand_id: 'local',
            member_id,
            author_name: 'Name',
            author_gender: 'woman',
            author_age: 30,
            stars,
            body: 'text',
            locale: 'it',
            state: 'published',
            created_at: daysAgo(9),
            ...over,
          })),
        )
        .execute(),
    )
  await review(22, 5)
  await review(7, 1)
  await review(40, 5, { sample: true })
  await review(40, 5, { state: 'pending' })
  expect(await keys()).toEqual([])
  await review(1, 4)
  expect(await claims()).toMatchObject([{ key: 'good_reviews', figure: 76, sample: 30 }])
})

it('claims fast confirmations only when nearly all are', async () => {
  const mail = (n: number, minutes: number | null) =>
    handle.db
      .insertInto('emails')
      .values(
        Array.from({ length: n }, () => ({
          id: crypto.randomUUID(),
          brand_id: 'local',
          kind: 'confirm-email',
          to_address: 'x@person.example',
          locale: 'it',
          props: '{}',
          state: minutes === null ? 'dead' : 'sent',
          created_at: daysAgo(3),
          sent_at: minutes === null ? null : new Date(daysAgo(3).getTime() + minutes * 60_000),
        })),
      )
      .execute()
  await mail(198, 1)
  await mail(2, 9)
  expect(await claims()).toMatchObject([{ key: 'confirmation_mail', figure: 99, sample: 200 }])
  await mail(20, null)
  expect(await keys()).toEqual([])
})
