import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type MemberWish, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { suspendMember } from '#modules/accounts/index.ts'
import { refreshFindable, setLevel } from '#modules/members/index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { day, everywhere, idOf, ids, listingOn, nowhere } from './testing/listing.ts'

const flows = checkedInFlows()
const enqueueEmail = emailQueue(() => new Date())

const clock = { now: Date.now() }
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({
    clock: () => new Date(clock.now),
    jobs: false,
    flows: {
      ...flows,
      of: (brand, id) =>
        id === 'short' ? { ...flows.of(brand, '7'), id, perPage: 2, freePages: 2 } : flows.of(brand, id),
    },
  })
})
afterAll(() => testServer.close())
const { list, sees, man, woman, change, entry, event, block, newRegion, regionsOf } = listingOn(() => testServer, clock)

const leave = async (path: string, member: TestMember, more: object = {}) =>
  expect(await testServer.call(path, { token: member.token, body: more })).toMatchObject({ status: 200 })
const close = {
  deactivated: (member: TestMember) => leave('/api/users/disableProfile', member, { clickid: member.session.clickid }),
  deleting: (member: TestMember) =>
    leave('/api/users/deletion', member, { clickid: member.session.clickid, password: member.password }),
  suspended: (member: TestMember) =>
    testServer.database.db
      .transaction()
      .execute((tx) =>
        suspendMember(
          tx,
          { clock: () => new Date(clock.now), enqueueEmail, flows },
          { memberId: idOf(member), madeBy: 'x', reason: 'x' },
        ),
      ),
}

