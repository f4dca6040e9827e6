import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { recordPresence } from '#modules/members/index.ts'
import { day, idOf, ids, listingOn } from './testing/listing.ts'

const clock = { now: Date.now() }
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(clock.now), jobs: false })
})
afterAll(() => testServer.close())
const { list, man, woman, change, entry, event, block, newRegion, regionsOf } = listingOn(() => testServer, clock)

describe('the order', () => {
  it('is by last activity, with every sixth place for a new member', async () => {
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
        await entry(member, { is_new: isNew, active_at: new Date(clock.now - (at + 1) * 3_600_000) })
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
    // Every sixth from the fourth on, until the others run out.
    expect(places).toEqual([4, 10, 16, 22, 27, 28, 29, 30])
    expect(await list(viewer, { page: 4 })).toMatchObject({ profili: [], totali: 30 })
    // With equal times; inserted in reverse.
    for (const member of women.toReversed())
      await entry(member, { is_new: false, active_at: new Date(clock.now - day) })
    clock.now += 15_000
    const tied = [await list(viewer), await list(viewer, { page: 2 }), await list(viewer, { page: 3 })]
    expect(tied.flatMap(ids)).toEqual(order(women).sort())
  })

  it('puts the most recently active first, and is stable', async () => {
    await newRegion()
    const viewer = await man()
    const [first, second, same] = [await woman(), await woman(), await woman()]
    const at = new Date(clock.now - day)
    for (const member of [first, second, same]) await entry(member, { is_new: false, active_at: at })
    const tied = [first, second, same].map(idOf).sort()
    expect(ids(await list(viewer))).toEqual(tied)
    await entry(second, { active_at: new Date(at.getTime() + 1) })
    expect(ids(await list(viewer))[0]).toBe(idOf(second))
    await recordPresence(testServer.database.db, [idOf(same)], new Date(clock.now))
    expect(ids(await list(viewer)).slice(0, 2)).toEqual([idOf(same), idOf(second)])
  })
})

