import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { onlineForMs, refreshFindable } from '#modules/members/index.ts'
import { filterConditions } from './filters.ts'
import { day, everywhere, idOf, ids, listingOn, nowhere, type Page } from './testing/listing.ts'

const clock = { now: Date.now() }
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(clock.now), jobs: false })
})
afterAll(() => testServer.close())
const { list, sees, man, woman, change, entry, event, newRegion } = listingOn(() => testServer, clock)

it.each([
  // The tests run in a time zone in which the second of these is tomorrow.
  ['2026-11-27T00:00:00Z', '1996-11-27', '1985-11-27'],
  ['2026-11-27T23:59:59Z', '1996-11-27', '1985-11-27'],
  ['2026-12-31T23:59:59Z', '1996-12-31', '1985-12-31'],
  ['2027-01-01T00:00:00Z', '1997-01-01', '1986-01-01'],
])('ages from 30 to 40 are those of the day in UTC: at %s from the birthday %s to after %s', (at, latest, after) => {
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const asked = { filters: { age: { from: 30, to: 40 } }, ownInterests: [], nearCities: null }
  expect(filterConditions(asked, new Date(at), put)).toEqual(['e.born_on <= $1::date', 'e.born_on > $2::date'])
  expect(values).toEqual([latest, after])
})

