import { interestIds, intentIds, locales, promptIds } from '@incontro/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { countHomeChange } from './counted-changes.ts'
import { createSessions } from '#modules/identity/index.ts'
import { jpeg, upload } from '#modules/photos/testing/pictures.ts'
import { refreshFindable, suggestAge } from './index.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())

const idOf = (member: TestMember): string => member.session.angelId
const save = (member: TestMember, body: object) =>
  testServer.call(`/api/users/${member.session.clickid}`, { method: 'PUT', body, token: member.token })
const own = async (member: TestMember) =>
  (await testServer.call(`/api/users/profile/${member.session.clickid}`, { token: member.token })).body
const page = async (viewer: TestMember, other: TestMember) =>
  (await testServer.call(`/dispenser/${idOf(other)}/IT/donna`, { token: viewer.token })).body
const sunday = { id: 'sunday', answer: 'Mercato presto, sugo lento.' }
const dish = { id: 'dish', answer: 'Il risotto.' }

describe('a member’s choices', () => {
  it('are saved field by field; lists are replaced as a whole', async () => {
    const member = await testServer.member()
    expect(await own(member)).toMatchObject({
      intent: null,
      interests: [],
      prompts: [],
      height: null,
      weight: null,
      hair_color: null,
    })
    expect((await save(member, { prompts: [sunday, { ...dish, answer: '  Il risotto. ' }] })).status).toBe(200)
    expect((await save(member, { interests: ['wine', 'cinema'], intent: 'slowly' })).status).toBe(200)
    expect((await save(member, { height: 181, weight: 76, hair_color: 'dark blond' })).status).toBe(200)
    expect(await own(member)).toMatchObject({
      intent: 'slowly',
      interests: ['wine', 'cinema'],
      prompts: [sunday, dish],
      height: 181,
      weight: 76,
      hair_color: 'dark blond',
    })
    await save(member, { prompts: [dish], interests: [] })
    expect(await own(member)).toMatchObject({ intent: 'slowly', interests: [], prompts: [dish] })
    await save(member, { prompts: [], intent: null, height: null })
    expect(await own(member)).toMatchObject({ intent: null, prompts: [], height: null, weight: 76 })
  })

  it('keep since when each step of the profile is done, until it no longer is', async () => {
    const member = await testServer.member()
    const since = async () => {
      const row = await testServer.database.db
        .selectFrom('profile_choices')
        .select(['intent_since', 'interests_since', 'prompts_since'])
        .where('member_id', '=', idOf(member))
        .executeTakeFirst()
      return row && [row.intent_since, row.interests_since, row.prompts_since]
    }
    await save(member, { descrizione: 'Cammino.', cosa_cerco: ' ' })
    expect(await since()).toBeUndefined()
    await save(member, { cosa_cerco: 'Compagnia.' })
    const [words] = (await since()) ?? []
    expect(await since()).toEqual([expect.any(Date), null, null])
    await save(member, { intent: 'slowly', interests: ['wine'] })
    await save(member, { cosa_cerco: '', prompts: [sunday] })
    const all = (await since()) ?? []
    expect(all).toEqual([words, expect.any(Date), expect.any(Date)])
    expect(all[1]!.getTime()).toBeGreaterThan(words!.getTime())
    await save(member, { interests: ['sea'], prompts: [dish] })
    expect(await since()).toEqual(all)
    await save(member, { intent: null, interests: [], prompts: [] })
    expect(await since()).toEqual([null, null, null])
  })

  it.each([
    ['a prompt that is not on the list', { prompts: [{ id: 'salary', answer: 'x' }] }],
    ['the same prompt twice', { prompts: [sunday, sunday] }],
    ['four prompts', { prompts: promptIds.slice(0, 4).map((id) => ({ id, answer: 'x' })) }],
    ['an answer that shows nothing', { prompts: [{ id: 'dish', answer: ' \u200b ' }] }],
    ['an answer of 301 characters', { prompts: [{ id: 'dish', answer: 'x'.repeat(301) }] }],
    ['an answer of two lines', { prompts: [{ id: 'dish', answer: 'a\nb' }] }],
    ['an interest that is not on the list', { interests: ['<b>'] }],
    ['the same interest twice', { interests: ['wine', 'wine'] }],
    ['eleven interests', { interests: interestIds.slice(0, 11) }],
    ['another intent', { intent: 'money' }],
    ['a height in metres', { height: 1.81 }],
    ['a height of a giant', { height: 251 }],
    ['a weight of nobody', { weight: 29 }],
    ['a hair colour that is none', { hair_color: 'green' }],
  ])('are refused with %s, and the previous ones stay', async (_, body) => {
    const member = await testServer.member()
    await save(member, { prompts: [dish], interests: ['sea'], intent: 'open', height: 170 })
    const before = await own(member)
    expect((await save(member, { descrizione: 'Nuovo testo', ...body })).status).toBe(400)
    expect(await own(member)).toEqual(before)
  })

  it('are saved completely when two browsers save concurrently', async () => {
    const member = await testServer.member()
    const lists = [[sunday, dish], [dish, sunday], [{ id: 'book', answer: 'Uno solo' }]]
    const answers = await Promise.all(lists.map((prompts) => save(member, { prompts })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(lists).toContainEqual((await own(member)).prompts)
  })

  it('are shown on the page that others open, those in common first', async () => {
    const [viewer, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await save(her, { prompts: [sunday, dish], interests: ['wine', 'sea', 'dogs'], intent: 'slowly' })
    const [alone] = await page(viewer, her)
    expect(alone).toMatchObject({
      prompts: [sunday, dish],
      intent: { id: 'slowly', shared: false },
      interests: ['wine', 'sea', 'dogs'].map((id) => ({ id, shared: false })),
    })
    await save(viewer, { interests: ['dogs', 'yoga', 'sea'], intent: 'slowly' })
    expect((await page(viewer, her))[0]).toMatchObject({
      intent: { id: 'slowly', shared: true },
      interests: [
        { id: 'sea', shared: true },
        { id: 'dogs', shared: true },
        { id: 'wine', shared: false },
      ],
    })
    expect((await page(her, viewer))[0]).toMatchObject({ prompts: [], intent: { id: 'slowly', shared: true } })
    // On one's own page nothing is marked as in common.
    expect((await page(viewer, viewer))[0]).toMatchObject({ intent: { id: 'slowly', shared: false } })
  })

  it('are not shown to a blocked member', async () => {
    const [viewer, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await save(her, { prompts: [sunday] })
    await testServer.call('/api/block', { body: { angelId: idOf(viewer) }, token: her.token })
    expect(await page(viewer, her)).toEqual([])
  })
})

describe('where a member lives', () => {
  it('may be saved unchanged, and with a town of that region, by a free member too', async () => {
    const member = await testServer.member({ region: 'Lazio' })
    expect((await save(member, { region: 'Lazio' })).status).toBe(200)
    expect((await save(member, { region: 'Lazio', city: 'Roma' })).body.user).toMatchObject({ city: 'Roma' })
    expect((await save(member, { region: 'Veneto' })).body.user).toMatchObject({ region: 'Veneto', city: '' })
  })

  it.each([
    ['a region of another country', { region: 'Cataluña' }, 'region'],
    ['a town of another region', { region: 'Lazio', city: 'Milano' }, 'city'],
  ])('is not %s', async (_, body, field) => {
    const member = await testServer.member({ region: 'Lazio' })
    expect((await save(member, body)).body).toMatchObject({ status: 400, code: 'errore_citta', field })
  })
})

describe('the session of a member', () => {
  it('shows that a card is stored', async () => {
    const member = await testServer.member()
    const said = async () =>
      (await testServer.call('/api/users/verify', { body: {}, token: member.token })).body.actonfile
    const { pool } = testServer.database
    expect(await said()).toBe(false)
    await pool.query(
      `insert into card_tokens (member_id, id, connection, token, created_at) values ($1, gen_random_uuid(), 'adyen', 't', now())`,
      [idOf(member)],
    )
    expect(await said()).toBe(true)
    await pool.query('update card_tokens set removed_at = now() where member_id = $1', [idOf(member)])
    expect(await said()).toBe(false)
  })
})

describe('a like of an answer', () => {
  const like = async (from: TestMember, to: TestMember, prompt: string) => {
    const socket = await from.connect()
    const answer = await socket.send('like', { trackerId: from.session.clickid, angelId: idOf(to), prompt })
    socket.close()
    return answer
  }
  const notified = async (member: TestMember) =>
    (await testServer.call(`/api/get/notifications/${member.session.clickid}`, { token: member.token })).body.messages

  it('names the answer to the other member', async () => {
    const [viewer, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await save(her, { prompts: [sunday, dish] })
    const socket = await her.connect()
    expect(await like(viewer, her, 'dish')).toMatchObject({ ok: true })
    expect(await socket.next('notification')).toMatchObject({ type: 'like', prompt: 'dish', angelId: idOf(viewer) })
    socket.close()
    expect(await notified(her)).toMatchObject([{ type: 'like', prompt: 'dish' }])
  })

  it('is an ordinary like when the answer no longer exists', async () => {
    const [viewer, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    expect(await like(viewer, her, 'dish')).toMatchObject({ ok: true })
    expect(await notified(her)).toMatchObject([{ type: 'like', prompt: null }])
  })

  it('is refused for a prompt that is not on the list', async () => {
    const [viewer, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    expect(await like(viewer, her, 'salary')).toMatchObject({ ok: false })
    expect(await notified(her)).toEqual([])
  })
})

it('has texts for every choice in every language', async () => {
  for (const locale of locales) {
    const { body } = await testServer.call(`/api/get/profileChoices/${locale}`)
    const ids = (list: { id: string }[]) => list.map(({ id }) => id)
    expect([ids(body.prompts), ids(body.interests), ids(body.intents)]).toEqual([promptIds, interestIds, intentIds])
    const words = [...body.prompts, ...body.interests, ...body.intents].map(({ text }: { text: string }) => text)
    expect(words).not.toContain('')
    expect(new Set(words).size).toBe(words.length)
    const examples = body.prompts.map(({ example }: { example: string }) => example)
    expect(new Set(examples).size).toBe(promptIds.length)
    expect(examples.every((one: string) => one.length > 10 && one.length <= 70)).toBe(true)
  }
  expect((await testServer.call('/api/get/profileChoices/de')).status).toBe(400)
})

describe('a profile', () => {
  const entry = async (member: TestMember) =>
    (
      await testServer.database.pool.query(
        `select asks_age_from as "from", asks_age_to as "to", has_words as words from discovery_entries where member_id = $1`,
        [idOf(member)],
      )
    ).rows[0]

  it('stores the age with its date, and a trimmed name', async () => {
    const member = await testServer.member()
    await testServer.database.pool.query(
      `update members set age_stated_on = age_stated_on - interval '5 years' where id = $1`,
      [idOf(member)],
    )
    expect(await own(member)).toMatchObject({ eta: 35 })
    await save(member, { eta: 40, username: '  Ada ', descrizione: ' Leggo\n', cosa_cerco: ' Compagnia ' })
    expect(await own(member)).toMatchObject({
      eta: 40,
      username: 'Ada',
      descrizione: 'Leggo',
      cosa_cerco: 'Compagnia',
    })
  })

  it('keeps the day of the age when it is saved unchanged, so that saving often does not stop it', async () => {
    const member = await testServer.member()
    const stated = async () =>
      (
        await testServer.database.pool.query(
          'select age_stated as age, age_stated_on::text as day from members where id = $1',
          [idOf(member)],
        )
      ).rows[0]
    await testServer.database.pool.query(
      `update members set age_stated_on = current_date - interval '14 months' where id = $1`,
      [idOf(member)],
    )
    const before = await stated()
    await save(member, { eta: 31, descrizione: 'Leggo' })
    expect([await stated(), (await own(member)).eta]).toEqual([before, 31])
    await save(member, { eta: 30 })
    expect(await stated()).toEqual({ age: 30, day: new Date().toISOString().slice(0, 10) })
  })

  it('counts as having a text if any of its texts is set', async () => {
    const member = await testServer.member()
    for (const [change, words] of [
      [{ descrizione: 'Leggo' }, true],
      [{ descrizione: ' ' }, false],
      [{ cosa_cerco: 'Compagnia' }, true],
      [{ cosa_cerco: '' }, false],
      [{ prompts: [dish] }, true],
      [{ prompts: [] }, false],
    ] as const) {
      await save(member, change)
      expect([change, await entry(member)]).toEqual([change, { from: 18, to: 98, words }])
    }
  })

  it('restricts others by the ages its member chose, not by the suggested ones', async () => {
    const member = await testServer.member()
    const { db } = testServer.database
    await suggestAge(db, idOf(member), 30)
    await refreshFindable(db, idOf(member))
    expect(await entry(member)).toMatchObject({ from: 18, to: 98 })
    const suggested = await db
      .selectFrom('search_settings')
      .select(['filters', 'is_suggested'])
      .where('member_id', '=', idOf(member))
      .execute()
    expect(suggested).toEqual([{ filters: { age: { from: 22, to: 38 } }, is_suggested: true }])
    const filters = { age: { from: 22, to: 38 } }
    const body = { trackerId: member.session.clickid, filters }
    await testServer.call('/dispenser/filters', { method: 'PUT', body, token: member.token })
    expect(await entry(member)).toMatchObject(filters.age)
  })

  it('is in a region of its country, and setting the first home does not count as a change', async () => {
    const member = await testServer.member()
    const before = await own(member)
    for (const [field, wrong] of [
      ['region', { region: 'Bretagne' }],
      ['region', { city: 'Roma' }],
      ['city', { region: 'Lazio', city: 'Brest' }],
    ] as const)
      expect(await save(member, { descrizione: 'Nuovo testo', ...wrong })).toMatchObject({
        status: 400,
        body: { code: 'errore_citta', field },
      })
    expect(await own(member)).toEqual(before)
    await testServer.database.pool.query('update members set region_id = null, city_id = null where id = $1', [
      idOf(member),
    ])
    const statuses = []
    for (const region of ['Lazio', 'Umbria', 'Toscana', 'Molise'])
      statuses.push((await save(member, { region })).status)
    expect(statuses).toEqual([200, 200, 200, 403])
    // The first of the two changes counts until just before thirty days have passed.
    const { db } = testServer.database
    const at = new Date('2030-01-01T00:00:00Z')
    const later = (ms: number) => new Date(at.getTime() + 30 * 86_400_000 + ms)
    await db
      .updateTable('members')
      .set({ home_changes: [at, later(-1000)] })
      .where('id', '=', idOf(member))
      .execute()
    const moved = { regionId: 1, cityId: null }
    await expect(countHomeChange(db, idOf(member), moved, later(-1))).rejects.toMatchObject({
      code: 'home_changed_often',
    })
    expect(await countHomeChange(db, idOf(member), moved, later(0))).toEqual([later(-1000), later(0)])
  })
})

it('corrects their age once, and keeps it when refused', async () => {
  const member = await testServer.member({ form: { age: 31 } })
  const known = async () => {
    const { eta, mayCorrectAge } = await own(member)
    return [eta, mayCorrectAge]
  }
  expect((await save(member, { eta: 31 })).status).toBe(200)
  expect(await known()).toEqual([31, true])
  expect((await save(member, { eta: 25 })).status).toBe(200)
  expect(await known()).toEqual([25, false])
  // Also back to what it was, and together with what else the form sends, which is not saved then.
  for (const eta of [19, 31])
    expect(await save(member, { eta, descrizione: 'Leggo' })).toMatchObject({
      status: 403,
      body: { code: 'age_corrected', field: 'eta' },
    })
  expect(await own(member)).toMatchObject({ eta: 25, descrizione: expect.not.stringContaining('Leggo') })
  expect((await save(member, { eta: 25, descrizione: 'Leggo' })).status).toBe(200)
  // The age follows the calendar.
  await testServer.database.pool.query(
    `update members set age_stated_on = age_stated_on - interval '1 year' where id = $1`,
    [idOf(member)],
  )
  expect((await save(member, { eta: 26 })).status).toBe(200)
  expect((await save(member, { eta: 25 })).status).toBe(403)
})

it('lets one of two corrections of the age at once through', async () => {
  const member = await testServer.member({ form: { age: 31 } })
  const both = await Promise.all([27, 28].map((eta) => save(member, { eta })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
})

it('changes their gender at most twice in thirty days, and keeps it when refused', async () => {
  const member = await testServer.member()
  const statuses = []
  for (const sono of ['uomo', 'donna', 'donna', 'uomo', 'donna']) statuses.push((await save(member, { sono })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 403])
  expect((await save(member, { sono: 'donna' })).body).toMatchObject({ code: 'gender_changed_often', field: 'sono' })
  const { db } = testServer.database
  const row = () =>
    db
      .selectFrom('members')
      .select(['gender', 'gender_changes'])
      .where('id', '=', idOf(member))
      .executeTakeFirstOrThrow()
  const { gender, gender_changes } = await row()
  expect([gender, gender_changes.length]).toEqual(['man', 2])
  const long = new Date(Date.now() - 30 * 86_400_000)
  await db
    .updateTable('members')
    .set({ gender_changes: [long, new Date()] })
    .where('id', '=', idOf(member))
    .execute()
  expect((await save(member, { sono: 'donna' })).status).toBe(200)
})

it('is the same member, and no other, in their session, their profile, the list and to the program', async () => {
  const { db, pool } = testServer.database
  const [her, him] = [await testServer.member({ gender: 'woman', region: 'Lazio' }), await testServer.member()]
  const at = (day: number) => new Date(Date.UTC(2026, 0, day, 12))
  const placeOf = async (region: string, city: string) => {
    const { rows } = await pool.query(
      'select r.id as "regionId", c.id as "cityId" from geo_regions r join geo_cities c on c.region_id = r.id where r.name = $1 and c.name = $2',
      [region, city],
    )
    return rows[0] as { regionId: number; cityId: number }
  }
  const [home, away] = [await placeOf('Lazio', 'Roma'), await placeOf('Veneto', 'Verona')]
  const filters = { age: { from: 33, to: 44 }, distance: 50, height: { from: 170, to: 190 } }
  for (const [member, n] of [
    [her, 0],
    [him, 1],
  ] as const) {
    await db
      .updateTable('members')
      .set({
        age_stated: 36 + n,
        age_stated_on: '2026-01-01',
        city_id: n === 0 ? home.cityId : null,
        about: `Leggo ${n}`,
        looking_for: `Compagnia ${n}`,
        hair_color: n === 0 ? 'red' : 'black',
        height_cm: 171 + n,
        weight_kg: 61 + n,
        level: 1 + n,
        source: `rivista${n}`,
        hides_last_seen: n === 0,
        last_active_at: at(3 + n),
        created_at: at(5 + n),
        locale: n === 0 ? 'es' : 'fr',
        listed_in_both: n === 0,
        seeks_both: n === 1,
        gender_word: n === 0 ? 'genderfluid' : null,
        hides_gender_word: n === 0,
      })
      .where('id', '=', idOf(member))
      .execute()
    await db
      .updateTable('wallets')
      .set({ messages: 41 + n, icebreakers: 51 + n, likes: 61 + n })
      .where('member_id', '=', idOf(member))
      .execute()
    await db
      .insertInto('search_settings')
      .values({
        member_id: idOf(member),
        filters: JSON.stringify(n === 0 ? filters : {}),
        is_suggested: n === 1,
        region_id: n === 0 ? away.regionId : home.regionId,
        city_id: n === 0 ? away.cityId : home.cityId,
      })
      .execute()
    await save(member, {
      intent: n === 0 ? 'slowly' : 'open',
      interests: [n === 0 ? 'wine' : 'sea'],
      prompts: n === 0 ? [sunday] : [dish],
    })
  }
  await db
    .updateTable('members')
    .set({ last_active_at: at(3) })
    .where('id', '=', idOf(her))
    .execute()
  await db.transaction().execute((tx) => refreshFindable(tx, idOf(her)))
  const photo = (await upload(testServer, her, await jpeg(3))).body.data.name
  await upload(testServer, him, await jpeg(4))
  const photos = [{ path: expect.stringContaining(`/media/${photo}/avatar?s=`), name: photo, predefinita: true }]
  const same = { email: her.email, cerco: 'uomo', sono: 'donna', imageName: photos }
  expect((await testServer.call('/api/users/verify', { body: {}, token: her.token })).body).toEqual({
    ...same,
    verify: 1,
    clickid: her.session.clickid,
    angelId: idOf(her),
    screenName: her.session.screenName,
    age: 36,
    country: 'IT',
    region: 'Lazio',
    city: 'Roma',
    searchRegion: 'Veneto',
    searchCity: 'Verona',
    listedAll: ['donna', 'uomo'],
    seeksAll: ['uomo'],
    source: 'rivista0',
    fluxId: '7',
    flusso: her.session.flusso,
    premiumLevel: 1,
    creditiMessaggi: 41,
    creditiIcebreaker: 51,
    creditiLike: 61,
    creditiTotali: 41,
    valoreMessaggio: 10,
    confirmed_email: true,
    account_active: true,
    actonfile: false,
    regalo_messaggi: 5,
    sample: false,
    nameMissing: false,
    asksForPhoto: false,
  })
  expect(await own(her)).toEqual({
    ...same,
    username: her.session.screenName,
    listedAll: ['donna', 'uomo'],
    seeksAll: ['uomo'],
    genderWord: 'genderfluid',
    hidesGenderWord: true,
    eta: 36,
    mayCorrectAge: true,
    descrizione: 'Leggo 0',
    cosa_cerco: 'Compagnia 0',
    hair_color: 'red',
    height: 171,
    weight: 61,
    intent: 'slowly',
    interests: ['wine'],
    prompts: [sunday],
    steps: ['name', 'photo', 'intent', 'prompt', 'interests'].map((id) => ({ id, state: 'done' })),
  })
  const listed = db.selectFrom('discovery_entries').selectAll().where('member_id', '=', idOf(her))
  const asWoman = {
    pool_id: 'local',
    country: 'IT',
    region_id: home.regionId,
    city_id: home.cityId,
    member_id: idOf(her),
    gender: 'woman',
    seeks: 'man',
    is_new: false,
    // Hers to hide: the day of it as it was, and not that she is here now.
    active_at: new Date(at(3).setUTCHours(0, 0, 0, 0)),
    created_at: at(5),
    born_on: new Date(1990, 0, 1),
    height_cm: 171,
    intent: 'slowly',
    interests: ['wine'],
    has_words: true,
    asks_age_from: 33,
    asks_age_to: 44,
    asks_within_km: 50,
    asks_more: true,
    shows_presence: false,
    entered_in: expect.any(Number),
    other_pairs: 1,
  }
  // Once for each search that shows her.
  expect(await listed.orderBy('gender', 'desc').execute()).toEqual([
    asWoman,
    { ...asWoman, gender: 'man', other_pairs: 4 },
  ])
  const hers = {
    state: 'active',
    principal: {
      memberId: idOf(her),
      sessionId: expect.any(String),
      brandId: 'local',
      poolId: 'local',
      clickid: her.session.clickid,
      level: 1,
      gender: 'woman',
      listedInBoth: true,
      seeks: 'man',
      seeksBoth: false,
      country: 'IT',
      ...home,
      locale: 'es',
      flowId: '7',
      emailConfirmed: true,
      mayReachOthers: true,
      sample: false,
      search: { age: 36, height: 171, intent: 'slowly', filters, isSuggested: false, place: away, leftRegionId: null },
    },
  }
  const his = {
    ...hers.principal,
    memberId: idOf(him),
    clickid: him.session.clickid,
    level: 2,
    gender: 'man',
    listedInBoth: false,
    seeks: 'woman',
    seeksBoth: true,
    regionId: expect.any(Number),
    cityId: null,
    locale: 'fr',
    search: { age: 37, height: 172, intent: 'open', filters: {}, isSuggested: true, place: home, leftRegionId: null },
  }
  const sessions = createSessions(pool, () => new Date())
  expect(await sessions.findNow(her.token, 'local')).toEqual(hers)
  const asked = [
    [him, 'local'],
    [her, 'local'],
    [her, 'battito'],
  ] as const
  expect(await sessions.findAllNow(asked.map(([{ token }, brandId]) => ({ token, brandId })))).toEqual([
    { state: 'active', principal: his },
    hers,
    { state: 'none' },
  ])
})
