import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type MemberWish, type TestMember, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())

interface Said {
  readonly intent?: string
  readonly interests?: readonly string[]
  readonly prompts?: readonly { readonly id: string; readonly answer: string }[]
}
const rome = { form: { city: 'Roma' } }
const idOf = (member: TestMember): string => member.session.angelId
async function member(wish: MemberWish, said: Said = {}): Promise<TestMember> {
  const made = await testServer.member(wish)
  const { clickid } = made.session
  const answer = await testServer.call(`/api/users/${clickid}`, { method: 'PUT', token: made.token, body: said })
  expect(answer.status).toBe(200)
  return made
}
const starters = async (from: TestMember, to: string, locale = 'it'): Promise<string[]> =>
  (await testServer.call(`/api/get/starters/${to}/${locale}`, { token: from.token })).body.starters

it('come from what the other member’s page shows, in the language of the page', async () => {
  const said = { intent: 'slowly', interests: ['sea', 'dogs'] }
  const man = await member(rome, { ...said, interests: ['dogs', 'wine'] })
  const woman = await member(
    { ...rome, gender: 'woman' },
    { ...said, prompts: [{ id: 'sunday', answer: 'Al mercato' }] },
  )
  expect(await starters(man, idOf(woman))).toEqual([
    '«Al mercato»: mi racconti di più?',
    'Anche a me piacciono i cani: ne hai uno?',
    'Stessa città, Roma: qual è il tuo posto del cuore?',
  ])
  expect((await starters(man, idOf(woman), 'en'))[1]).toBe('I like dogs too: do you have one?')
  // Each of the two has answers of their own.
  expect(await starters(woman, idOf(man))).toEqual([
    'Anche a me piacciono i cani: ne hai uno?',
    'Stessa città, Roma: qual è il tuo posto del cuore?',
    'A quanto pare cerchiamo la stessa cosa: tu come la immagini?',
  ])
  // A town of the same region is another town.
  const elsewhere = await member({ form: { city: 'Viterbo' }, gender: 'woman' })
  expect(await starters(man, idOf(elsewhere))).toEqual([])
})

it('are not given to members who may not see the other one or write to them, nor about oneself', async () => {
  const man = await member(rome)
  const woman = await member({ ...rome, gender: 'woman' })
  expect(await starters(man, idOf(woman))).toHaveLength(1)
  expect(await starters(man, idOf(man))).toEqual([])
  for (const unknown of ['000000', crypto.randomUUID()]) expect(await starters(man, unknown)).toEqual([])
  const change = (values: object) =>
    testServer.database.db.updateTable('members').set(values).where('id', '=', idOf(woman)).execute()
  for (const [closed, open] of [
    [{ is_hidden: true }, { is_hidden: false }],
    [{ state: 'deactivated' }, { state: 'active' }],
    [{ first_messages_from: 'verified' }, { first_messages_from: 'everyone' }],
  ] as const) {
    await change(closed)
    expect(await starters(man, idOf(woman))).toEqual([])
    await change(open)
    expect(await starters(man, idOf(woman))).toHaveLength(1)
  }
  await testServer.database.db
    .insertInto('blocks')
    .values([
      { member_id: idOf(woman), other_id: idOf(man), made_by_me: true, created_at: new Date() },
      { member_id: idOf(man), other_id: idOf(woman), made_by_me: false, created_at: new Date() },
    ])
    .execute()
  expect(await starters(man, idOf(woman))).toEqual([])
  expect((await testServer.call(`/api/get/starters/${idOf(woman)}/it`, {})).status).toBe(401)
  expect((await testServer.call(`/api/get/starters/${idOf(woman)}/de`, { token: man.token })).status).toBe(400)
})
