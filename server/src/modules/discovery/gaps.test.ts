import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { endPresence, recordPresence, refreshFindable } from '#modules/members/index.ts'
import { endNewness } from '#modules/members/findable.ts'
import { type Counts, createCounts } from './counts.ts'
import { pairsFor } from './pairs.ts'
import { planPage } from './pages.ts'
import { createCardFacts } from './card-facts.ts'
import { type Area, readPage } from './queries.ts'
import { day, idOf, listingOn } from './testing/listing.ts'

/*
 * A deck or list that does not read its gaps again shows what one shows that reads everything, and no member whom the
 * plain tables exclude.
 */

const minute = 60_000
// At the beginning of an hour, at whose end gaps are forgotten.
const clock = { now: Math.ceil(Date.now() / (60 * minute)) * 60 * minute }
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(clock.now), jobs: false })
})
afterAll(() => testServer.close())
const { man, woman, change, entry, newRegion } = listingOn(() => testServer, clock)

/** The sizes and the first page of a list. */
async function listOf(counts: Counts, area: Area, mode: 'find' | 'match') {
  counts.invalidate(area.viewerId)
  const count = await counts.of(area, mode, 8)
  const { pool } = testServer.database
  const plans = planPage(1, 8, count.sizes)
  const isEmpty = plans.every(({ places }) => places.length === 0)
  const start = { ...count, isRead: false }
  const { rows } = isEmpty
    ? { rows: [] }
    : await readPage(pool, area, mode, plans, start, createCardFacts({ serverNumber: () => 0 }), new Date(clock.now))
  return { sizes: count.sizes, page: rows.map(({ id }) => id) }
}

