import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { refreshFindable } from '#modules/members/index.ts'
import { countActive, countNewest, type Area } from './queries.ts'
import { pairsFor } from './pairs.ts'
import { day, idOf, listingOn, type Page } from './testing/listing.ts'

/* docs/decisions/054: who sees whom, and each person once, where members are listed in one or both and seek one or both. */

const clock = { now: Date.parse('2027-01-12T10:00:00Z') }
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(clock.now), jobs: false })
})
afterAll(() => testServer.close())
const { man, change, list, newRegion } = listingOn(() => testServer, clock)

type Gender = 'man' | 'woman'

/** The model: two sets, which have to meet both ways. */
interface Person {
  readonly listed: readonly Gender[]
  readonly seeks: readonly Gender[]
}
const fit = (one: Person, two: Person): boolean =>
  one.seeks.some((gender) => two.listed.includes(gender)) && two.seeks.some((gender) => one.listed.includes(gender))

const choice = fc.constantFrom<readonly Gender[]>(['man'], ['woman'], ['man', 'woman'], ['woman', 'man'])
const person = fc.record({ listed: choice, seeks: choice })
const listingOf = ({ listed, seeks }: Person) => ({
  gender: listed[0] ?? 'man',
  listedInBoth: listed.length === 2,
  seeks: seeks[0] ?? 'man',
  seeksBoth: seeks.length === 2,
})

async function become(member: TestMember, as: Person): Promise<void> {
  const { gender, listedInBoth, seeks, seeksBoth } = listingOf(as)
  await change(member, { gender, listed_in_both: listedInBoth, seeks, seeks_both: seeksBoth })
  await testServer.database.db.transaction().execute((tx) => refreshFindable(tx, idOf(member)))
}

/** The ids of all pages. */
async function everyPage(viewer: TestMember, mode: 'find' | 'match'): Promise<{ ids: string[]; total: number }> {
  const found: string[] = []
  for (let page = 1; ; page += 1) {
    const answer: Page = await list(viewer, { mode, page })
    found.push(...answer.profili.map(({ id }) => id))
    if (answer.profili.length < answer.perPage) return { ids: found, total: answer.totali }
  }
}

/** More than a page, of whom some look. */
const people = 18
const viewers = 8

it('search, deck, counts and picks show exactly those whose choices meet, each once', async () => {
  await newRegion()
  const members: TestMember[] = []
  for (let n = 0; n < people; n += 1) {
    const member = await man()
    await testServer.database.db
      .insertInto('profile_choices')
      .values({ member_id: idOf(member), intent: 'slowly', interests: [] })
      .execute()
    await change(member, {
      level: 2,
      created_at: new Date(clock.now - (n % 2 === 0 ? 1 : 20) * day),
      last_active_at: new Date(clock.now - n * 3_600_000),
    })
    members.push(member)
  }
  const { region_id: regionId } = await testServer.database.db
    .selectFrom('members')
    .select('region_id')
    .where('id', '=', idOf(members[0]!))
    .executeTakeFirstOrThrow()
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: people, maxLength: people }), async (as) => {
      for (const [n, member] of members.entries()) await become(member, as[n]!)
      for (const table of ['daily_picks', 'empty_picks'] as const)
        await testServer.database.db.deleteFrom(table).where('member_id', 'in', members.map(idOf)).execute()
      // Counts are kept for fifteen seconds, and sessions for one.
      clock.now += 15_000
      for (const [n, viewer] of members.slice(0, viewers).entries()) {
        const expected = members.filter((_, at) => at !== n && fit(as[n]!, as[at]!)).map(idOf)
        const sorted = expected.toSorted()
        for (const mode of ['find', 'match'] as const) {
          const { ids, total } = await everyPage(viewer, mode)
          expect([as[n], mode, ids.toSorted(), total]).toEqual([as[n], mode, sorted, expected.length])
        }
        const area: Area = {
          viewerId: idOf(viewer),
          poolId: 'local',
          country: 'IT',
          regionId,
          cityId: null,
          pairs: pairsFor(listingOf(as[n]!)),
          age: 30,
          cell: null,
          nearCities: null,
          height: null,
          intent: null,
          ownInterests: [],
          filters: {},
        }
        const now = new Date(clock.now)
        const { pool } = testServer.database
        const fresh = members.filter((one, at) => at % 2 === 0 && expected.includes(idOf(one))).length
        expect(await countActive(pool, area, now, 1000)).toBe(expected.length)
        expect(await countNewest(pool, area, new Date(clock.now - 7 * day), now)).toMatchObject({ newMembers: fresh })
        const body = { trackerId: viewer.session.clickid }
        const { body: picked } = await testServer.call('/dispenser/picks', { body, token: viewer.token })
        const ids: string[] = picked.picks.map(({ id }: { id: string }) => id)
        expect(new Set(ids).size).toBe(Math.min(5, expected.length))
        expect(ids.filter((id) => !expected.includes(id))).toEqual([])
      }
    }),
    { numRuns: 2, endOnFailure: true },
  )
}, 60_000)

const entriesOf = async (member: TestMember): Promise<string[]> => {
  const rows = await testServer.database.db
    .selectFrom('discovery_entries')
    .select(['gender', 'seeks'])
    .where('member_id', '=', idOf(member))
    .execute()
  return rows.map(({ gender, seeks }) => `${gender} ${seeks}`).toSorted()
}
const save = (member: TestMember, body: object) =>
  testServer.call(`/api/users/${member.session.clickid}`, { method: 'PUT', token: member.token, body })
const profile = async (member: TestMember) =>
  (await testServer.call(`/api/users/profile/${member.session.clickid}`, { token: member.token })).body

