import { afterAll, beforeAll, expect, it } from 'vitest'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let owner: TestStaff
let support: TestStaff
beforeAll(async () => {
  server = await startTestServer()
  owner = await staffMember(server, { roles: ['owner@battito'] })
  support = await staffMember(server, { roles: ['support@battito'], name: 'Grace' })
})
afterAll(() => server?.close())

const reason = 'Ticket 12'
const join = () => server.member({ host: 'battito.localhost', region: 'Lazio' })
const at = (who: TestMember, rest: string) => `/admin/api/battito/members/${who.session.angelId}/${rest}`
const put = (who: TestMember, path: string, body: object) =>
  support.call(at(who, path), { method: 'PUT', body: { ...body, reason } })
const fileOf = async (who: TestMember) => (await owner.call(at(who, 'open'), { body: { reason } })).body
const lastOf = async (who: TestMember, action: string) =>
  (await owner.call(`/admin/api/battito/audit?member=${who.session.angelId}`)).body.entries.find(
    (one: { action: string }) => one.action === action,
  )

it('corrects a name by the rules of members, who are written to', async () => {
  const member = await join()
  const { name: before } = await fileOf(member)
  for (const [name, code] of [
    ['x', 'name_length'],
    ['Marta ✓', 'name_marks'],
    ['marta@example.com', 'name_contacts'],
    ['Battito Support', 'name_reserved'],
    ['', 'name_length'],
  ])
    expect([name, await put(member, 'name', { name })]).toMatchObject([
      name,
      { status: 400, body: { code, field: 'name' } },
    ])
  expect((await put(member, 'name', { name: before })).body.code).toBe('unchanged')
  expect((await put(member, 'name', { name: ' Marta ' })).status).toBe(200)
  expect((await fileOf(member)).name).toBe('Marta')
  expect((await server.mailTo(member.email)).text).toContain('Marta')
  expect(await lastOf(member, 'member_corrected')).toMatchObject({
    by: 'Grace',
    reason,
    detail: { what: 'name', before, after: 'Marta' },
  })
})

it('corrects where a member lives, also when they may not any more', async () => {
  const member = await join()
  expect((await support.call('/admin/api/battito/regions/IT')).body).toContain('Umbria')
  expect((await support.call('/admin/api/battito/regions/XX')).body).toEqual([])
  for (const [place, field] of [
    [{ region: 'Atlantide' }, 'region'],
    [{ region: 'Umbria', city: 'Milano' }, 'city'],
    // Of another country than the member's.
    [{ region: 'Andalucía' }, 'region'],
  ] as const)
    expect([place, await put(member, 'home', place)]).toMatchObject([place, { status: 400, body: { field } }])
  await server.database.pool.query('update members set home_changes = array[now(), now()] where id = $1', [
    member.session.angelId,
  ])
  expect((await put(member, 'home', { region: 'Umbria', city: 'Perugia' })).status).toBe(200)
  expect((await put(member, 'home', { region: 'Umbria', city: 'Perugia' })).body.code).toBe('unchanged')
  expect((await fileOf(member)).home).toEqual({ region: 'Umbria', city: 'Perugia' })
  expect((await server.mailTo(member.email)).text).toContain('Perugia, Umbria')
  expect(await lastOf(member, 'member_corrected')).toMatchObject({
    detail: { what: 'home', after: 'Perugia, Umbria' },
  })
  const { rows } = await server.database.pool.query(
    'select f.region_id = m.region_id as moved from discovery_entries f join members m on m.id = f.member_id where m.id = $1',
    [member.session.angelId],
  )
  expect(rows).toEqual([{ moved: true }])
})