describe('who is listed', () => {
  it('includes members who look for the viewer and whom the viewer looks for', async () => {
    await newRegion()
    const viewer = await man()
    const her = await woman()
    const seeksWomen = await woman({ seeks: 'woman' })
    const seeksMen = await man({ seeks: 'man' })
    const rival = await man()
    expect(ids(await list(viewer))).toEqual([idOf(her)])
    expect(ids(await list(viewer, { mode: 'match' }))).toEqual([idOf(her)])
    expect(ids(await list(her)).sort()).toEqual([idOf(viewer), idOf(rival)].sort())
    expect((await list(seeksWomen)).profili).toEqual([])
    expect((await list(seeksMen)).profili).toEqual([])
  })

  it('excludes the viewer', async () => {
    await newRegion()
    const [viewer, other] = [await woman({ seeks: 'woman' }), await woman({ seeks: 'woman' })]
    expect(await sees(viewer, viewer)).toEqual({ find: false, match: false, count: 1 })
    expect(await sees(viewer, other)).toEqual(everywhere)
  })

  it('excludes members of other pools', async () => {
    await newRegion()
    const [viewer, stranger] = [await man(), await woman({ host: 'battito.localhost' })]
    expect(await sees(viewer, stranger)).toEqual(nowhere)
    const neighbour = await man({ host: 'battito.localhost' })
    const page = await testServer.call('/dispenser/match', {
      body: { trackerId: neighbour.session.clickid },
      token: neighbour.token,
      host: 'battito.localhost',
    })
    expect(ids(page.body)).toEqual([idOf(stranger)])
  })

  it('excludes blocks in either direction, until lifted by the member who set them', async () => {
    await newRegion()
    const [viewer, her, rival] = [await man(), await woman(), await man()]
    expect(await sees(viewer, her)).toEqual(everywhere)
    const cardFor = async (reader: TestMember) =>
      (await testServer.call(`/dispenser/${idOf(her)}/IT/donna`, { token: reader.token })).body.length
    for (const [blocker, blocked] of [
      [viewer, her],
      [her, viewer],
    ] as const) {
      await block(blocker, blocked)
      expect(await sees(viewer, her)).toEqual(nowhere)
      expect(await sees(her, viewer)).toMatchObject({ find: false, match: false })
      expect([await sees(rival, her), await cardFor(viewer), await cardFor(rival)]).toEqual([everywhere, 0, 1])
      const lift = (by: TestMember, of: TestMember) =>
        testServer.call(`/api/block/${idOf(of)}`, { method: 'DELETE', token: by.token })
      expect((await lift(blocked, blocker)).status).toBe(404)
      expect(await sees(viewer, her)).toEqual(nowhere)
      expect((await lift(blocker, blocked)).status).toBe(200)
      expect(await sees(viewer, her)).toEqual(everywhere)
      expect(await sees(her, viewer)).toMatchObject({ find: true, match: true })
    }
  })

  it('excludes unconfirmed members', async () => {
    await newRegion()
    const [viewer, her] = [await man(), await woman({ confirmed: false })]
    expect(await sees(viewer, her)).toEqual(nowhere)
    expect((await testServer.call(`/dispenser/${idOf(her)}/IT/donna`, { token: viewer.token })).body).toEqual([])
  })

  it.each(['deactivated', 'suspended', 'deleting'] as const)('excludes a member who is %s', async (state) => {
    await newRegion()
    const [viewer, her] = [await man(), await woman()]
    await close[state](her)
    expect(
      await testServer.database.db.selectFrom('members').select('state').where('id', '=', idOf(her)).execute(),
    ).toEqual([{ state }])
    expect(await sees(viewer, her)).toEqual(nowhere)
    expect((await testServer.call(`/dispenser/${idOf(her)}/IT/donna`, { token: viewer.token })).body).toEqual([])
  })

  it('excludes liked members from the match, and disliked ones for 30 days', async () => {
    await newRegion()
    const [viewer, her, disliked] = [await man(), await woman(), clock.now]
    await event(viewer, 'match', her, { type: 'dislike' })
    expect(await sees(viewer, her)).toMatchObject({ find: true, match: false })
    expect(await sees(her, viewer)).toMatchObject({ find: true, match: true })
    // To the end of the hour, so that decks read around the same gaps for an hour.
    const hour = 3_600_000
    const isBack = (Math.floor(disliked / hour) + 1) * hour + 30 * day
    clock.now = isBack - 30_001
    expect(await sees(viewer, her)).toMatchObject({ find: true, match: false })
    clock.now = isBack - 15_000
    expect(await sees(viewer, her)).toMatchObject({ find: true, match: true })
    await event(viewer, 'like', her)
    expect(await sees(viewer, her)).toMatchObject({ find: true, match: false })
    clock.now += 31 * day
    expect(await sees(viewer, her)).toMatchObject({ find: true, match: false })
  })

  it('includes members whom others liked or disliked', async () => {
    await newRegion()
    const [viewer, rival, liked, disliked] = [await man(), await man(), await woman(), await woman()]
    await event(rival, 'like', liked)
    await event(rival, 'match', disliked, { type: 'dislike' })
    expect(await sees(viewer, liked)).toMatchObject({ find: true, match: true })
    expect(await sees(viewer, disliked)).toMatchObject({ find: true, match: true })
  })

  it('is limited to the requested region, or to the whole of another country', async () => {
    const home = await newRegion()
    const viewer = await man()
    await setLevel(testServer.database.db, { memberId: idOf(viewer), level: 1, until: null })
    const here = await woman()
    const region = await newRegion()
    const there = await woman()
    clock.now += 15_000
    expect(ids(await list(viewer, { region }))).toEqual([idOf(there)])
    expect(ids(await list(viewer))).toEqual([idOf(here)])
    expect(ids(await list(viewer, { region: home, country: 'IT' }))).toEqual([idOf(here)])
    const [one = '', two = ''] = await regionsOf('ES')
    const first = await testServer.member({ gender: 'woman', region: one, form: { country: 'ES' } })
    const second = await testServer.member({ gender: 'woman', region: two, form: { country: 'ES' } })
    expect(ids(await list(viewer, { country: 'ES' })).sort()).toEqual([idOf(first), idOf(second)].sort())
    expect(ids(await list(viewer, { country: 'ES', region: one }))).toEqual([idOf(first)])
    expect(await list(viewer, { country: 'FR' })).toMatchObject({ profili: [], totali: 0 })
  })

  it('refuses a region that the country does not have, in the list, the deck and the count', async () => {
    const home = await newRegion()
    const [viewer, payer] = [await man(), await man()]
    await setLevel(testServer.database.db, { memberId: idOf(payer), level: 1, until: null })
    const refusal = { status: 400, body: { code: 'errore_citta', field: 'region' } }
    for (const { token, session } of [viewer, payer])
      for (const place of [
        { region: 'Atlantide' },
        { region: 'Bretagne' },
        { country: 'FR', region: home },
        { country: 'IT', region: 'Bretagne', city: 'Brest' },
      ]) {
        for (const mode of ['find', 'match'])
          expect(
            await testServer.call('/dispenser/match', { body: { trackerId: session.clickid, mode, ...place }, token }),
          ).toMatchObject(refusal)
        const { country = 'IT', region } = place
        expect(await testServer.call('/dispenser/totalRegion', { body: { country, region }, token })).toMatchObject(
          refusal,
        )
      }
  })

  it('refuses pages that do not exist, and is empty after the last one', async () => {
    await newRegion()
    const viewer = await man()
    await woman()
    for (const page of [0, -1, 1.5, 100_001, 2 ** 53, '2', null])
      expect(
        await testServer.call('/dispenser/match', {
          body: { trackerId: viewer.session.clickid, page },
          token: viewer.token,
        }),
      ).toMatchObject({ status: 400 })
    await setLevel(testServer.database.db, { memberId: idOf(viewer), level: 1, until: null })
    for (const page of [2, 100_000])
      expect(await list(viewer, { page })).toMatchObject({ profili: [], totali: 1, page })
  })

  it('is empty for another gender than the profile’s', async () => {
    await newRegion()
    const [viewer] = [await man(), await woman(), await man({ seeks: 'man' })]
    expect(await list(viewer, { cerco: 'uomo' })).toMatchObject({ profili: [], totali: 0 })
    expect((await list(viewer, { cerco: 'donna' })).totali).toBe(1)
  })
})

