import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

/** Where a member lives and looks, as it is typed, picked or sent by id. */

let testServer: TestServer
let towns: Map<string, number>
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
  const { body } = await testServer.call('/api/get/city/IT/Massa?region=Toscana')
  towns = new Map(
    (body as { city_title: string; provincia: string; cityId: number }[])
      .filter(({ city_title: name }) => name === 'Massa')
      .map(({ provincia, cityId }) => [provincia, cityId]),
  )
}, 60_000)
afterAll(() => testServer.close())

const form = (change: object) => ({
  email: `${crypto.randomUUID()}@person.example.com`,
  password: 'tre parole a caso',
  age: 30,
  geo: 'Toscana',
  sono: 'uomo',
  cerco: 'donna',
  terms1: true,
  terms2: true,
  terms3: true,
  terms4: true,
  country: 'IT',
  ...change,
})
const register = async (change: object) =>
  testServer.call('/api/users/register', { body: { utente: await testServer.encrypt(form(change)) } })
const change = ({ session, token }: TestMember, body: object) =>
  testServer.call(`/api/users/${session.clickid}`, { method: 'PUT', token, body })
const homeOf = async (memberId: string) =>
  (
    await testServer.database.db
      .selectFrom('members')
      .select('city_id')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
  ).city_id

describe('two towns of one name', () => {
  it('are both offered, with their ids', () => {
    expect([...towns.keys()].sort()).toEqual(['Massa-Carrara', 'Pistoia'])
  })

  it.each(['Massa-Carrara', 'Pistoia'])('that of %s is stored when it was chosen, in each way', async (province) => {
    const id = towns.get(province)
    for (const chosen of [
      { city: `Massa (${province})` },
      { city: `massa, ${province}` },
      { cityId: id },
      { city: 'Massa', cityId: id },
    ]) {
      const member = await testServer.member({ region: 'Lazio' })
      expect((await change(member, { region: 'Toscana', ...chosen })).status).toBe(200)
      expect([chosen, await homeOf(member.session.angelId)]).toEqual([chosen, id])
      const answer = await register(chosen)
      expect([chosen, answer.status, await homeOf(answer.body.angelId)]).toEqual([chosen, 200, id])
      expect(answer.body.city).toBe('Massa')
    }
  })

  it('the one a member lives in stays when the name is sent again', async () => {
    for (const id of towns.values()) {
      const member = await testServer.member()
      await change(member, { region: 'Toscana', cityId: id })
      await change(member, { region: 'Toscana', city: 'Massa' })
      expect(await homeOf(member.session.angelId)).toBe(id)
    }
  })

  it('can be looked in, each for itself', async () => {
    const member = await testServer.member({ region: 'Toscana' })
    for (const [province, id] of towns)
      for (const chosen of [{ city: `Massa (${province})` }, { cityId: id }]) {
        const body = { trackerId: member.session.clickid, region: 'Toscana', ...chosen }
        expect((await testServer.call('/dispenser/place', { method: 'PUT', token: member.token, body })).status).toBe(
          200,
        )
        const { rows } = await testServer.database.pool.query(
          'select city_id from search_settings where member_id = $1',
          [member.session.angelId],
        )
        expect(rows).toEqual([{ city_id: id }])
      }
  })
})

describe('a town that is not in the region', () => {
  it.each([{ city: 'Rom' }, { city: 'Massa (Roma)' }, { cityId: 1 }])(
    '%j is said to be unknown, not the region',
    async (place) => {
      const [field] = Object.keys(place)
      const refusal = { status: 400, body: { code: 'errore_citta', field } }
      expect(await register(place)).toMatchObject(refusal)
      const member = await testServer.member()
      expect(await change(member, { region: 'Toscana', ...place })).toMatchObject(refusal)
      const body = { trackerId: member.session.clickid, region: 'Toscana', ...place }
      expect(await testServer.call('/dispenser/place', { method: 'PUT', token: member.token, body })).toMatchObject(
        refusal,
      )
      expect((await register({ city: 'Rom' })).body.message).toContain('“Rom” in Toscana')
    },
  )

  it.each(['', '   '])('%j is none', async (city) => {
    const answer = await register({ city })
    expect([answer.status, answer.body.city]).toEqual([200, ''])
  })

  it('of another region is not taken by its id either', async () => {
    expect((await register({ geo: 'Lazio', cityId: towns.get('Pistoia') })).body).toMatchObject({ field: 'cityId' })
  })
})

it.each([
  ['Liguria', 'spezia', 'La Spezia'],
  ['Abruzzo', 'l’aquila', 'L’Aquila'],
  ['Emilia-Romagna', 'forli', 'Forlì'],
  ['Toscana', 'FIRENZE', 'Firenze'],
])('in %s the typed name %s is %s', async (geo, city, name) => {
  expect((await register({ geo, city })).body).toMatchObject({ city: name })
})
