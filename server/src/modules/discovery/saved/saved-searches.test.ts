import { longestSearchName, mostSavedSearches, type SavedSearch } from '@incontro/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type MemberWish, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { setLevel } from '#modules/members/index.ts'

const minute = 60_000
let testServer: TestServer
let now = Date.now()
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(now), jobs: false })
})
afterAll(() => testServer.close())

/** A region per test. */
const regions = [
  'Umbria',
  'Puglia',
  'Molise',
  'Basilicata',
  'Abruzzo',
  'Marche',
  'Liguria',
  'Calabria',
  'Veneto',
  'Piemonte',
]
let region = ''
beforeEach(() => {
  region = regions.pop() ?? ''
})

const man = (wish: MemberWish = {}) => testServer.member({ region, ...wish })
const woman = (wish: MemberWish = {}) => testServer.member({ gender: 'woman', region, ...wish })
const call = (member: TestMember, method: string, path: string, body?: object) =>
  testServer.call(`/dispenser/${path}`, {
    method,
    token: member.token,
    ...(body && { body: { trackerId: member.session.clickid, ...body } }),
  })
const searches = async (member: TestMember): Promise<SavedSearch[]> =>
  (await call(member, 'GET', 'searches')).body.searches
const save = (member: TestMember, name?: string) => call(member, 'POST', 'searches', name === undefined ? {} : { name })
const filter = async (member: TestMember, filters: object) =>
  expect((await call(member, 'PUT', 'filters', { filters })).status).toBe(200)
const look = (member: TestMember, place: object) => call(member, 'PUT', 'place', place)
const open = (member: TestMember, id: string | undefined) => call(member, 'POST', `searches/${id}/open`, {})
const list = async (member: TestMember) => (await call(member, 'POST', 'match', {})).body
const signedUp = async (member: TestMember, ago: number) => {
  await testServer.database.db
    .updateTable('discovery_entries')
    .set({ created_at: new Date(now - ago) })
    .where('member_id', '=', member.session.angelId)
    .execute()
}
const level = async (member: TestMember, to: 0 | 1) => {
  await setLevel(testServer.database.db, { memberId: member.session.angelId, level: to, until: null })
  expect(
    (await testServer.call(`/api/users/${member.session.clickid}`, { method: 'PUT', body: {}, token: member.token }))
      .status,
  ).toBe(200)
}

