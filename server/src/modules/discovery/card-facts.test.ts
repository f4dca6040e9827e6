import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { createCardFacts, type Found, versionColumns } from './card-facts.ts'
import { cardJoins } from './cards.ts'
import { idOf, listingOn } from './testing/listing.ts'

const clock = { now: Date.now() }
let testServer: TestServer
let viewer: TestMember
let her: TestMember
let otherPlace: { region_id: number; id: number }
/** Changes her photos. */
const photos = (values: { state?: string; is_default?: boolean; thumbhash?: Buffer }) =>
  testServer.database.db.updateTable('member_photos').set(values).where('member_id', '=', idOf(her)).execute()
const photo = (values: { is_default: boolean; state: string }) => {
  const id = randomUUID()
  return testServer.database.db
    .insertInto('member_photos')
    .values({ id, member_id: idOf(her), storage_key: id, position: 1, created_at: new Date(clock.now), ...values })
    .execute()
}
const { list, man, woman, change, newRegion } = listingOn(() => testServer, clock)
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(clock.now), jobs: false })
  await newRegion()
  ;[viewer, her] = [await man(), await woman()]
  otherPlace = await testServer.database.db
    .selectFrom('geo_cities')
    .select(['region_id', 'id'])
    .where('country', '=', 'IT')
    .limit(1)
    .executeTakeFirstOrThrow()
})
afterAll(() => testServer.close())

/** The card of the list, and what the page of the member, which nothing keeps, says of the same. */
async function both(): Promise<readonly [object, object]> {
  const [card] = (await list(viewer)).profili
  const { body } = await testServer.call(`/dispenser/${idOf(her)}/IT/donna`, { token: viewer.token })
  const [page] = body as [Record<string, unknown>]
  // The address names the size.
  const comparable = (member: object) => ({
    ...member,
    default_photo: /[\da-f-]{36}/.exec(String('default_photo' in member ? member.default_photo : ''))?.[0],
  })
  const shared = Object.fromEntries(Object.keys(card ?? {}).map((key) => [key, page[key]]))
  return [comparable(card ?? {}), comparable(shared)]
}

it.each<[string, () => Promise<unknown>]>([
  ['a name', () => change(her, { screen_name: 'Ada' })],
  ['no name, in another language', () => change(her, { screen_name: null, locale: 'fr' })],
  ['an age', () => change(her, { age_stated: 41 })],
  ['a birthday since it was stated', () => change(her, { age_stated_on: sql`current_date - interval '2 years'` })],
  ['words', () => change(her, { about: 'Leggo.', looking_for: 'Chi legge.' })],
  ['looks', () => change(her, { hair_color: 'black', height_cm: 171, weight_kg: 64 })],
  ['a home elsewhere', () => change(her, { region_id: otherPlace.region_id, city_id: otherPlace.id })],
  ['a verification', () => change(her, { verified_at: new Date(clock.now), verified_by: 'gesture' })],
  ['its end', () => change(her, { verified_at: null, verified_by: null })],
  ['a long membership', () => change(her, { created_at: new Date(clock.now - 30 * 86_400_000) })],
  ['an activity', () => change(her, { last_active_at: new Date(clock.now - 3 * 86_400_000) })],
  ['a hidden activity', () => change(her, { hides_last_seen: true })],
  [
    'a photo',
    async () => {
      const [before] = await both()
      await photo({ is_default: true, state: 'pending' })
      expect((await both())[0]).toEqual(before)
      await photos({ state: 'approved' })
    },
  ],
  ['its thumbhash', () => photos({ thumbhash: Buffer.from('abc') })],
  [
    'another main photo',
    async () => {
      await photos({ is_default: false })
      await photo({ is_default: true, state: 'approved' })
    },
  ],
  ['no photo', () => photos({ is_default: false })],
  [
    'a change after one that failed',
    async () => {
      const { db } = testServer.database
      const failed = db.transaction().execute(async (tx) => {
        await tx.updateTable('members').set({ about: 'Mai.' }).where('id', '=', idOf(her)).execute()
        throw new Error('no')
      })
      await expect(failed).rejects.toThrow('no')
      await change(her, { about: 'Ora.' })
    },
  ],
])('a card shows at once %s, which was not announced', async (_what, write) => {
  const [before] = await both()
  await write()
  const [card, page] = await both()
  expect(card).toEqual(page)
  expect(card).toHaveProperty('id', idOf(her))
  expect(card).not.toEqual(before)
})

it('reads the facts of members once, and again of those who changed', async () => {
  const { pool } = testServer.database
  const [one, other] = [await woman(), await woman()]
  const find = async (): Promise<Found[]> =>
    (
      await pool.query<Found>(
        `select m.id, ${versionColumns} from members m ${cardJoins} where m.id = any($1::uuid[]) order by m.id`,
        [[idOf(one), idOf(other)]],
      )
    ).rows
  const asked: unknown[] = []
  const reader = {
    query: (statement: { values: unknown[] }) => {
      asked.push(statement.values[0])
      return pool.query(statement as never)
    },
  } as never
  let server = 0
  const facts = createCardFacts({ serverNumber: () => server })
  const found = await find()
  await facts.of(reader, found)
  expect((await facts.of(reader, await find())).get(idOf(one))).toMatchObject({ about: '' })
  expect(asked).toEqual([found.map(({ id }) => id)])
  // On another server, the same number may be that of another transaction.
  server += 1
  await facts.of(reader, await find())
  expect(asked).toHaveLength(2)
  asked.length = 0
  asked.push(found.map(({ id }) => id))
  await change(one, { about: 'Nuoto.' })
  // What was found before the change may be read with it; it is kept by the version that was read.
  expect((await facts.of(reader, found)).get(idOf(one))).toMatchObject({ about: '' })
  expect((await facts.of(reader, await find())).get(idOf(one))).toMatchObject({ about: 'Nuoto.' })
  expect((await facts.of(reader, await find())).get(idOf(other))).toMatchObject({ about: '' })
  expect(asked.slice(1)).toEqual([[idOf(one)]])
})