it('is the same after any decisions, undos, hiding, blocks, activity and changes of profiles', async () => {
  const { db, pool } = testServer.database
  const region = await newRegion()
  const viewer = await man()
  const women: TestMember[] = []
  for (let n = 0; n < 14; n += 1) {
    const her = await woman()
    women.push(her)
    // Of a few days, and some new.
    const created = new Date(clock.now - (n % 4 === 0 ? 7 * day - (n + 1) * 40 * minute : 30 * day))
    const active = new Date(clock.now - (n + 1) * 25 * minute)
    // Some have two or four entries.
    await change(her, {
      created_at: created,
      last_active_at: active,
      listed_in_both: n % 3 === 0,
      seeks_both: n % 4 === 1,
    })
    await refreshFindable(db, idOf(her))
  }
  const { rows } = await pool.query<{ id: number; city: number }>(
    'select r.id, min(c.id) as city from geo_regions r join geo_cities c on c.region_id = r.id where r.name = $1 group by r.id',
    [region],
  )
  const { id: regionId, city } = rows[0]!
  for (const her of women.slice(0, 5)) await entry(her, { city_id: city } as object)
  const base: Area = {
    viewerId: idOf(viewer),
    poolId: 'local',
    country: 'IT',
    regionId,
    cityId: null,
    pairs: [{ gender: 'woman', seeks: 'man' }],
    age: 30,
    cell: null,
    nearCities: null,
    height: null,
    intent: null,
    ownInterests: [],
    filters: {},
  }
  const everyPair = pairsFor({ gender: 'man', listedInBoth: true, seeks: 'woman', seeksBoth: true })
  const searches: readonly (readonly [Area, 'find' | 'match'])[] = [
    [{ ...base, cityId: city }, 'match'],
    [{ ...base, pairs: everyPair }, 'match'],
    [{ ...base, pairs: everyPair.toReversed(), filters: { intents: ['open'] } }, 'find'],
    [{ ...base, filters: { intents: ['open'] } }, 'match'],
    [{ ...base, filters: { intents: ['open'] } }, 'find'],
    [{ ...base, filters: { withPhoto: true } }, 'match'],
    [{ ...base, filters: { verified: true } }, 'find'],
    [{ ...base, filters: { children: ['want'] } }, 'find'],
    [{ ...base, filters: { smoking: ['no'], languages: ['fr'] } }, 'match'],
  ]
  const reads = { of: () => pool, serverNumber: () => 0 }
  const now = () => new Date(clock.now)
  const known = createCounts(reads, now, 0)
  // A socket of its own each time: the clock goes on for longer than one lasts.
  const react = async (name: string, her: TestMember, more: object = {}) => {
    const socket = await viewer.connect()
    await socket.send(name, { trackerId: viewer.session.clickid, angelId: idOf(her), ...more })
    socket.close()
  }
  const set = (her: TestMember, body: object) =>
    testServer.call('/api/users/privacy', { method: 'PUT', body, token: her.token })
  const setState = async (her: TestMember, state: string) => {
    await sql`update members set state = ${state} where id = ${idOf(her)}`.execute(db)
    await refreshFindable(db, idOf(her))
  }
  const acts: Record<string, (her: TestMember) => Promise<unknown>> = {
    like: (her) => react('like', her),
    dislike: (her) => react('match', her, { type: 'dislike' }),
    'dislike a month ago': async (her) => {
      await react('match', her, { type: 'dislike' })
      const at = new Date(clock.now - 30 * day + 30 * minute)
      await sql`update reactions set created_at = ${at} where member_id = ${idOf(viewer)} and other_id = ${idOf(her)} and kind = 'dislike'`.execute(
        db,
      )
    },
    undo: (her) => react('unmatch', her),
    hide: (her) => set(her, { hidden: true }),
    show: (her) => set(her, { hidden: false }),
    'hide presence': (her) => set(her, { hideLastSeen: true }),
    'show presence': (her) => set(her, { hideLastSeen: false }),
    block: (her) => testServer.call('/api/block', { body: { angelId: idOf(viewer) }, token: her.token }),
    unblock: (her) => testServer.call(`/api/block/${idOf(viewer)}`, { method: 'DELETE', token: her.token }),
    deactivate: (her) => setState(her, 'deactivated'),
    reactivate: (her) => setState(her, 'active'),
    arrive: (her) => recordPresence(db, [idOf(her)], now()),
    leave: async () => {
      clock.now += 3 * minute
      await endPresence(db, now())
    },
    'let time pass': async () => {
      clock.now += 25 * minute
    },
    'stay long enough': async () => {
      clock.now += 20 * minute
      await endNewness(db, now())
    },
    'say what for': async (her) => {
      await sql`insert into profile_choices (member_id, intent) values (${idOf(her)}, 'open')
        on conflict (member_id) do update set intent = case when profile_choices.intent = 'open' then 'light' else 'open' end`.execute(
        db,
      )
      await refreshFindable(db, idOf(her))
    },
    'say or take back a fact': async (her) => {
      const path = `/api/users/facts/${her.session.clickid}`
      const { status, body: said } = await testServer.call(path, { token: her.token })
      // A deactivated member says nothing: the step then changes no entry.
      if (status === 401) return
      const body =
        said.children === 'want'
          ? { children: null, smoking: null, languages: [] }
          : { children: 'want', smoking: 'no', languages: ['fr'] }
      expect((await testServer.call(path, { method: 'PUT', token: her.token, body })).status).toBe(200)
    },
    // These two change no entry.
    'get or lose a photo': async (her) => {
      const { rowCount } = await pool.query('delete from member_photos where member_id = $1', [idOf(her)])
      if (rowCount === 0)
        await db
          .insertInto('member_photos')
          .values({
            member_id: idOf(her),
            id: crypto.randomUUID(),
            storage_key: 'x',
            state: 'approved',
            is_default: true,
            created_at: now(),
          })
          .execute()
    },
    'get or lose a verification': (her) =>
      sql`update members set verified_at = case when verified_at is null then ${now()}::timestamptz end,
        verified_by = case when verified_at is null then 'gesture' end where id = ${idOf(her)}`.execute(db),
  }
  /** Whom the viewer may not be shown, by the plain tables: none of the list's conditions is used. */
  const excluded = async (mode: 'find' | 'match'): Promise<ReadonlySet<string>> => {
    const { rows: all } = await sql<{
      id: string
      state: string
      hidden: boolean
      blocked: boolean
      kind: string | null
      at: Date
    }>`
      select m.id, m.state, m.is_hidden as hidden, r.kind, r.created_at as at,
        exists (select from blocks b where b.member_id = m.id and b.other_id = ${idOf(viewer)}) as blocked
      from members m left join reactions r on r.other_id = m.id and r.member_id = ${idOf(viewer)}
      where m.id = any(${women.map(idOf)})`.execute(db)
    const answered = ({ kind, at }: (typeof all)[number]) =>
      kind === 'like' || (kind === 'dislike' && clock.now - at.getTime() < 30 * day)
    return new Set(
      all
        .filter((her) => her.state !== 'active' || her.hidden || her.blocked || (mode === 'match' && answered(her)))
        .map(({ id }) => id),
    )
  }
  let gaps = 0
  let turn = 0
  const same = async (step: string) => {
    turn += 1
    const excludedIn = { find: await excluded('find'), match: await excluded('match') }
    // Every other search of each step: two changes then meet in one reading, and it takes half the time.
    for (const [area, mode] of searches.filter((_, n) => (n + turn) % 2 === 0)) {
      const expected = await listOf(createCounts(reads, now, 1000), area, mode)
      const shown = await listOf(known, area, mode)
      expect([step, mode, shown]).toEqual([step, mode, expected])
      expect([step, mode, shown.page.filter((id) => excludedIn[mode].has(id))]).toEqual([step, mode, []])
      gaps += (await known.of(area, mode, 8)).gaps.size
    }
  }
  const step = async (act: string, who: number) => {
    await acts[act]!(women[who]!)
    await same(`${act} ${who}`)
  }
  await same('at the start')
  for (let who = 3; who < women.length; who += 1) await acts['dislike']!(women[who]!)
  await same('all but three')
  const script = `block 2, unblock 2, hide 1, show 1, arrive 1, let time pass 1, leave 1, say what for 1, stay long enough 0,
    get or lose a photo 4, get or lose a photo 9, get or lose a photo 4, get or lose a verification 6, get or lose a verification 12, get or lose a verification 6,
    say or take back a fact 1, say or take back a fact 8, say or take back a fact 11, say or take back a fact 8,
    dislike 2, undo 2, deactivate 2, reactivate 2, hide 13, show 13, dislike a month ago 1, let time pass 1, let time pass 1, let time pass 1`
  for (const [, act = '', who] of script.matchAll(/([a-z ]+) (\d+)/g)) await step(act.trim(), Number(who))
  const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(women.length - 1)), {
    minLength: 25,
    maxLength: 25,
  })
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => {
      // After the script, which looks after each: some of these meet before the list is read.
      for (const [n, [act, who]] of chosen.entries()) {
        await acts[act]!(women[who]!)
        if (n % 4 === 0) await same(`${act} ${who}, ${n} of ${JSON.stringify(chosen)}`)
      }
    }),
    { numRuns: 1, endOnFailure: true },
  )
  expect(gaps).toBeGreaterThan(0)
})