it('confirms an address once, and not while mail to it bounces', async () => {
  const member = await join()
  const { db } = server.database
  const confirm = () => support.call(at(member, 'confirm-email'), { body: { reason } })
  const setUp = (values: object) =>
    db.updateTable('members').set(values).where('id', '=', member.session.angelId).execute()
  expect((await confirm()).body.code).toBe('confirmed_already')
  await setUp({ email_confirmed_at: null })
  const answers = await Promise.all([confirm(), confirm()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await fileOf(member)).emailConfirmedAt).not.toBeNull()
  expect(await lastOf(member, 'email_confirmed')).toMatchObject({ by: 'Grace', reason })
  await setUp({ email_confirmed_at: null, state: 'suspended' })
  expect((await confirm()).body.code).toBe('closed')
})

it('no one of another brand is corrected or confirmed', async () => {
  const elsewhere = await server.member({ host: 'brisa.localhost' })
  expect((await put(elsewhere, 'name', { name: 'Marta' })).status).toBe(404)
  expect((await put(elsewhere, 'home', { region: 'Umbria' })).status).toBe(404)
  expect((await put(elsewhere, 'age', { age: 40 })).status).toBe(404)
  expect((await put(elsewhere, 'gender', { listedAll: ['donna'] })).status).toBe(404)
  expect((await support.call(at(elsewhere, 'confirm-email'), { body: { reason } })).status).toBe(404)
})

it('corrects an age that the member may not correct again, from 18 to 98, and never to less', async () => {
  const member = await join()
  const own = (eta: number) =>
    server.call(`/api/users/${member.session.clickid}`, {
      method: 'PUT',
      host: 'battito.localhost',
      token: member.token,
      body: { eta },
    })
  const { age: before } = await fileOf(member)
  expect((await own(before + 1)).status).toBe(200)
  expect((await own(before + 2)).body.code).toBe('age_corrected')
  for (const age of [17, 99, 18.5, '40', null])
    expect([age, (await put(member, 'age', { age })).status]).toEqual([age, 400])
  expect((await put(member, 'age', { age: before + 1 })).body.code).toBe('unchanged')
  expect((await put(member, 'age', { age: 61 })).status).toBe(200)
  expect((await fileOf(member)).age).toBe(61)
  expect((await server.mailTo(member.email)).text).toContain('61')
  expect(await lastOf(member, 'member_corrected')).toMatchObject({
    by: 'Grace',
    reason,
    detail: { what: 'age', before: String(before + 1), after: '61' },
  })
  // Searches find the member by it.
  const found = await server.database.db
    .selectFrom('discovery_entries')
    .select('born_on')
    .where('member_id', '=', member.session.angelId)
    .executeTakeFirstOrThrow()
  expect(new Date().getUTCFullYear() - new Date(found.born_on ?? 0).getFullYear()).toBe(61)
  // It stays corrected for the member.
  expect((await own(62)).body.code).toBe('age_corrected')
})

it('corrects where a member is listed, and neither whom they look for nor the word on their profile', async () => {
  const member = await join()
  await server.database.db
    .updateTable('members')
    .set({ gender: 'man', seeks: 'woman', gender_word: 'trans_man', gender_changes: [new Date(), new Date()] })
    .where('id', '=', member.session.angelId)
    .execute()
  for (const listedAll of [[], ['donna', 'donna'], ['other'], 'donna'])
    expect([listedAll, (await put(member, 'gender', { listedAll })).status]).toEqual([listedAll, 400])
  expect((await put(member, 'gender', { listedAll: ['uomo'] })).body.code).toBe('unchanged')
  expect((await put(member, 'gender', { listedAll: ['donna', 'uomo'] })).status).toBe(200)
  expect(await fileOf(member)).toMatchObject({
    listedAll: ['donna', 'uomo'],
    seeksAll: ['donna'],
    genderShown: 'trans_man',
  })
  expect((await server.mailTo(member.email)).text).toContain('tra le donne e tra gli uomini')
  expect(await lastOf(member, 'member_corrected')).toMatchObject({
    detail: { what: 'gender', before: 'listed_man', after: 'listed_both' },
  })
})