describe('where a member searches', () => {
  const form = { country: 'FR' as const }
  const look = (viewer: TestMember, place: object) =>
    testServer.call('/dispenser/place', {
      method: 'PUT',
      body: { trackerId: viewer.session.clickid, ...place },
      token: viewer.token,
    })
  const view = async (viewer: TestMember) =>
    (await testServer.call('/api/users/verify', { body: {}, token: viewer.token })).body
  /** Changes the level as a purchase or its end does, and invalidates cached sessions. */
  const level = async (member: TestMember, to: 0 | 1) => {
    await setLevel(testServer.database.db, { memberId: idOf(member), level: to, until: null })
    const path = `/api/users/${member.session.clickid}`
    expect((await testServer.call(path, { method: 'PUT', body: {}, token: member.token })).status).toBe(200)
  }
  const nineWomen = (wish: MemberWish) => Promise.all(Array.from({ length: 9 }, () => woman(wish)))
  const lives = async (member: TestMember, regionId: number, cityId: number | null) => {
    await change(member, { region_id: regionId, city_id: cityId })
    await refreshFindable(testServer.database.db, idOf(member))
  }

  it('is where they live, another city of it, or, with a plan, another region; without one they are back home', async () => {
    const [viewer, other, here] = [
      await man({ region: 'Bretagne', form }),
      await man(),
      await woman({ region: 'Bretagne', form }),
    ]
    const there = await woman({ region: 'Occitanie', form })
    const others = await nineWomen({ region: 'Bretagne', form })
    expect(await view(viewer)).toMatchObject({ region: 'Bretagne', searchRegion: 'Bretagne', searchCity: '' })
    expect(ids(await list(viewer)).sort()).toEqual([here, ...others].map(idOf).sort())
    expect((await look(viewer, { region: 'Bretagne', city: 'Brest' })).body).toEqual({
      searchRegion: 'Bretagne',
      searchCity: 'Brest',
    })
    expect(await look(viewer, { region: 'Occitanie' })).toMatchObject({
      status: 403,
      body: { code: 'cambia_regione' },
    })
    expect(await view(viewer)).toMatchObject({ city: '', searchRegion: 'Bretagne', searchCity: 'Brest' })
    await level(viewer, 1)
    expect((await look(viewer, { region: 'Occitanie', city: 'Toulouse' })).status).toBe(200)
    expect(ids(await list(viewer))).toEqual([idOf(there)])
    expect(ids(await list(viewer, { region: 'Bretagne' }))).toHaveLength(10)
    expect(await view(viewer)).toMatchObject({ region: 'Bretagne', searchRegion: 'Occitanie', searchCity: 'Toulouse' })
    await level(viewer, 0)
    expect(await view(viewer)).toMatchObject({ searchRegion: 'Bretagne', searchCity: '' })
    expect(ids(await list(viewer, { mode: 'find' }))).toContain(idOf(here))
    for (const [field, wrong] of [
      ['region', { region: 'Atlantide' }],
      ['city', { region: 'Bretagne', city: 'Toulouse' }],
      ['region', { city: 'Rennes' }],
    ] as const)
      expect((await look(viewer, wrong)).body).toMatchObject({ status: 400, code: 'errore_citta', field })
    expect((await look(viewer, { trackerId: other.session.clickid })).status).toBe(404)
    expect((await look(viewer, {})).body).toEqual({ searchRegion: 'Bretagne', searchCity: '' })
  })

  it('is free to leave for a region with fewer than ten people for them, until it has more or they move', async () => {
    const inValle = { region: 'Valle d’Aosta' }
    const viewer = await man(inValle)
    // A man there who seeks a woman is no one for him.
    await man(inValle)
    const there = await woman({ region: 'Molise' })
    const count = async (where: object) =>
      (await testServer.call('/dispenser/totalRegion', { body: { country: 'IT', ...where }, token: viewer.token })).body
    expect(ids(await list(viewer))).toEqual([])
    expect(await count(inValle)).toEqual({ total: null, fewerThan: 50, moreThan: null, isEmpty: true, mayLeave: true })
    expect(ids(await list(viewer, { region: 'Molise' }))).toContain(idOf(there))
    expect(await count({ region: 'Molise' })).toMatchObject({ fewerThan: 50, isEmpty: false })
    // Another country stays part of the plans.
    expect(await list(viewer, { country: 'ES', region: 'Galicia' })).toMatchObject({ hook: 'cambia_regione' })
    expect((await look(viewer, { region: 'Molise', wholeCountry: true })).body).toMatchObject({
      status: 400,
      field: 'wholeCountry',
    })
    expect((await look(viewer, { wholeCountry: true })).body).toEqual({ searchRegion: '', searchCity: '' })
    expect(await view(viewer)).toMatchObject({ ...inValle, searchRegion: '', searchCity: '' })
    expect(ids(await list(viewer))).toContain(idOf(there))
    expect((await count({})).isEmpty).toBe(false)
    // Nine women are few, too.
    const here = (await nineWomen(inValle)).map(idOf)
    clock.now += 16_000
    expect(ids(await list(viewer))).toEqual(expect.arrayContaining([idOf(there), here[0]]))
    expect(await count(inValle)).toMatchObject({ isEmpty: false, mayLeave: true })
    expect((await look(viewer, {})).body).toEqual({ searchRegion: 'Valle d’Aosta', searchCity: '' })
    expect(ids(await list(viewer)).sort()).toEqual(here.sort())
    expect((await look(viewer, { region: 'Molise' })).status).toBe(200)
    expect((await look(viewer, { wholeCountry: true })).status).toBe(200)
    // He keeps what he chose after the tenth has come, and chooses again under the usual rule.
    await woman(inValle)
    clock.now += 16_000
    expect(await count(inValle)).toMatchObject({ isEmpty: false, mayLeave: false })
    expect(ids(await list(viewer))).toContain(idOf(there))
    expect(await look(viewer, { region: 'Molise' })).toMatchObject({ status: 403, body: { code: 'cambia_regione' } })
    expect(await list(viewer, { region: 'Molise' })).toMatchObject({ hook: 'cambia_regione', profili: [] })
    expect((await look(viewer, {})).body).toEqual({ searchRegion: 'Valle d’Aosta', searchCity: '' })
    expect(await look(viewer, { wholeCountry: true })).toMatchObject({ status: 403 })
  })

  it('lists the city’s members first, then the rest of the region, by activity, over all pages', async () => {
    const viewer = await man({ seeks: 'man', region: 'Bretagne', form })
    const regionId = (
      await testServer.database.db
        .selectFrom('geo_regions')
        .select('id')
        .where('name', '=', 'Bretagne')
        .executeTakeFirstOrThrow()
    ).id
    const towns = await testServer.database.db
      .selectFrom('geo_cities')
      .select('id')
      .where('region_id', '=', regionId)
      .where('name', 'in', ['Brest', 'Rennes'])
      .orderBy('name')
      .execute()
    const [brest = 0, rennes = 0] = towns.map(({ id }) => id)
    const men = await Promise.all(Array.from({ length: 27 }, () => man({ seeks: 'man', region: 'Bretagne', form })))
    for (const [at, member] of men.entries()) {
      await lives(member, regionId, at % 3 === 0 ? brest : at % 3 === 1 ? rennes : null)
      await entry(member, { is_new: at % 9 === 0, active_at: new Date(clock.now - (at + 1) * 3_600_000) })
    }
    await lives(viewer, regionId, brest)
    // A region without a city is the whole of it, also of one's own.
    expect((await look(viewer, { region: 'Bretagne' })).body).toEqual({ searchRegion: 'Bretagne', searchCity: '' })
    expect((await look(viewer, { region: 'Bretagne', city: 'Brest' })).status).toBe(200)
    const pages = [await list(viewer), await list(viewer, { page: 2 }), await list(viewer, { page: 3 })]
    expect(pages.map(({ profili, totali }) => [profili.length, totali])).toEqual([
      [12, 27],
      [12, 27],
      [3, 27],
    ])
    const shown = pages.flatMap(ids)
    expect(new Set(shown).size).toBe(27)
    const inTown = men.filter((_, at) => at % 3 === 0).map(idOf)
    expect(new Set(shown.slice(0, inTown.length))).toEqual(new Set(inTown))
    const known = men.filter((_, at) => at % 9 !== 0).map(idOf)
    const order = (part: readonly string[]) => part.filter((id) => known.includes(id))
    expect(order(shown.slice(0, inTown.length))).toEqual(order(inTown))
    expect(order(shown.slice(inTown.length))).toEqual(order(men.filter((_, at) => at % 3 !== 0).map(idOf)))
    // Without a city, or with an unknown one, the region is one list.
    const whole = ids(await list(viewer, { region: 'Bretagne' }))
    expect(order(whole)).toEqual(known.slice(0, order(whole).length))
    expect(ids(await list(viewer, { region: 'Bretagne', city: 'Atlantide' }))).toEqual(whole)
    expect(ids(await list(viewer, { region: 'Bretagne', city: 'Brest' }))).toEqual(shown.slice(0, 12))
  })
})

