import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { day, idOf, ids, listingOn } from './testing/listing.ts'

/* More members than are counted: the list still shows each of them once, without counting the area. */

// At the beginning of an hour, at whose end a deck is read again.
const clock = { now: Math.ceil(Date.now() / 3_600_000) * 3_600_000 }
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(clock.now), jobs: false })
})
afterAll(() => testServer.close())
const { list, man, woman, change, entry, newRegion } = listingOn(() => testServer, clock)

/** Inserts copies of a member, listed next to her. */
async function copy(member: TestMember, copies: number, isNew: boolean): Promise<void> {
  const { db } = testServer.database
  await sql`
    with copied as (
      insert into members select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(),
        'clickid', m.clickid || ${isNew} || n, 'email', ${String(isNew)} || n || m.email))).*
      from members m, generate_series(1, ${copies}::int) n where m.id = ${idOf(member)} returning id)
    insert into discovery_entries select (jsonb_populate_record(e, jsonb_build_object('member_id', copied.id, 'is_new', ${isNew}::boolean,
      'active_at', e.active_at - random() * interval '30 days'))).*
    from discovery_entries e, copied where e.member_id = ${idOf(member)}`.execute(db)
}
const post = async (viewer: TestMember, path: string, body: object): Promise<unknown> =>
  (await testServer.call(path, { body: { trackerId: viewer.session.clickid, ...body }, token: viewer.token })).body

