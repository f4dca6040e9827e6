import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type MemberWish, type TestMember, type TestServer } from '../../../test/test-server.ts'
import { suspendMember } from '../accounts/index.ts'
import { enqueueEmail } from '../outreach/index.ts'
import { recordPresence, refreshFindable, setLevel } from '../members/index.ts'

const day = 86_400_000
let testServer: TestServer
let now = Date.now()
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(now), jobs: false })
})
afterAll(() => testServer.close())

/** Each test has a region of its own: nobody of another one is in its list. */
let region = ''
const unused: string[] = []
async function newRegion(): Promise<void> {
  if (unused.length === 0) unused.push(...(await regionsOf('IT')))
  region = unused.pop() ?? ''
}
const regionsOf = async (country: string): Promise<string[]> => {
  const { db } = testServer.database
  const rows = await db
    .selectFrom('geo_regions')
    .select('name')
    .where('country', '=', country)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

const idOf = (member: TestMember): string => member.session.angelId
const man = (wish: MemberWish = {}) => testServer.member({ region, ...wish })
const woman = (wish: MemberWish = {}) => testServer.member({ gender: 'woman', region, ...wish })

interface Card {
  id: string
  isNew: boolean
  presence: string | null
  distance: number | null
  online: boolean
  liked: boolean
  likedYou: boolean
}
interface Page {
  profili: Card[]
  totali: number
  perPage: number
  hook?: string
}
const list = async (viewer: TestMember, more: object = {}): Promise<Page> =>
  (
    await testServer.call('/dispenser/match', {
      body: { trackerId: viewer.session.clickid, ...more },
      token: viewer.token,
    })
  ).body
const ids = (page: Page) => page.profili.map(({ id }) => id)
/** Whether the other is in the viewer's search and in their match. */
async function sees(viewer: TestMember, other: TestMember): Promise<{ find: boolean; match: boolean; count: number }> {
  // The count is kept for fifteen seconds.
  now += 15_000
  const [find, match] = [await list(viewer), await list(viewer, { mode: 'match' })]
  return { find: ids(find).includes(idOf(other)), match: ids(match).includes(idOf(other)), count: find.totali }
}
const everywhere = { find: true, match: true, count: 1 }
const nowhere = { find: false, match: false, count: 0 }

const change = (member: TestMember, values: object) =>
  testServer.database.db.updateTable('members').set(values).where('id', '=', idOf(member)).execute()
const entry = (member: TestMember, values: { is_new?: boolean; active_at?: Date }) =>
  testServer.database.db.updateTable('discovery_entries').set(values).where('member_id', '=', idOf(member)).execute()
const event = async (from: TestMember, name: string, to: TestMember, more: object = {}) => {
  const socket = await from.connect()
  const answer = await socket.send(name, { trackerId: from.session.clickid, angelId: idOf(to), ...more })
  socket.close()
  expect(answer).toMatchObject({ ok: true })
}
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
          { clock: () => new Date(now), enqueueEmail },
          { memberId: idOf(member), madeBy: 'x', reason: 'x' },
        ),
      ),
}
const block = (from: TestMember, to: TestMember) =>
  testServer.call('/api/block', { body: { angelId: idOf(to) }, token: from.token })