describe('the paywall', () => {
  it('has the pages and their size from the member’s flow', async () => {
    await newRegion()
    const viewer = await man()
    await change(viewer, { flow_id: 'short' })
    const women = [await woman(), await woman(), await woman(), await woman(), await woman()]
    const pages = [await list(viewer), await list(viewer, { page: 2 }), await list(viewer, { page: 3 })]
    expect(pages.map(({ profili, totali, perPage, hook }) => [profili.length, totali, perPage, hook])).toEqual([
      [2, 5, 2, undefined],
      [2, 5, 2, undefined],
      [0, 5, 2, 'paginazione'],
    ])
    const paying = await man()
    await change(paying, { flow_id: 'short' })
    await setLevel(testServer.database.db, { memberId: idOf(paying), level: 1, until: null })
    const shown = [...pages.slice(0, 2), await list(paying, { page: 3 })].flatMap(ids)
    expect(new Set(shown)).toEqual(new Set(women.map(idOf)))
  })

  it('stops a free member at the sixth page, and at any other region or country', async () => {
    const home = await newRegion()
    const viewer = await man()
    // With fewer, another region would be free.
    for (let n = 0; n < 10; n += 1) await woman()
    const region = await newRegion()
    expect((await list(viewer, { page: 5 })).hook).toBeUndefined()
    expect(await list(viewer, { page: 6 })).toMatchObject({ hook: 'paginazione', profili: [], totali: 10 })
    // A member lives there, which the exact number would reveal.
    await woman()
    for (const elsewhere of [{ region }, { region, page: 6 }, { country: 'ES' }])
      expect(await list(viewer, elsewhere)).toMatchObject({ hook: 'cambia_regione', profili: [], totali: 0 })
    expect((await list(viewer, { region: home })).hook).toBeUndefined()
    const paying = await man({ region: home })
    await setLevel(testServer.database.db, { memberId: idOf(paying), level: 1, until: null })
    for (const wanted of [{ page: 6 }, { region }, { country: 'ES' }])
      expect((await list(paying, wanted)).hook).toBeUndefined()
  })
})
