import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
}, 60_000)
afterAll(() => testServer.close())

const change = (member: TestMember, body: object) =>
  testServer.call(`/api/users/${member.session.clickid}`, { method: 'PUT', token: member.token, body })
const own = async (member: TestMember) =>
  (await testServer.call(`/api/users/profile/${member.session.clickid}`, { token: member.token })).body
const seenBy = async (viewer: TestMember, member: TestMember) =>
  (await testServer.call(`/dispenser/${member.session.angelId}/IT/donna`, { token: viewer.token })).body[0]

describe('a name', () => {
  it.each([
    ['t.me/nome', 'name_contacts'],
    ['Staff Incontro', 'name_reserved'],
    ['Anna ✔️', 'name_marks'],
    ['A', 'name_length'],
  ])('%s is refused with the reason, at sign-up and in the profile', async (username, code) => {
    const member = await testServer.member()
    expect(await change(member, { username })).toMatchObject({ status: 400, body: { code, field: 'username' } })
    expect((await own(member)).username).toBe((member.session as { screenName: string }).screenName)
    const email = `${crypto.randomUUID()}@person.example.com`
    await expect(testServer.registeredMember({ form: { email, username } })).rejects.toThrow(code)
    const stored = testServer.database.db.selectFrom('member_emails').select('email').where('email', '=', email)
    expect(await stored.execute()).toEqual([])
  })

  it('is stored with its accents joined, whatever the device sends', async () => {
    const member = await testServer.member()
    expect((await change(member, { username: `Jose${'e\u0301'.repeat(30)}` })).status).toBe(200)
    expect((await own(member)).username).toBe(`Jose${'é'.repeat(30)}`)
  })

  it('that was chosen before the rule stays until it is changed, and others see dots in place of contacts', async () => {
    const [member, viewer] = [await testServer.member({ gender: 'woman' }), await testServer.member()]
    const { db } = testServer.database
    const old = 'Anna 333 1234567'
    await db.updateTable('members').set({ screen_name: old }).where('id', '=', member.session.angelId).execute()
    // The form sends the name with every change.
    expect((await change(member, { username: old, descrizione: 'Ciao' })).status).toBe(200)
    expect((await own(member)).username).toBe(old)
    expect((await seenBy(viewer, member)).screenName).toBe('Anna ••••••')
    expect((await change(member, { username: 'Anna 333 1234568' })).status).toBe(400)
  })
})

it('covers contacts in the texts of a profile for others, and not for its author', async () => {
  const [member, viewer] = [await testServer.member({ gender: 'woman' }), await testServer.member()]
  const texts = {
    descrizione: 'Scrivimi su t.me/nome o al 333 1234567.Ciao',
    cosa_cerco: 'Vedi https://evil.example',
    prompts: [{ id: 'sunday', answer: 'quando mi scrivi a nome@posta.example' }],
  }
  expect(await change(member, texts)).toMatchObject({ status: 200 })
  expect(await own(member)).toMatchObject(texts)
  const seen = await seenBy(viewer, member)
  expect(seen).toMatchObject({ prompts: [{ answer: 'quando mi scrivi a ••••••' }] })
  expect(JSON.stringify(seen)).toContain('Scrivimi su •••••• o al ••••••.Ciao')
  expect(JSON.stringify(seen)).not.toMatch(/t\.me|333|evil|posta/)
})

it('refuses control characters that terminals obey, and stores lines with LF alone', async () => {
  const member = await testServer.member()
  for (const sign of ['\u007f', '\u0080', '\u009b', '\u009f'])
    expect((await change(member, { descrizione: `a${sign}b` })).status).toBe(400)
  expect((await change(member, { descrizione: 'a\r\nb\rc\nd' })).status).toBe(200)
  expect((await own(member)).descrizione).toBe('a\nb\nc\nd')
})