it('a member has one entry for each pair, rewritten with what they say', async () => {
  const member = await man()
  expect(await entriesOf(member)).toEqual(['man woman'])
  expect((await save(member, { seeksAll: ['donna', 'uomo'] })).status).toBe(200)
  expect(await entriesOf(member)).toEqual(['man man', 'man woman'])
  // A client that knows only the specification's fields sends back what it read.
  expect((await save(member, { sono: 'uomo', cerco: 'donna' })).status).toBe(200)
  expect(await profile(member)).toMatchObject({ cerco: 'donna', seeksAll: ['donna', 'uomo'], listedAll: ['uomo'] })
  expect((await save(member, { listedAll: ['donna', 'uomo'], genderWord: 'nonbinary' })).status).toBe(200)
  expect(await entriesOf(member)).toEqual(['man man', 'man woman', 'woman man', 'woman woman'])
  expect(await profile(member)).toMatchObject({ sono: 'donna', listedAll: ['donna', 'uomo'], genderWord: 'nonbinary' })
  expect((await save(member, { cerco: 'uomo' })).status).toBe(200)
  expect(await entriesOf(member)).toEqual(['man man', 'woman man'])
  for (const [body, code] of [
    [{ sono: 'uomo', listedAll: ['donna'] }, 'errore_sono'],
    [{ cerco: 'uomo', seeksAll: ['donna'] }, 'errore_cerco'],
    [{ seeksAll: [] }, undefined],
    [{ seeksAll: ['donna', 1] }, undefined],
    [{ genderWord: 'other' }, undefined],
  ] as const) {
    // What contradicts itself changes nothing, nor does what was sent with it.
    const answer = await save(member, { username: 'Robin', descrizione: 'Leggo', ...body })
    expect([body, answer.status]).toEqual([body, 400])
    if (code !== undefined) expect(answer.body.code).toBe(code)
  }
  expect(await entriesOf(member)).toEqual(['man man', 'woman man'])
  expect(await profile(member)).toMatchObject({ descrizione: '', listedAll: ['donna', 'uomo'], seeksAll: ['uomo'] })
  // With lists that agree, the same is saved.
  const all = { sono: 'donna', cerco: 'uomo', listedAll: ['donna', 'uomo'], seeksAll: ['uomo'] }
  expect((await save(member, { descrizione: 'Leggo', ...all })).status).toBe(200)
  expect(await profile(member)).toMatchObject({ descrizione: 'Leggo', ...all })
})

it('changes at once leave the entries of the last one, and count where one is listed', async () => {
  const member = await man()
  const choices = [['donna'], ['uomo'], ['uomo', 'donna']]
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, n) =>
      save(member, n % 3 === 2 ? { listedAll: ['donna', 'uomo'] } : { seeksAll: choices[n % 3], descrizione: `${n}` }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200))
  const { listedAll, seeksAll } = await profile(member)
  expect(listedAll).toEqual(['donna', 'uomo'])
  expect(await entriesOf(member)).toEqual(
    pairsOf(seeksAll)
      .flatMap((seeks) => [`man ${seeks}`, `woman ${seeks}`])
      .toSorted(),
  )
  // The second and last change of thirty days, and no third, however many are sent at once.
  const more = await Promise.all(
    Array.from({ length: 5 }, (_, n) => save(member, { listedAll: n % 2 === 0 ? ['uomo'] : ['donna'] })),
  )
  expect(new Set((await profile(member)).listedAll).size).toBe(1)
  expect(more.filter(({ status }) => status === 403).every(({ body }) => body.code === 'gender_changed_often')).toBe(
    true,
  )
  expect((await save(member, { listedAll: ['donna', 'uomo'] })).body).toMatchObject({ code: 'gender_changed_often' })
  const { gender_changes: counted } = await testServer.database.db
    .selectFrom('members')
    .select('gender_changes')
    .where('id', '=', idOf(member))
    .executeTakeFirstOrThrow()
  expect(counted).toHaveLength(2)
})
const pairsOf = (wire: readonly string[]): readonly Gender[] => wire.map((one) => (one === 'uomo' ? 'man' : 'woman'))

it('a page says the word that its member chose, and nothing that they hide', async () => {
  await newRegion()
  const [viewer, member] = [await man(), await man()]
  const shown = async () =>
    (await testServer.call(`/dispenser/${idOf(member)}/IT/uomo`, { token: viewer.token })).body[0].genderShown
  expect(await shown()).toBe('man')
  for (const [word, open, hidden] of [
    ['nonbinary', 'nonbinary', null],
    ['questioning', 'questioning', null],
    ['trans_woman', 'trans_woman', 'woman'],
    ['trans_man', 'trans_man', 'man'],
    [null, 'man', 'man'],
  ] as const) {
    await save(member, { genderWord: word, hidesGenderWord: false })
    expect([word, await shown()]).toEqual([word, open])
    await save(member, { hidesGenderWord: true })
    expect([word, await shown()]).toEqual([word, hidden])
  }
})

it('naming one of those sought finds both, and naming another finds no one', async () => {
  await newRegion()
  const [viewer, his, hers] = [await man(), await man(), await man()]
  await become(viewer, { listed: ['man'], seeks: ['woman', 'man'] })
  await become(his, { listed: ['man'], seeks: ['man'] })
  await become(hers, { listed: ['woman'], seeks: ['man'] })
  clock.now += 15_000
  const found = async (cerco: string) => (await list(viewer, { cerco })).profili.map(({ id }) => id).toSorted()
  expect(await found('donna')).toEqual([idOf(his), idOf(hers)].toSorted())
  expect(await found('uomo')).toEqual([idOf(his), idOf(hers)].toSorted())
  await become(viewer, { listed: ['man'], seeks: ['woman'] })
  clock.now += 15_000
  expect(await found('uomo')).toEqual([])
})