describe('who is listed', () => {
  it('shows members who look for the viewer and whom the viewer looks for', async () => {
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

  it('is never the viewer', async () => {
    await newRegion()
    const [viewer, other] = [await woman({ seeks: 'woman' }), await woman({ seeks: 'woman' })]
    expect(await sees(viewer, viewer)).toEqual({ find: false, match: false, count: 1 })
    expect(await sees(viewer, other)).toEqual(everywhere)
  })

  it('is nobody of another brand’s pool', async () => {
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

  it('leaves out members who blocked or were blocked, until the block is lifted by the one who set it', async () => {
    await newRegion()
    const [viewer, her] = [await man(), await woman()]
    expect(await sees(viewer, her)).toEqual(everywhere)
    for (const [blocker, blocked] of [
      [viewer, her],
      [her, viewer],
    ] as const) {
      await block(blocker, blocked)
      expect(await sees(viewer, her)).toEqual(nowhere)
      expect(await sees(her, viewer)).toEqual(nowhere)
      const lift = (by: TestMember, of: TestMember) =>
        testServer.call(`/api/block/${idOf(of)}`, { method: 'DELETE', token: by.token })
      expect((await lift(blocked, blocker)).status).toBe(404)
      expect(await sees(viewer, her)).toEqual(nowhere)
      expect((await lift(blocker, blocked)).status).toBe(200)
      expect(await sees(viewer, her)).toEqual(everywhere)
      expect(await sees(her, viewer)).toEqual(everywhere)
    }
  })

  it('is nobody unconfirmed', async () => {
    await newRegion()
    const [viewer, her] = [await man(), await woman({ confirmed: false })]
    expect(await sees(viewer, her)).toEqual(nowhere)
    expect((await testServer.call(`/dispenser/${idOf(her)}/IT/donna`, { token: viewer.token })).body).toEqual([])
  })

  it.each(['deactivated', 'suspended', 'deleting'] as const)('is nobody who is %s', async (state) => {
    await newRegion()
    const [viewer, her] = [await man(), await woman()]
    await close[state](her)
    expect(
      await testServer.database.db.selectFrom('members').select('state').where('id', '=', idOf(her)).execute(),
    ).toEqual([{ state }])
    expect(await sees(viewer, her)).toEqual(nowhere)
    expect((await testServer.call(`/dispenser/${idOf(her)}/IT/donna`, { token: viewer.token })).body).toEqual([])
  })

  it('is nobody liked, in the match; a dislike keeps them out of it for 30 days', async () => {
    await newRegion()
    const [viewer, her, disliked] = [await man(), await woman(), now]
    await event(viewer, 'match', her, { type: 'dislike' })
    expect(await sees(viewer, her)).toMatchObject({ find: true, match: false })
    expect(await sees(her, viewer)).toMatchObject({ find: true, match: true })
    now = disliked + 30 * day - 15_001
    expect(await sees(viewer, her)).toMatchObject({ find: true, match: false })
    await testServer.database.db
      .updateTable('reactions')
      .set({ created_at: new Date(now + 15_000 - 30 * day) })
      .where('member_id', '=', idOf(viewer))
      .execute()
    expect(await sees(viewer, her)).toMatchObject({ find: true, match: true })
    await event(viewer, 'like', her)
    expect(await sees(viewer, her)).toMatchObject({ find: true, match: false })
    now += 31 * day
    expect(await sees(viewer, her)).toMatchObject({ find: true, match: false })
  })

  it('is somebody whom others liked or disliked, too', async () => {
    await newRegion()
    const [viewer, rival, liked, disliked] = [await man(), await man(), await woman(), await woman()]
    await event(rival, 'like', liked)
    await event(rival, 'match', disliked, { type: 'dislike' })
    expect(await sees(viewer, liked)).toMatchObject({ find: true, match: true })
    expect(await sees(viewer, disliked)).toMatchObject({ find: true, match: true })
  })

  it('lives in the region asked for, or in the whole of another country', async () => {
    await newRegion()
    const viewer = await man()
    await setLevel(testServer.database.db, { memberId: idOf(viewer), level: 1, until: null })
    const here = await woman()
    const home = region
    await newRegion()
    const there = await woman()
    now += 15_000
    expect(ids(await list(viewer, { region }))).toEqual([idOf(there)])
    expect(ids(await list(viewer))).toEqual([idOf(here)])
    expect(ids(await list(viewer, { region: home, country: 'IT' }))).toEqual([idOf(here)])
    expect(await list(viewer, { region: 'Atlantide' })).toMatchObject({ profili: [], totali: 0 })
    const [one = '', two = ''] = await regionsOf('ES')
    const first = await testServer.member({ gender: 'woman', region: one, form: { country: 'ES' } })
    const second = await testServer.member({ gender: 'woman', region: two, form: { country: 'ES' } })
    expect(ids(await list(viewer, { country: 'ES' })).sort()).toEqual([idOf(first), idOf(second)].sort())
    expect(ids(await list(viewer, { country: 'ES', region: one }))).toEqual([idOf(first)])
    expect(await list(viewer, { country: 'FR' })).toMatchObject({ profili: [], totali: 0 })
  })

  it('is nobody when the viewer asks for another gender than their profile does', async () => {
    await newRegion()
    const [viewer] = [await man(), await woman(), await man({ seeks: 'man' })]
    expect(await list(viewer, { cerco: 'uomo' })).toMatchObject({ profili: [], totali: 0 })
    expect((await list(viewer, { cerco: 'donna' })).totali).toBe(1)
  })
})

describe('the filters', () => {
  const ask = async (viewer: TestMember, filters: object) =>
    testServer.call('/dispenser/filters', {
      method: 'PUT',
      body: { trackerId: viewer.session.clickid, filters },
      token: viewer.token,
    })
  const count = async (viewer: TestMember, filters: object) =>
    (
      await testServer.call('/dispenser/filters/count', {
        body: { trackerId: viewer.session.clickid, filters },
        token: viewer.token,
      })
    ).body
  const save = async (member: TestMember, body: object) =>
    expect(
      await testServer.call(`/api/users/${member.session.clickid}`, { method: 'PUT', body, token: member.token }),
    ).toMatchObject({ status: 200 })
  /** Who is left, by every way of asking, which have to agree. */
  async function left(viewer: TestMember, filters: object): Promise<string[]> {
    expect(await ask(viewer, filters)).toMatchObject({ status: 200, body: { filters } })
    now += 15_000
    const [find, match] = [await list(viewer), await list(viewer, { mode: 'match' })]
    expect(find).toMatchObject({ filters, isSuggested: false })
    expect(ids(match).sort()).toEqual(ids(find).sort())
    expect(find.totali).toBe(find.profili.length)
    expect(await count(viewer, filters)).toEqual({ total: null, fewerThan: 50, isEmpty: find.totali === 0 })
    return ids(find).sort()
  }
  const of = (...members: TestMember[]) => members.map(idOf).sort()

  it('leave whom they let pass, in the list, the deck and the counts alike', async () => {
    await newRegion()
    const [viewer, ada, bea, cleo] = [await man(), await woman(), await woman(), await woman()]
    expect(await left(viewer, {})).toEqual(of(ada, bea, cleo))
    await save(viewer, { interests: ['sea', 'wine'] })
    await save(ada, { eta: 29, height: 170, intent: 'slowly', interests: ['sea', 'dogs'], descrizione: 'Ciao' })
    await save(bea, { eta: 30, height: 180, intent: 'open', prompts: [{ id: 'dish', answer: 'Il risotto.' }] })
    await save(cleo, { eta: 98, interests: ['wine'] })
    await entry(cleo, { is_new: false, active_at: new Date(now - 3_600_000) })
    for (const [filters, members] of [
      [{ age: { from: 29, to: 29 } }, [ada]],
      [{ age: { from: 30, to: 98 } }, [bea, cleo]],
      [{ age: { from: 18, to: 30 } }, [ada, bea]],
      [{ height: { from: 171, to: 250 } }, [bea]],
      [{ height: { from: 100, to: 180 } }, [ada, bea]],
      [{ intents: ['slowly'] }, [ada]],
      [{ intents: ['slowly', 'open'] }, [ada, bea]],
      [{ sharedInterests: true }, [ada, cleo]],
      [{ withWords: true }, [ada, bea]],
      [{ isNew: true }, [ada, bea]],
      [{ age: { from: 18, to: 40 }, sharedInterests: true, withWords: true }, [ada]],
    ] as const)
      expect([filters, await left(viewer, filters)]).toEqual([filters, of(...members)])
    for (const member of [ada, bea]) await entry(member, { active_at: new Date(now + 20_000) })
    expect(await left(viewer, { online: true })).toEqual(of(ada, bea))
    // Who does not say when they are here is not found by it.
    const privacy = { hideLastSeen: true }
    const path = '/api/users/privacy'
    expect((await testServer.call(path, { method: 'PUT', body: privacy, token: bea.token })).status).toBe(200)
    await entry(bea, { active_at: new Date(now + 20_000) })
    expect(await left(viewer, { online: true })).toEqual(of(ada))
  })

  it('count an approved main photo only', async () => {
    const seeks = 'woman'
    const [viewer, shown, waiting, removed] = [
      await woman({ seeks }),
      await woman({ seeks }),
      await woman({ seeks }),
      await woman({ seeks }),
    ]
    for (const [member, state, removedAt] of [
      [shown, 'approved', null],
      [waiting, 'pending', null],
      [removed, 'approved', new Date(now)],
    ] as const)
      await testServer.database.db
        .insertInto('member_photos')
        .values({
          member_id: idOf(member),
          id: crypto.randomUUID(),
          storage_key: 'x',
          state,
          is_default: removedAt === null,
          removed_at: removedAt,
          created_at: new Date(),
        })
        .execute()
    expect(await left(viewer, { withPhoto: true })).toEqual(of(shown))
  })

  it('by the last age let everybody above it pass, who are themselves asked for with it', async () => {
    await newRegion()
    const [viewer, elder, younger] = [await man(), await woman(), await woman({ form: { age: 97 } })]
    for (const member of [viewer, elder]) {
      // By the clock of the database, which does not travel.
      await change(member, { age_stated: 98, age_stated_on: new Date(Date.now() - 400 * day) })
      await save(member, {})
    }
    expect(await left(viewer, { age: { from: 98, to: 98 } })).toEqual(of(elder))
    expect(await left(viewer, { age: { from: 18, to: 97 } })).toEqual(of(younger))
    await ask(younger, { age: { from: 98, to: 98 } })
    expect(await left(viewer, {})).toEqual(of(elder, younger))
    await ask(younger, { age: { from: 18, to: 97 } })
    expect(await left(viewer, {})).toEqual(of(elder))
  })

  it('are counted as they are sent, whichever are kept', async () => {
    await newRegion()
    const [viewer] = [await man(), await woman()]
    const none = { age: { from: 90, to: 98 } }
    await ask(viewer, {})
    expect(await count(viewer, none)).toMatchObject({ isEmpty: true })
    await ask(viewer, none)
    expect(await count(viewer, {})).toMatchObject({ isEmpty: false })
  })

  it('by age work both ways: nobody sees a member who asks for another age', async () => {
    const [viewer, her] = [
      await man({ seeks: 'man', form: { age: 40 } }),
      await man({ seeks: 'man', form: { age: 40 } }),
    ]
    await ask(her, { age: { from: 40, to: 50 } })
    expect(await sees(viewer, her)).toEqual(everywhere)
    await ask(her, { age: { from: 41, to: 50 } })
    expect(await sees(viewer, her)).toEqual(nowhere)
    expect(ids(await list(her))).toEqual([])
    await ask(her, {})
    expect(await sees(viewer, her)).toEqual(everywhere)
  })

  /** Gives members their city, wherever its region is. */
  const livesIn = async (city: string, ...members: TestMember[]) => {
    const { id } = await testServer.database.db
      .selectFrom('geo_cities')
      .select('id')
      .where('country', '=', 'IT')
      .where('name', '=', city)
      .executeTakeFirstOrThrow()
    for (const member of members) {
      await change(member, { city_id: id })
      await refreshFindable(testServer.database.db, idOf(member))
    }
  }

  it('by distance ask how far both live from each other, both ways, and of nobody who says no city', async () => {
    const wish = { seeks: 'woman', region: 'Abruzzo' } as const
    const [viewer, near, middle, far, unknown] = [
      await woman(wish),
      await woman(wish),
      await woman(wish),
      await woman(wish),
      await woman(wish),
    ]
    // 0, 20 and 67 km from Chieti, between the middles of their cells.
    for (const [city, member] of [
      ['Chieti', viewer],
      ['Bucchianico', near],
      ['Lanciano', middle],
      ['Avezzano', far],
    ] as const)
      await livesIn(city, member)
    const all = of(near, middle, far, unknown)
    expect(await left(viewer, {})).toEqual(all)
    expect(await left(viewer, { distance: 10 })).toEqual(of(near))
    expect(await left(viewer, { distance: 25 })).toEqual(of(near, middle))
    expect(await left(viewer, { distance: 50 })).toEqual(of(near, middle))
    expect(await left(viewer, { distance: 100 })).toEqual(of(near, middle, far))
    const distances = Object.fromEntries((await list(viewer)).profili.map(({ id, distance }) => [id, distance]))
    expect(distances).toEqual({ [idOf(near)]: 10, [idOf(middle)]: 25, [idOf(far)]: 100 })
    expect((await list(viewer, { country: 'IT' })).totali).toBe(3)

    await left(viewer, {})
    expect((await list(viewer)).profili.filter(({ distance }) => distance === null).map(({ id }) => id)).toEqual([
      idOf(unknown),
    ])
    await ask(middle, { distance: 10 })
    await ask(near, { distance: 10 })
    expect(await left(viewer, {})).toEqual(of(near, far, unknown))
    await ask(middle, { distance: 25 })
    expect(await left(viewer, {})).toEqual(all)

    // Who says no city asks for no distance, and is near to nobody who does.
    await change(viewer, { city_id: null })
    expect(await left(viewer, { distance: 10 })).toEqual(of(far, unknown))
    await ask(unknown, { distance: 10 })
    expect(await left(viewer, {})).toEqual(of(far, unknown))
  })

  it('answer the same, byte for byte, wherever in a cell one lives', async () => {
    const wish = { seeks: 'woman', region: 'Abruzzo' } as const
    const [viewer, her] = [await woman(wish), await woman(wish)]
    await livesIn('Lanciano', her)
    await ask(viewer, { distance: 50 })
    const read = async () => {
      now += 15_000
      const pages = [await list(viewer), await list(viewer, { mode: 'match' })]
      const path = `/dispenser/${idOf(her)}/IT/donna`
      return JSON.stringify([...pages, (await testServer.call(path, { token: viewer.token })).body])
    }
    const { rows } = await testServer.database.pool.query<{ names: string[] }>(
      `select array_agg(name order by id) as names from geo_cities where country = 'IT'
       group by cell_of(latitude), cell_of(longitude) having bool_or(name = 'Chieti')`,
    )
    const [one, other] = rows[0]!.names
    await livesIn(one!, viewer)
    const before = await read()
    expect(before).toContain('"distance":25')
    await livesIn(other!, viewer)
    expect(await read()).toBe(before)
  })

  it('that leave nobody name the one that keeps most people out', async () => {
    await newRegion()
    const viewer = await man()
    const women = [await woman({ form: { age: 50 } }), await woman({ form: { age: 50 } })]
    await save(await woman({ form: { age: 30 } }), { descrizione: 'Ciao' })
    await save(women[0]!, { intent: 'open', descrizione: 'Ciao' })
    const loosen = async (filters: object) => {
      await ask(viewer, filters)
      return ((await list(viewer)) as Page & { loosen?: object }).loosen
    }
    const young = { age: { from: 20, to: 29 } }
    const few = { total: null, fewerThan: 50 }
    expect(await loosen({ ...young, withWords: true })).toEqual({ filter: 'age', ...few })
    expect(await loosen({ age: { from: 30, to: 30 }, intents: ['open'], withWords: true })).toEqual({
      filter: 'age',
      ...few,
    })
    expect(await loosen(young)).toEqual({ filter: 'age', ...few })
    // Two that each keep all of them out.
    expect(await loosen({ ...young, height: { from: 200, to: 210 } })).toEqual({ filter: 'all', ...few })
    expect(await loosen({ withWords: true })).toBeUndefined()
    const alone = await woman({ seeks: 'woman' })
    await ask(alone, young)
    expect(await list(alone)).not.toHaveProperty('loosen')
  })

  it.each([
    ['ages that end before they begin', { age: { from: 40, to: 30 } }],
    ['an age below 18', { age: { from: 17, to: 30 } }],
    ['an age above 98', { age: { from: 30, to: 99 } }],
    ['half an age', { age: { from: 30 } }],
    ['half a year', { age: { from: 30.5, to: 40 } }],
    ['a height in metres', { height: { from: 1.6, to: 1.8 } }],
    ['an intent that is none', { intents: ['money'] }],
    ['no intent at all', { intents: [] }],
    ['an intent twice', { intents: ['open', 'open'] }],
    ['a filter turned off', { online: false }],
    ['a distance between two bands', { distance: 30 }],
    ['another filter', { hair: 'blond' }],
  ])('are refused with %s, and those of before stay', async (_, wrong) => {
    const viewer = await man()
    await ask(viewer, { online: true })
    expect((await ask(viewer, wrong)).status).toBe(400)
    expect(await list(viewer)).toMatchObject({ filters: { online: true } })
    const body = { trackerId: viewer.session.clickid, filters: wrong }
    expect((await testServer.call('/dispenser/filters/count', { body, token: viewer.token })).status).toBe(400)
  })

  it('are one’s own', async () => {
    const [viewer, other] = [await man(), await man()]
    const body = { trackerId: other.session.clickid, filters: { online: true } }
    for (const [method, path] of [
      ['PUT', '/dispenser/filters'],
      ['POST', '/dispenser/filters/count'],
    ] as const)
      expect((await testServer.call(path, { method, body, token: viewer.token })).status).toBe(404)
    expect(await list(other)).toMatchObject({ filters: {} })
  })
})

describe('where a member looks', () => {
  const form = { country: 'FR' as const }
  const look = (viewer: TestMember, place: object) =>
    testServer.call('/dispenser/place', {
      method: 'PUT',
      body: { trackerId: viewer.session.clickid, ...place },
      token: viewer.token,
    })
  const view = async (viewer: TestMember) =>
    (await testServer.call('/api/users/verify', { body: {}, token: viewer.token })).body
  /** As a purchase or its end does, which lets sessions be read again. */
  const level = async (member: TestMember, to: 0 | 1) => {
    await setLevel(testServer.database.db, { memberId: idOf(member), level: to, until: null })
    const path = `/api/users/${member.session.clickid}`
    expect((await testServer.call(path, { method: 'PUT', body: {}, token: member.token })).status).toBe(200)
  }
  const lives = async (member: TestMember, regionId: number, cityId: number | null) => {
    await change(member, { region_id: regionId, city_id: cityId })
    await refreshFindable(testServer.database.db, idOf(member))
  }

  it('is where they live, another city of it, or, with a plan, another region; without one they are back at home', async () => {
    const [viewer, other, here] = [
      await man({ region: 'Bretagne', form }),
      await man(),
      await woman({ region: 'Bretagne', form }),
    ]
    const there = await woman({ region: 'Occitanie', form })
    expect(await view(viewer)).toMatchObject({ region: 'Bretagne', searchRegion: 'Bretagne', searchCity: '' })
    expect(ids(await list(viewer))).toEqual([idOf(here)])
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
    expect(ids(await list(viewer, { region: 'Bretagne' }))).toEqual([idOf(here)])
    expect(await view(viewer)).toMatchObject({ region: 'Bretagne', searchRegion: 'Occitanie', searchCity: 'Toulouse' })
    await level(viewer, 0)
    expect(await view(viewer)).toMatchObject({ searchRegion: 'Bretagne', searchCity: '' })
    expect(await list(viewer, { mode: 'find' })).toMatchObject({ profili: [{ id: idOf(here) }] })
    for (const wrong of [{ region: 'Atlantide' }, { region: 'Bretagne', city: 'Toulouse' }, { city: 'Rennes' }])
      expect((await look(viewer, wrong)).body).toMatchObject({ status: 400, code: 'errore_citta' })
    expect((await look(viewer, { trackerId: other.session.clickid })).status).toBe(404)
    expect((await look(viewer, {})).body).toEqual({ searchRegion: 'Bretagne', searchCity: '' })
  })

  it('has the city’s people first, then the rest of the region, by presence in each, over all pages', async () => {
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
      await entry(member, { is_new: at % 9 === 0, active_at: new Date(now - (at + 1) * 3_600_000) })
    }
    await lives(viewer, regionId, brest)
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
    // Without a city, or with one that does not exist, the region is one list.
    const whole = ids(await list(viewer, { region: 'Bretagne' }))
    expect(order(whole)).toEqual(known.slice(0, order(whole).length))
    expect(ids(await list(viewer, { region: 'Bretagne', city: 'Atlantide' }))).toEqual(whole)
    expect(ids(await list(viewer, { region: 'Bretagne', city: 'Brest' }))).toEqual(shown.slice(0, 12))
  })
})

describe('the order', () => {
  it('is by the last sign of life, with every sixth place for a new member', async () => {
    await newRegion()
    const viewer = await man()
    const women = await Promise.all(Array.from({ length: 30 }, () => woman()))
    const known = women.slice(0, 22)
    const fresh = women.slice(22)
    for (const [group, isNew] of [
      [known, false],
      [fresh, true],
    ] as const)
      for (const [at, member] of group.entries())
        await entry(member, { is_new: isNew, active_at: new Date(now - (at + 1) * 3_600_000) })
    const pages = [await list(viewer), await list(viewer, { page: 2 }), await list(viewer, { page: 3 })]
    expect(pages.map(({ profili, totali, perPage }) => [profili.length, totali, perPage])).toEqual([
      [12, 30, 12],
      [12, 30, 12],
      [6, 30, 12],
    ])
    const shown = pages.flatMap(ids)
    expect(new Set(shown)).toEqual(new Set(women.map(idOf)))
    const order = (group: readonly TestMember[]) => group.map(idOf)
    expect(shown.filter((id) => order(known).includes(id))).toEqual(order(known))
    expect(shown.filter((id) => order(fresh).includes(id))).toEqual(order(fresh))
    const places = shown.flatMap((id, place) => (order(fresh).includes(id) ? [place + 1] : []))
    // Every sixth from the fourth on, until the others have run out.
    expect(places).toEqual([4, 10, 16, 22, 27, 28, 29, 30])
    expect(await list(viewer, { page: 4 })).toMatchObject({ profili: [], totali: 30 })
    // Of the same moment, written last first.
    for (const member of women.toReversed()) await entry(member, { is_new: false, active_at: new Date(now - day) })
    now += 15_000
    const tied = [await list(viewer), await list(viewer, { page: 2 }), await list(viewer, { page: 3 })]
    expect(tied.flatMap(ids)).toEqual(order(women).sort())
  })

  it('puts the most recently active first, and the same page is the same twice', async () => {
    await newRegion()
    const viewer = await man()
    const [first, second, same] = [await woman(), await woman(), await woman()]
    const at = new Date(now - day)
    for (const member of [first, second, same]) await entry(member, { is_new: false, active_at: at })
    const tied = [first, second, same].map(idOf).sort()
    expect(ids(await list(viewer))).toEqual(tied)
    await entry(second, { active_at: new Date(at.getTime() + 1) })
    expect(ids(await list(viewer))[0]).toBe(idOf(second))
    await recordPresence(testServer.database.db, [idOf(same)], new Date(now))
    expect(ids(await list(viewer)).slice(0, 2)).toEqual([idOf(same), idOf(second)])
  })
})

describe('what stands behind a plan', () => {
  it('is the sixth page, and any other region or country, for a free member only', async () => {
    await newRegion()
    const home = region
    const viewer = await man()
    await woman()
    await newRegion()
    expect((await list(viewer, { page: 5 })).hook).toBeUndefined()
    expect(await list(viewer, { page: 6 })).toMatchObject({ hook: 'paginazione', profili: [], totali: 1 })
    expect(await list(viewer, { region })).toMatchObject({ hook: 'cambia_regione', profili: [] })
    expect(await list(viewer, { country: 'ES' })).toMatchObject({ hook: 'cambia_regione', profili: [] })
    expect((await list(viewer, { region: home })).hook).toBeUndefined()
    const paying = await man({ region: home })
    await setLevel(testServer.database.db, { memberId: idOf(paying), level: 1, until: null })
    for (const wanted of [{ page: 6 }, { region }, { country: 'ES' }])
      expect((await list(paying, wanted)).hook).toBeUndefined()
  })
})

describe('a count', () => {
  it('is kept for 15 seconds, for each viewer and mode alone', async () => {
    await newRegion()
    const [viewer, her] = [await man(), await woman()]
    expect((await list(viewer)).totali).toBe(1)
    expect((await list(viewer, { mode: 'match' })).totali).toBe(1)
    await woman()
    now += 14_999
    expect((await list(viewer)).totali).toBe(1)
    expect((await list(await man())).totali).toBe(2)
    now += 1
    expect((await list(viewer)).totali).toBe(2)
    expect((await list(viewer, { mode: 'match' })).totali).toBe(2)
    // An answer of the viewer's own counts at once.
    await event(viewer, 'match', her, { type: 'dislike' })
    expect((await list(viewer, { mode: 'match' })).totali).toBe(1)
    expect((await list(viewer)).totali).toBe(2)
    await event(viewer, 'unmatch', her)
    expect((await list(viewer, { mode: 'match' })).totali).toBe(2)
    await event(viewer, 'like', her)
    expect((await list(viewer, { mode: 'match' })).totali).toBe(1)
    await block(viewer, her)
    expect((await list(viewer)).totali).toBe(1)
    await testServer.call(`/api/block/${idOf(her)}`, { method: 'DELETE', token: viewer.token })
    expect((await list(viewer)).totali).toBe(2)
  })

  it('changes as soon as the viewer’s gender does, or the one they look for', async () => {
    const abroad = { region: 'Normandie', form: { country: 'FR' as const } }
    const [viewer] = [await man(abroad), await woman(abroad)]
    const path = `/api/users/${viewer.session.clickid}`
    for (const [body, totali] of [
      [{}, 1],
      [{ cerco: 'uomo' }, 0],
      [{ cerco: 'donna' }, 1],
      [{ sono: 'donna' }, 0],
    ] as const) {
      expect((await testServer.call(path, { method: 'PUT', body, token: viewer.token })).status).toBe(200)
      expect(await list(viewer)).toMatchObject({ totali })
    }
  })

  it('of a region is live: whom the viewer may see and who was here in 30 days, in figures from 50 on', async () => {
    await newRegion()
    const [viewer, rival] = [await man(), await man()]
    const total = async (by = viewer, name = region, country = 'IT') =>
      (await testServer.call('/dispenser/totalRegion', { body: { country, region: name }, token: by.token })).body
    const women = await Promise.all(Array.from({ length: 50 }, () => woman()))
    const [first] = women
    if (!first) throw new Error('nobody')
    await woman({ seeks: 'woman' })
    await woman({ host: 'battito.localhost' })
    expect(await total()).toEqual({ total: 50, fewerThan: null })
    await event(viewer, 'like', first)
    expect(await total()).toEqual({ total: 50, fewerThan: null })
    await entry(first, { active_at: new Date(now - 30 * day + 1) })
    expect(await total()).toEqual({ total: 50, fewerThan: null })
    await entry(first, { active_at: new Date(now - 30 * day) })
    expect(await total()).toEqual({ total: null, fewerThan: 50 })
    await entry(first, { active_at: new Date(now) })
    await block(first, viewer)
    expect(await total()).toEqual({ total: null, fewerThan: 50 })
    expect(await total(rival)).toEqual({ total: 50, fewerThan: null })
    expect(await total(rival, 'Atlantide')).toEqual({ total: null, fewerThan: 50 })
    // The country asked for counts, not the viewer's.
    const abroad = (await regionsOf('ES')).at(-1) ?? ''
    await testServer.database.pool.query(
      `update discovery_entries set country = 'ES', region_id = (select id from geo_regions where country = 'ES' and name = $1)
       where member_id = any($2::uuid[])`,
      [abroad, women.map(idOf)],
    )
    expect(await total(rival, region)).toEqual({ total: null, fewerThan: 50 })
    expect(await total(rival, abroad, 'ES')).toEqual({ total: 50, fewerThan: null })
  })
})

describe('a card', () => {
  it('says how new and how present its member is', async () => {
    await newRegion()
    const [viewer, her] = [await man(), await woman()]
    const card = async () => (await list(viewer)).profili[0]
    expect(await card()).toMatchObject({ id: idOf(her), isNew: true, online: true, presence: 'online' })
    await change(her, { created_at: new Date(now - 7 * day + 60_000) })
    expect(await card()).toMatchObject({ isNew: true })
    await change(her, { created_at: new Date(now - 7 * day), last_active_at: new Date(now - 3 * day) })
    expect(await card()).toMatchObject({ isNew: false, online: false, presence: 'week' })
    await change(her, { last_active_at: new Date(now - 7 * day) })
    expect(await card()).toMatchObject({ online: false, presence: null })
    await recordPresence(testServer.database.db, [idOf(her)], new Date(now))
    expect(await card()).toMatchObject({ online: true, presence: 'online' })
  })

  it('says what its member said of themselves, each in its place', async () => {
    await newRegion()
    const [viewer, her] = [await man(), await woman({ form: { age: 41, city: undefined } })]
    const body = {
      descrizione: 'Leggo',
      cosa_cerco: 'Compagnia',
      hair_color: 'red',
      height: 171,
      weight: 62,
      username: 'Ada',
    }
    await testServer.call(`/api/users/${her.session.clickid}`, { method: 'PUT', body, token: her.token })
    expect((await list(viewer)).profili).toEqual([
      {
        id: idOf(her),
        _id: idOf(her),
        screenName: 'Ada',
        age: 41,
        gender: 'Female',
        about: 'Leggo',
        description: 'Compagnia',
        hair_color: 'red',
        height: 171,
        weight: 62,
        default_photo: null,
        city: '',
        region,
        distance: null,
        online: true,
        presence: 'online',
        verified: false,
        verifiedAt: null,
        liked: false,
        likedYou: false,
        isNew: true,
        sample: false,
      },
    ])
  })

  it('says who likes whom, each way', async () => {
    await newRegion()
    const [viewer, her] = [await man(), await woman()]
    const [his, hers] = [async () => (await list(viewer)).profili[0], async () => (await list(her)).profili[0]]
    expect(await his()).toMatchObject({ liked: false, likedYou: false })
    await event(viewer, 'match', her, { type: 'dislike' })
    expect(await his()).toMatchObject({ liked: false, likedYou: false })
    expect(await hers()).toMatchObject({ liked: false, likedYou: false })
    await event(viewer, 'like', her)
    expect(await his()).toMatchObject({ liked: true, likedYou: false })
    expect(await hers()).toMatchObject({ liked: false, likedYou: true })
    await event(her, 'match', viewer, { type: 'dislike' })
    expect(await his()).toMatchObject({ liked: true, likedYou: false })
  })

  it('is one’s own and of one’s own pool only by its id, whatever the list says', async () => {
    await newRegion()
    const [viewer, her, stranger] = [await man(), await woman(), await woman({ host: 'battito.localhost' })]
    const one = async (other: string) =>
      (await testServer.call(`/dispenser/${other}/IT/donna`, { token: viewer.token })).body
    expect(await one(idOf(her))).toMatchObject([{ id: idOf(her) }])
    for (const other of [idOf(stranger), '01990000-0000-7000-8000-000000000000', 'nobody', '000000'])
      expect(await one(other)).toEqual([])
  })
})