describe('the filters', () => {
  const ask = async (viewer: TestMember, filters: object) =>
    testServer.call('/dispenser/filters', {
      method: 'PUT',
      body: { trackerId: viewer.session.clickid, filters },
      token: viewer.token,
    })
  const count = async (viewer: TestMember, filters: object, mode?: 'match') =>
    (
      await testServer.call('/dispenser/filters/count', {
        body: { trackerId: viewer.session.clickid, filters, ...(mode && { mode }) },
        token: viewer.token,
      })
    ).body
  const save = async (member: TestMember, body: object) =>
    expect(
      await testServer.call(`/api/users/${member.session.clickid}`, { method: 'PUT', body, token: member.token }),
    ).toMatchObject({ status: 200 })
  /** The members found, by list, deck and counts, which have to agree. */
  async function left(viewer: TestMember, filters: object): Promise<string[]> {
    expect(await ask(viewer, filters)).toMatchObject({ status: 200, body: { filters } })
    clock.now += 15_000
    const [find, match] = [await list(viewer), await list(viewer, { mode: 'match' })]
    expect(find).toMatchObject({ filters, isSuggested: false })
    expect(ids(match).sort()).toEqual(ids(find).sort())
    expect(find.totali).toBe(find.profili.length)
    expect(await count(viewer, filters)).toEqual({
      total: null,
      fewerThan: 50,
      moreThan: null,
      isEmpty: find.totali === 0,
    })
    return ids(find).sort()
  }
  const of = (...members: TestMember[]) => members.map(idOf).sort()

  it('keep the members that match, in list, deck and counts alike', async () => {
    await newRegion()
    const [viewer, ada, bea, cleo] = [await man(), await woman(), await woman(), await woman()]
    expect(await left(viewer, {})).toEqual(of(ada, bea, cleo))
    await save(viewer, { interests: ['sea', 'wine'] })
    await save(ada, { eta: 29, height: 170, intent: 'slowly', interests: ['sea', 'dogs'], descrizione: 'Ciao' })
    await save(bea, { eta: 30, height: 180, intent: 'open', prompts: [{ id: 'dish', answer: 'Il risotto.' }] })
    await save(cleo, { eta: 98, interests: ['wine'] })
    await entry(cleo, { is_new: false, active_at: new Date(clock.now - 3_600_000) })
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
    for (const member of [ada, bea]) await entry(member, { active_at: new Date(clock.now + 20_000) })
    // Counted as they are listed, fifteen seconds from now.
    await entry(cleo, { active_at: new Date(clock.now + 15_000 - onlineForMs) })
    expect(await left(viewer, { online: true })).toEqual(of(ada, bea))
    await entry(cleo, { active_at: new Date(clock.now + 15_000 - onlineForMs + 1) })
    expect(await left(viewer, { online: true })).toEqual(of(ada, bea, cleo))
    // A member who hides when they are online is not found by it.
    const privacy = { hideLastSeen: true }
    const path = '/api/users/privacy'
    expect((await testServer.call(path, { method: 'PUT', body: privacy, token: bea.token })).status).toBe(200)
    await entry(bea, { active_at: new Date(clock.now + 20_000) })
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
      [removed, 'approved', new Date(clock.now)],
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

  it('with the highest age include everyone older, who are in turn found by that age', async () => {
    await newRegion()
    const [viewer, elder, younger] = [await man(), await woman(), await woman({ form: { age: 97 } })]
    for (const member of [viewer, elder]) {
      // By the database's clock, which is not shifted.
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

  it('are counted as submitted, not as saved', async () => {
    await newRegion()
    const [viewer] = [await man(), await woman()]
    const none = { age: { from: 90, to: 98 } }
    await ask(viewer, {})
    expect(await count(viewer, none)).toMatchObject({ isEmpty: true })
    await ask(viewer, none)
    expect(await count(viewer, {})).toMatchObject({ isEmpty: false })
  })

  it('by age apply both ways: a member who looks for another age is not shown', async () => {
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

  it('by height and by what the other seeks apply both ways, also to those who do not say', async () => {
    const wish = { seeks: 'man', region: await newRegion() } as const
    const [viewer, him] = [await man(wish), await man(wish)]
    const height = { from: 170, to: 180 }
    const intents = ['slowly', 'open']
    const cases: readonly (readonly [object, object, boolean])[] = [
      [{ height }, {}, false],
      [{ height }, { height: 169 }, false],
      [{ height }, { height: 170 }, true],
      [{ height }, { height: 180 }, true],
      [{ height }, { height: 181 }, false],
      [{ height }, { height: null }, false],
      [{ intents }, {}, false],
      [{ intents }, { intent: 'light' }, false],
      [{ intents }, { intent: 'open' }, true],
      [{ intents, height }, {}, false],
      [{ intents, height }, { height: 175 }, true],
      [{ intents, height }, { intent: null }, false],
      // The other filters are about the moment or the profile, and exclude only for the member who set them.
      [
        { online: true, withPhoto: true, verified: true, withWords: true, isNew: true, sharedInterests: true },
        {},
        true,
      ],
      [{}, {}, true],
    ]
    for (const [filters, profile, shown] of cases) {
      await ask(him, filters)
      await save(viewer, profile)
      const found = await sees(viewer, him)
      expect([filters, profile, found]).toEqual([filters, profile, shown ? everywhere : nowhere])
      // A card by its id does not ask: they may have written to each other.
      expect((await testServer.call(`/dispenser/${idOf(him)}/IT/uomo`, { token: viewer.token })).body).toHaveLength(1)
    }
  })

  /** Moves members to a city, in whichever region it is. */
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

  it('by distance apply both ways, and exclude members without a city', async () => {
    const wish = { seeks: 'woman', region: 'Abruzzo' } as const
    const [viewer, near, middle, far, unknown] = [
      await woman(wish),
      await woman(wish),
      await woman(wish),
      await woman(wish),
      await woman(wish),
    ]
    // 0, 20 and 67 km from Chieti, between the centres of their cells.
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
    const shown = async () =>
      Object.fromEntries((await list(viewer)).profili.map(({ id, distance, city }) => [id, [distance, city]]))
    const places = {
      [idOf(near)]: [10, 'Bucchianico'],
      [idOf(middle)]: [25, 'Lanciano'],
      [idOf(far)]: [100, 'Avezzano'],
    }
    expect(await shown()).toEqual(places)
    // From where one lives, wherever one looks.
    for (const city of ['Lanciano', '']) {
      const body = { trackerId: viewer.session.clickid, region: 'Abruzzo', city }
      const looked = await testServer.call('/dispenser/place', { method: 'PUT', body, token: viewer.token })
      expect([looked.status, await shown()]).toEqual([200, places])
    }
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

    // A viewer without a city cannot filter by distance, and is near to no one who does.
    await change(viewer, { city_id: null })
    expect(await left(viewer, { distance: 10 })).toEqual(of(far, unknown))
    await ask(unknown, { distance: 10 })
    expect(await left(viewer, {})).toEqual(of(far, unknown))
  })

  it('give the same result anywhere within a cell, wherever the others live', async () => {
    const wish = { seeks: 'woman', region: 'Sicilia' } as const
    const [viewer, other] = [await woman(wish), await man({ region: 'Sicilia' })]
    const others = await Promise.all(Array.from({ length: 6 }, () => woman(wish)))
    // Answers are read one after the other: no one stops being online or new in between.
    const long = { last_active_at: new Date(clock.now - 3 * day), created_at: new Date(clock.now - 30 * day) }
    for (const member of [viewer, ...others]) await change(member, long)
    const { rows } = await testServer.database.pool.query<{ ids: number[]; shared: boolean }>(
      `select array_agg(c.id order by c.id) as ids, count(*) > 1 as shared
       from geo_cities c join geo_regions r on r.id = c.region_id where r.name = 'Sicilia'
       group by cell_of(latitude), cell_of(longitude) order by min(c.id)`,
    )
    const shared = rows.filter((cell) => cell.shared)
    // The people of one's own city come first, so no one lives in those that are compared.
    const elsewhere = (cell: (typeof rows)[number]) =>
      rows.filter((one) => one !== cell).flatMap(({ ids: cities }) => cities)
    const live = async (member: TestMember, city: number) => {
      await change(member, { city_id: city })
      await refreshFindable(testServer.database.db, idOf(member))
    }
    const read = async (distance: number) => {
      clock.now += 15_000
      await ask(viewer, { distance })
      const path = (who: TestMember) => `/dispenser/${idOf(who)}/IT/donna`
      const answers = [
        await list(viewer),
        await list(viewer, { mode: 'match' }),
        await count(viewer, { distance }),
        ...(await Promise.all(
          others.map(async (her) => (await testServer.call(path(her), { token: viewer.token })).body),
        )),
        // How she is shown to others, and to whom.
        await list(other),
      ]
      return JSON.stringify(answers)
    }
    let apart = 0
    await fc.assert(
      fc.asyncProperty(
        fc.nat(shared.length - 1),
        fc.array(fc.nat(), { minLength: others.length, maxLength: others.length }),
        fc.constantFrom(10, 25, 50, 100, 200),
        async (which, homes, distance) => {
          const cell = shared[which]!
          const cities = elsewhere(cell)
          for (const [at, her] of others.entries()) {
            await live(her, cities[homes[at]! % cities.length]!)
            await entry(her, { active_at: new Date(clock.now - (at + 1) * 3_600_000), is_new: false })
          }
          const answers: string[] = []
          for (const city of cell.ids) {
            await live(viewer, city)
            answers.push(await read(distance))
          }
          apart += answers.length
          expect(answers).toEqual(answers.map(() => answers[0]))
        },
      ),
      { numRuns: 4, endOnFailure: true },
    )
    expect(apart).toBeGreaterThan(4)
  })

  it('that find no one suggest the filter that excludes most', async () => {
    await newRegion()
    const viewer = await man()
    const women = [await woman({ form: { age: 50 } }), await woman({ form: { age: 50 } })]
    const third = await woman({ form: { age: 30 } })
    await save(third, { descrizione: 'Ciao' })
    await save(women[0]!, { intent: 'open', descrizione: 'Ciao' })
    const loosen = async (filters: object) => {
      await ask(viewer, filters)
      return ((await list(viewer)) as Page & { loosen?: object }).loosen
    }
    const young = { age: { from: 20, to: 29 } }
    const few = { total: null, fewerThan: 50, moreThan: null }
    expect(await loosen({ ...young, withWords: true })).toEqual({ filter: 'age', ...few })
    expect(await loosen({ age: { from: 30, to: 30 }, intents: ['open'], withWords: true })).toEqual({
      filter: 'age',
      ...few,
    })
    expect(await loosen(young)).toEqual({ filter: 'age', ...few })
    // Two filters that each exclude everyone.
    expect(await loosen({ ...young, height: { from: 200, to: 210 } })).toEqual({ filter: 'all', ...few })
    expect(await loosen({ withWords: true })).toBeUndefined()
    // In the deck of whom the viewer has not answered, until no one is left without filters either.
    const deck = async () => ((await list(viewer, { mode: 'match' })) as Page & { loosen?: object }).loosen
    await ask(viewer, { age: { from: 50, to: 50 }, intents: ['open'] })
    expect(await deck()).toBeUndefined()
    await event(viewer, 'match', women[0]!, { type: 'dislike' })
    expect(await deck()).toEqual({ filter: 'intents', ...few })
    expect(await count(viewer, { intents: ['open'] })).toMatchObject({ isEmpty: false })
    expect(await count(viewer, { intents: ['open'] }, 'match')).toMatchObject({ isEmpty: true })
    await event(viewer, 'match', women[1]!, { type: 'dislike' })
    expect(await deck()).toEqual({ filter: 'all', ...few })
    await event(viewer, 'like', third)
    expect(await list(viewer, { mode: 'match' })).not.toHaveProperty('loosen')
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
  ])('are refused with %s, and the previous ones stay', async (_, wrong) => {
    const viewer = await man()
    await ask(viewer, { online: true })
    expect((await ask(viewer, wrong)).status).toBe(400)
    expect(await list(viewer)).toMatchObject({ filters: { online: true } })
    const body = { trackerId: viewer.session.clickid, filters: wrong }
    expect((await testServer.call('/dispenser/filters/count', { body, token: viewer.token })).status).toBe(400)
  })

  it('are private', async () => {
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