describe('a saved search', () => {
  it('stores the current search once, with or without a name, and can be renamed and deleted', async () => {
    const member = await man()
    expect(await searches(member)).toEqual([])
    await filter(member, { withPhoto: true, intents: ['slowly', 'open'] })
    const { body } = await save(member, '  Con   calma ')
    expect(body.searches).toEqual([
      {
        id: expect.any(String),
        name: 'Con calma',
        filters: { withPhoto: true, intents: ['slowly', 'open'] },
        region,
        city: '',
        isCurrent: true,
        newMembers: 0,
        hasMore: false,
      },
    ])
    // Saving repeatedly, also concurrently, stores one.
    await Promise.all([save(member), save(member, 'Altra')])
    expect(await searches(member)).toEqual(body.searches)
    await filter(member, {})
    await save(member)
    const [first, second] = await searches(member)
    expect([first?.name, first?.isCurrent, second?.name, second?.isCurrent]).toEqual(['Con calma', false, null, true])
    for (const [given, kept] of [
      ['Tutte', 'Tutte'],
      [' ', null],
    ])
      expect((await call(member, 'PUT', `searches/${first?.id}`, { name: given })).body.searches[0].name).toBe(kept)
    expect((await call(member, 'DELETE', `searches/${first?.id}`)).body.searches).toEqual([second])
    expect((await call(member, 'DELETE', `searches/${first?.id}`)).status).toBe(404)
  })

  it('of the whole country counts who signed up in any region since it was viewed, and none abroad', async () => {
    const member = await man()
    await save(member)
    expect((await look(member, { wholeCountry: true })).status).toBe(200)
    await save(member, 'Ovunque')
    await open(member, (await searches(member))[0]?.id)
    now += 60 * minute
    const [here, elsewhere, old, abroad] = [
      await woman(),
      await woman({ region: 'Sicilia' }),
      await woman({ region: 'Sicilia' }),
      await woman({ region: 'Sicilia' }),
    ]
    for (const one of [here, elsewhere]) await signedUp(one, 30 * minute)
    await signedUp(old, 90 * minute)
    await signedUp(abroad, 30 * minute)
    await testServer.database.pool.query(
      `update discovery_entries set country = 'ES', region_id = (select min(id) from geo_regions where country = 'ES') where member_id = $1`,
      [abroad.session.angelId],
    )
    expect(await searches(member)).toMatchObject([
      { region, isCurrent: true },
      { name: 'Ovunque', region: '', newMembers: 2, hasMore: false },
    ])
  })

  it('keeps the whole country of a member who is alone in their region', async () => {
    const member = await man()
    await save(member)
    expect((await look(member, { wholeCountry: true })).status).toBe(200)
    await save(member)
    const [home, country] = await searches(member)
    expect([home, country]).toMatchObject([
      { region, isCurrent: false },
      { region: '', city: '', isCurrent: true },
    ])
    expect((await open(member, home?.id)).body).toMatchObject({ searchRegion: region })
    expect((await open(member, country?.id)).body).toMatchObject({ searchRegion: '', searchCity: '' })
    expect((await searches(member)).map(({ isCurrent }) => isCurrent)).toEqual([false, true])
  })

  it('restores its filters and place, where the member may search there', async () => {
    const member = await man()
    // With fewer, every member may search elsewhere.
    for (let n = 0; n < 10; n += 1) await woman()
    await level(member, 1)
    await save(member)
    await filter(member, { online: true })
    await look(member, { region: 'Toscana', city: 'Siena' })
    await save(member)
    const [home, away] = await searches(member)
    expect(away).toMatchObject({ region: 'Toscana', city: 'Siena', isCurrent: true })
    expect((await open(member, home?.id)).body).toEqual({ filters: {}, searchRegion: region, searchCity: '' })
    expect(await list(member)).toMatchObject({ filters: {} })
    expect((await searches(member)).map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    await level(member, 0)
    expect((await open(member, away?.id)).body).toMatchObject({ status: 403, code: 'cambia_regione' })
    expect(await list(member)).toMatchObject({ filters: {} })
    await level(member, 1)
    expect((await open(member, away?.id)).body).toMatchObject({ searchRegion: 'Toscana', searchCity: 'Siena' })
    expect(await list(member)).toMatchObject({ filters: { online: true } })
    // The list is counted again for the search that was opened, not within some seconds.
    await woman()
    now += minute
    expect((await open(member, home?.id)).body).toMatchObject({ filters: {} })
    expect((await list(member)).totali).toBe(11)
    expect((await open(member, away?.id)).status).toBe(200)
    expect((await list(member)).totali).toBe(0)
    // Back home, as without a plan, it is not the current one.
    await level(member, 0)
    expect((await searches(member)).map(({ isCurrent }) => isCurrent)).toEqual([false, false])
  })

  it('counts matching members who signed up since it was last viewed', async () => {
    const member = await man()
    await filter(member, { age: { from: 30, to: 40 } })
    await save(member)
    const before = await woman({ form: { age: 35 } })
    now += 10 * minute
    await filter(member, {})
    await signedUp(before, minute)
    // It was the current search until then, and so viewed.
    const [saved] = await searches(member)
    expect(saved).toMatchObject({ newMembers: 0, hasMore: false })
    now += 10 * minute
    const [ada, bea] = await Promise.all([35, 40].map((age) => woman({ form: { age } })))
    const others = [
      await woman({ form: { age: 41 } }),
      await woman({ form: { age: 35 }, seeks: 'woman' }),
      await woman({ form: { age: 35 }, region: 'Sardegna' }),
      await man({ form: { age: 35 } }),
    ]
    for (const one of [ada, bea, ...others]) if (one) await signedUp(one, minute)
    expect((await searches(member))[0]).toMatchObject({ newMembers: 2, hasMore: false })
    await testServer.call('/api/block', { body: { angelId: bea?.session.angelId }, token: member.token })
    expect((await searches(member))[0]).toMatchObject({ newMembers: 1 })
    await open(member, saved?.id)
    expect((await searches(member))[0]).toMatchObject({ newMembers: 0, isCurrent: true })
    await look(member, { region, city: '' })
    await filter(member, {})
    expect((await searches(member))[0]).toMatchObject({ newMembers: 0, isCurrent: false })
  })

  it('counts up to 99, then reports that there are more', async () => {
    const member = await man()
    const model = await woman()
    await save(member)
    await filter(member, { age: { from: 18, to: 90 } })
    now += minute
    const copies = (count: number) =>
      testServer.database.pool.query(
        `with made as (
           insert into members (id, brand_id, pool_id, clickid, email, screen_name, gender, seeks, age_stated, age_stated_on,
             country, region_id, locale, flow_id, flow_version, source, last_active_at, created_at)
           select gen_random_uuid(), brand_id, pool_id, gen_random_uuid()::text, gen_random_uuid() || '@x.example', 'X', gender, seeks,
             30, age_stated_on, country, region_id, locale, flow_id, flow_version, source, last_active_at, $3
           from members, generate_series(1, $2::int) where id = $1 returning *)
         insert into discovery_entries (pool_id, country, region_id, member_id, gender, seeks, is_new, active_at, created_at, born_on)
         select pool_id, country, region_id, id, gender, seeks, true, last_active_at, created_at, '1990-01-01' from made`,
        [model.session.angelId, count, new Date(now)],
      )
    await copies(99)
    expect((await searches(member))[0]).toMatchObject({ newMembers: 99, hasMore: false })
    await copies(1)
    expect((await searches(member))[0]).toMatchObject({ newMembers: 99, hasMore: true })
    // Of more than a thousand the newest are looked at, and there may be more.
    await filter(member, { age: { from: 20, to: 25 } })
    await save(member)
    await filter(member, {})
    now += minute
    await copies(1000)
    now += minute
    await signedUp(await woman({ form: { age: 22 } }), 0)
    expect((await searches(member))[1]).toMatchObject({ newMembers: 1, hasMore: true })
  })

  it('is looked at by its member while it is in use, and no other is', async () => {
    region = 'Umbria'
    const [member, other] = [await man(), await man()]
    for (const one of [member, other]) {
      await filter(one, { age: { from: 20, to: 50 } })
      await save(one)
      await filter(one, { age: { from: 30, to: 40 } })
      await save(one)
    }
    now += minute
    await signedUp(await woman({ form: { age: 35 } }), 1)
    now += minute
    for (const one of [member, other]) {
      expect((await look(one, { region, city: 'Perugia' })).status).toBe(200)
      await save(one)
    }
    await filter(other, {})
    now += minute
    await signedUp(await woman({ form: { age: 35 } }), 1)
    const figures = async (of: TestMember) =>
      (await searches(of)).map(({ city, isCurrent, newMembers }) => [city, isCurrent, newMembers])
    const known = [
      ['', false, 2],
      ['', false, 1],
    ]
    const theirs = [...known, ['Perugia', false, 1]]
    expect(await figures(member)).toEqual([...known, ['Perugia', true, 0]])
    expect(await figures(other)).toEqual(theirs)
    const [, home, town] = await searches(member)
    expect((await open(member, home?.id)).status).toBe(200)
    expect(await figures(member)).toEqual([
      ['', false, 2],
      ['', true, 0],
      ['Perugia', false, 0],
    ])
    expect(await figures(other)).toEqual(theirs)
    // Another city of one's own region takes no plan.
    expect((await open(member, town?.id)).body).toMatchObject({ searchRegion: region, searchCity: 'Perugia' })
    expect((await figures(member)).map(([, isCurrent]) => isCurrent)).toEqual([false, false, true])
  })

  it('is another one in each region and each of its cities, with the same filters', async () => {
    region = 'Umbria'
    const member = await man()
    await level(member, 1)
    const places = [
      ['Umbria', 'Perugia'],
      ['Umbria', 'Terni'],
      ['Toscana', ''],
      ['Lazio', ''],
    ] as const
    for (const [at, [name, city]] of places.entries()) {
      expect((await look(member, { region: name, city })).status).toBe(200)
      const { searches: saved } = (await save(member)).body as { searches: SavedSearch[] }
      expect(saved.map((one) => [one.region, one.city, one.isCurrent])).toEqual(
        places.slice(0, at + 1).map((place, other) => [...place, other === at]),
      )
    }
    const [perugia, terni] = await searches(member)
    for (const [one, city] of [
      [perugia, 'Perugia'],
      [terni, 'Terni'],
    ] as const)
      expect((await open(member, one?.id)).body).toMatchObject({ searchRegion: 'Umbria', searchCity: city })
  })

  it('is one of at most ten', async () => {
    const member = await man()
    for (let from = 1; from <= mostSavedSearches; from += 1) {
      await filter(member, { height: { from: 150 + from, to: 200 } })
      expect((await save(member)).status).toBe(200)
    }
    // The last one is stored already.
    expect((await save(member)).status).toBe(200)
    await filter(member, {})
    expect(await save(member)).toMatchObject({ status: 409, body: { code: 'too_many_searches' } })
    expect(await searches(member)).toHaveLength(mostSavedSearches)
  })

  it('is private to its member, and refuses a name that is too long', async () => {
    const [member, other] = [await man(), await man()]
    const id = (await save(member)).body.searches[0]?.id
    const body = { trackerId: member.session.clickid, name: 'Mia' }
    expect((await testServer.call('/dispenser/searches', { body, token: other.token })).status).toBe(404)
    expect((await open(other, id)).status).toBe(404)
    expect((await call(other, 'PUT', `searches/${id}`, { name: 'Mia' })).status).toBe(404)
    expect((await call(other, 'DELETE', `searches/${id}`)).status).toBe(404)
    expect((await save(member, 'x'.repeat(longestSearchName + 1))).status).toBe(400)
    expect((await open(member, 'x')).status).toBe(400)
    expect(await searches(member)).toMatchObject([{ id, name: null }])
    expect(await searches(other)).toEqual([])
  })
})