describe('an area with more members than are counted', () => {
  it('says so at the limit, in the list, in its head and in the filters', async () => {
    const region = await newRegion()
    const viewer = await man()
    const first = await woman()
    await entry(first, { is_new: false, active_at: new Date(clock.now) })
    const counted = async () => {
      clock.now += 15_000
      const { totali, hasMore, profili } = await list(viewer)
      const head = await testServer.call('/dispenser/totalRegion', {
        body: { country: 'IT', region },
        token: viewer.token,
      })
      return {
        list: { totali, hasMore, shown: profili.length },
        head: head.body as unknown,
        filters: await post(viewer, '/dispenser/filters/count', { filters: { age: { from: 18, to: 98 } } }),
      }
    }
    const exactly = (total: number) => ({ total, fewerThan: null, moreThan: null })
    const more = { total: null, fewerThan: null, moreThan: 1000 }

    await copy(first, 999, false)
    expect(await counted()).toEqual({
      list: { totali: 1000, hasMore: false, shown: 12 },
      head: { ...exactly(1000), isEmpty: false, mayLeave: false },
      filters: { ...exactly(1000), isEmpty: false },
    })
    // The sum of sizes that were counted exactly is exact.
    await copy(first, 40, true)
    expect(await counted()).toEqual({
      list: { totali: 1040, hasMore: false, shown: 12 },
      head: { ...more, isEmpty: false, mayLeave: false },
      filters: { ...exactly(1040), isEmpty: false },
    })
    await copy(await woman(), 1, false)
    expect(await counted()).toEqual({
      list: { totali: 1000, hasMore: true, shown: 12 },
      head: { ...more, isEmpty: false, mayLeave: false },
      filters: { ...more, isEmpty: false },
    })
  })

  it('shows each of them once over all pages, its city first', async () => {
    const { db } = testServer.database
    const region = await newRegion()
    const { id: city_id } = await db
      .selectFrom('geo_cities')
      .select('id')
      .where('region_id', 'in', db.selectFrom('geo_regions').select('id').where('name', '=', region))
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const viewer = await man()
    await change(viewer, { level: 2, city_id })
    const [near, far] = [await woman(), await woman()]
    await db.updateTable('discovery_entries').set({ city_id }).where('member_id', '=', idOf(near)).execute()
    await copy(near, 30, false)
    await copy(near, 5, true)
    await copy(far, 1020, false)
    await copy(far, 60, true)
    // Some are online, and many were active at the same time.
    await sql`
      update discovery_entries set active_at = case when n % 3 = 0 then 'infinity' else date_trunc('day', active_at) end
      from (select member_id as id, row_number() over (order by member_id) as n from discovery_entries
        where region_id = (select id from geo_regions where name = ${region})) numbered
      where id = member_id and n % 2 = 0`.execute(db)
    const shown: string[] = []
    const totals = new Set<string>()
    for (let page = 1; ; page += 1) {
      const found = await list(viewer, { page })
      totals.add(`${found.totali} ${found.hasMore}`)
      if (found.profili.length === 0) break
      shown.push(...ids(found))
    }
    expect([shown.length, new Set(shown).size]).toEqual([1117, 1117])
    const { rows: cities } = await sql<{ city_id: number | null }>`
      select e.city_id from unnest(${shown}::uuid[]) with ordinality shown (id, place)
      join discovery_entries e on e.member_id = shown.id order by shown.place`.execute(db)
    expect(cities.map((row) => row.city_id)).toEqual([
      ...Array.from({ length: 36 }, () => city_id),
      ...Array.from({ length: 1081 }, () => null),
    ])
    // The number grows by a thousand until all are counted.
    expect([...totals]).toEqual(['1000 true', '1117 false'])
  })

  it('reads on from where the last page ended, and shows a page again as it was', async () => {
    await newRegion()
    const viewer = await man()
    await change(viewer, { level: 2 })
    await copy(await woman(), 400, false)
    const pages = async (...wanted: number[]) =>
      Promise.all(wanted.map(async (page) => ids(await list(viewer, { page }))))
    const [all = []] = [(await pages(...Array.from({ length: 30 }, (_, at) => at + 1))).flat()]
    const [last] = await pages(20)
    expect(last).toEqual(all.slice(228, 240))
    const hide = (id: string) =>
      testServer.database.db.deleteFrom('discovery_entries').where('member_id', '=', id).execute()
    // The first of a page, and the last of the page before it, which was read before.
    await hide(all[240]!)
    await hide(all[239]!)
    expect(await pages(20, 21)).toEqual([[...all.slice(228, 239), all[241]], all.slice(241, 253)])
  })

  it('shows a deck from below all whom the viewer has decided on, and who is there again above', async () => {
    await newRegion()
    const viewer = await man()
    const first = await woman()
    await entry(first, { is_new: false, active_at: new Date(clock.now - day) })
    await copy(first, 300, false)
    const all = await testServer.database.db
      .selectFrom('discovery_entries')
      .select('member_id')
      .where('region_id', '=', (eb) =>
        eb.selectFrom('discovery_entries').select('region_id').where('member_id', '=', idOf(first)),
      )
      .where('gender', '=', 'woman')
      .orderBy('active_at', 'desc')
      .orderBy('member_id')
      .execute()
    const order = all.map((row) => row.member_id)
    await sql`
      insert into reactions (member_id, other_id, kind, created_at)
      select ${idOf(viewer)}, id, 'like', ${new Date(clock.now)} from unnest(${order.slice(0, 250)}::uuid[]) id`.execute(
      testServer.database.db,
    )
    const deck = async () => {
      clock.now += 15_000
      const { totali, profili } = await list(viewer, { mode: 'match' })
      return { totali, ids: profili.map(({ id }) => id) }
    }
    const below = { totali: order.length - 250, ids: order.slice(250, 262) }
    expect(await deck()).toEqual(below)
    expect(await deck()).toEqual(below)
    await sql`delete from reactions where member_id = ${idOf(viewer)} and other_id = ${order[100]}`.execute(
      testServer.database.db,
    )
    // The entry was not written, as the ways to undo do, and is passed over until the hour is over.
    expect(await deck()).toEqual(below)
    await sql`update discovery_entries set entered_in = default where member_id = ${order[100]}`.execute(
      testServer.database.db,
    )
    expect(await deck()).toEqual({ totali: below.totali + 1, ids: [order[100], ...order.slice(250, 261)] })
  })

  it('ends at the ten thousandth place, whatever the page', async () => {
    await newRegion()
    const viewer = await man()
    await change(viewer, { level: 2 })
    await woman()
    for (const page of [834, 100_000])
      expect(await list(viewer, { page })).toMatchObject({ profili: [], totali: 1, hasMore: false, page })
  })
})