describe('a count', () => {
  it('is cached for 15 seconds, per viewer and mode', async () => {
    await newRegion()
    const [viewer, her] = [await man(), await woman()]
    expect((await list(viewer)).totali).toBe(1)
    expect((await list(viewer, { mode: 'match' })).totali).toBe(1)
    await woman()
    clock.now += 14_999
    expect((await list(viewer)).totali).toBe(1)
    expect((await list(await man())).totali).toBe(2)
    clock.now += 1
    expect((await list(viewer)).totali).toBe(2)
    expect((await list(viewer, { mode: 'match' })).totali).toBe(2)
    // The viewer's own answer updates it immediately.
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

  it('changes immediately with the viewer’s gender or the one they look for', async () => {
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

  it('of a region is live: visible members who were active in the last 30 days, exact from 50 on', async () => {
    const region = await newRegion()
    const [viewer, rival] = [await man(), await man()]
    const total = async (by = viewer, name = region, country = 'IT') =>
      (await testServer.call('/dispenser/totalRegion', { body: { country, region: name }, token: by.token })).body
    const women = await Promise.all(Array.from({ length: 50 }, () => woman()))
    const [first] = women
    if (!first) throw new Error('nobody')
    await woman({ seeks: 'woman' })
    await woman({ host: 'battito.localhost' })
    expect(await total()).toMatchObject({ total: 50, fewerThan: null, moreThan: null })
    await event(viewer, 'like', first)
    expect(await total()).toMatchObject({ total: 50, fewerThan: null, moreThan: null })
    await entry(first, { active_at: new Date(clock.now - 30 * day + 1) })
    expect(await total()).toMatchObject({ total: 50, fewerThan: null, moreThan: null })
    await entry(first, { active_at: new Date(clock.now - 30 * day) })
    expect(await total()).toMatchObject({ total: null, fewerThan: 50, moreThan: null })
    await entry(first, { active_at: new Date(clock.now) })
    await block(first, viewer)
    expect(await total()).toMatchObject({ total: null, fewerThan: 50, moreThan: null })
    expect(await total(rival)).toMatchObject({ total: 50, fewerThan: null, moreThan: null })
    // The requested country counts, not the viewer's.
    const abroad = (await regionsOf('ES')).at(-1) ?? ''
    await testServer.database.pool.query(
      `update discovery_entries set country = 'ES', region_id = (select id from geo_regions where country = 'ES' and name = $1)
       where member_id = any($2::uuid[])`,
      [abroad, women.map(idOf)],
    )
    expect(await total(rival, region)).toMatchObject({ total: null, fewerThan: 50, moreThan: null })
    expect(await total(rival, abroad, 'ES')).toMatchObject({ total: 50, fewerThan: null, moreThan: null })
  })
})

describe('a card', () => {
  it('shows how new and how recently active its member is', async () => {
    await newRegion()
    const [viewer, her] = [await man(), await woman()]
    const card = async () => (await list(viewer)).profili[0]
    expect(await card()).toMatchObject({ id: idOf(her), isNew: true, online: true, presence: 'online' })
    await change(her, { created_at: new Date(clock.now - 7 * day + 60_000) })
    expect(await card()).toMatchObject({ isNew: true })
    await change(her, { created_at: new Date(clock.now - 7 * day), last_active_at: new Date(clock.now - 3 * day) })
    expect(await card()).toMatchObject({ isNew: false, online: false, presence: 'week' })
    await change(her, { last_active_at: new Date(clock.now - 7 * day) })
    expect(await card()).toMatchObject({ online: false, presence: null })
    await recordPresence(testServer.database.db, [idOf(her)], new Date(clock.now))
    expect(await card()).toMatchObject({ online: true, presence: 'online' })
    // By the clock of the database, which does not travel.
    await change(her, { age_stated: 41, age_stated_on: new Date(Date.now() - 400 * day) })
    expect(await card()).toMatchObject({ age: 42 })
  })

  it('counts days by where the viewer lives', async () => {
    const [region] = await regionsOf('GB')
    const abroad = { form: { country: 'GB' as const }, ...(region !== undefined && { region }) }
    const [viewer, her] = [await man(abroad), await woman(abroad)]
    // Half past midnight in London, half past one on the continent: here on the day before, there on this one.
    clock.now = Math.floor(clock.now / day) * day + day + 30 * 60_000
    await change(her, { last_active_at: new Date(clock.now - 75 * 60_000) })
    const { body } = await testServer.call(`/dispenser/${idOf(her)}/GB/donna`, { token: viewer.token })
    const offset = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: 'numeric' }).format(clock.now)
    expect([body[0].presence, (await list(viewer)).profili[0]?.presence]).toEqual(
      offset === '00' ? ['week', 'week'] : ['today', 'today'],
    )
  })

  it('has the main photo in the size of its place, and a page all that are approved', async () => {
    await newRegion()
    const [viewer, her] = [await man(), await woman()]
    const [main, second, pending] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    for (const [position, id] of [main, second, pending].entries())
      await testServer.database.db
        .insertInto('member_photos')
        .values({
          member_id: idOf(her),
          id,
          storage_key: 'x',
          state: id === pending ? 'pending' : 'approved',
          is_default: id === main,
          thumbhash: id === main ? Buffer.from('hash') : null,
          position,
          created_at: new Date(),
        })
        .execute()
    const url = (id: string, variant: 'card' | 'full') => expect.stringContaining(`${id}/${variant}`)
    const thumbhash = Buffer.from('hash').toString('base64')
    expect((await list(viewer)).profili[0]).toMatchObject({ default_photo: url(main, 'card'), thumbhash })
    const { body } = await testServer.call(`/dispenser/${idOf(her)}/IT/donna`, { token: viewer.token })
    expect([body[0].default_photo, body[0].gallery]).toEqual([
      url(main, 'full'),
      [
        { url: url(main, 'full'), thumbhash },
        { url: url(second, 'full'), thumbhash: null },
      ],
    ])
  })

  it('shows each of the member’s details in its field', async () => {
    const region = await newRegion()
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
        thumbhash: null,
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

  it('of the deck has up to three interests, those in common first; one of the list has none', async () => {
    await newRegion()
    const [viewer, her, silent] = [await man(), await woman(), await woman()]
    const like = ({ session, token }: TestMember, interests: string[]) =>
      testServer.call(`/api/users/${session.clickid}`, { method: 'PUT', body: { interests }, token })
    await like(viewer, ['dogs', 'yoga'])
    await like(her, ['wine', 'sea', 'cinema', 'dogs'])
    const interestsIn = async (mode: 'find' | 'match') =>
      Object.fromEntries(
        (await list(viewer, { mode })).profili.map(({ id, interests }: { id: string; interests?: unknown }) => [
          id,
          interests,
        ]),
      )
    expect(await interestsIn('match')).toEqual({
      [idOf(her)]: [
        { id: 'dogs', shared: true },
        { id: 'wine', shared: false },
        { id: 'sea', shared: false },
      ],
      [idOf(silent)]: [],
    })
    expect(await interestsIn('find')).toEqual({ [idOf(her)]: undefined, [idOf(silent)]: undefined })
  })

  it('shows likes in both directions', async () => {
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

  it('can be read by id: one’s own and those of one’s pool, whether listed or not', async () => {
    await newRegion()
    const [viewer, her, stranger] = [await man(), await woman(), await woman({ host: 'battito.localhost' })]
    const one = async (other: string) =>
      (await testServer.call(`/dispenser/${other}/IT/donna`, { token: viewer.token })).body
    expect(await one(idOf(her))).toMatchObject([{ id: idOf(her) }])
    for (const other of [idOf(stranger), '01990000-0000-7000-8000-000000000000', 'nobody', '000000'])
      expect(await one(other)).toEqual([])
  })
})
