import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { hasUsedPlan } from './plan-use.ts'
import { chat, conversingOn } from './testing/conversing.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
}, 60_000)
afterAll(() => testServer.close())
const { history, become, newSession } = conversingOn(() => testServer)

const start = new Date(Date.now() - 60_000)
const used = ({ session: { angelId } }: TestMember, since = start) =>
  hasUsedPlan(testServer.database.db, angelId, since)
/** A free member has written to her; she has the level. */
async function writtenTo(level: 0 | 1) {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const his = await man.connect()
  expect(await his.send('chat', chat(man, woman, 'Ciao'))).toMatchObject({ ok: true })
  his.close()
  if (level > 0) await become(woman, 1)
  return { man, woman: { ...woman, token: await newSession(woman) } }
}

it('counts reading a message that is covered for others as use of a plan, from that moment', async () => {
  const { man, woman } = await writtenTo(1)
  expect(await used(woman)).toBe(false)
  expect(await history(woman, man)).toMatchObject([{ msg: 'Ciao' }])
  expect(await used(woman)).toBe(true)
  expect(await used(woman, new Date(Date.now() + 60_000))).toBe(false)
  expect(await used(man, new Date(Date.now() + 60_000))).toBe(false)
})

it('does not count what anybody may read: nothing, covered messages, a plan’s own sender', async () => {
  const { man, woman } = await writtenTo(0)
  expect(await history(woman, man)).toMatchObject([{ msg: '' }])
  expect(await used(woman)).toBe(false)
  const paying = await testServer.member()
  await become(paying, 1)
  const reader = await testServer.member({ gender: 'woman' })
  const theirs = await paying.connect()
  expect(await theirs.send('chat', chat(paying, reader, 'Ciao'))).toMatchObject({ ok: true })
  theirs.close()
  await become(reader, 1)
  expect(await history({ ...reader, token: await newSession(reader) }, paying)).toMatchObject([{ msg: 'Ciao' }])
  expect(await used(reader)).toBe(false)
})

it('counts a phone number that was shown', async () => {
  const [owner, viewer] = [await testServer.member({ gender: 'woman' }), await testServer.member()]
  const at = new Date()
  await testServer.database.db
    .insertInto('phone_numbers')
    .values({ member_id: owner.session.angelId, number: '+393331234567', shown_to: 'paying', changed_at: at })
    .execute()
  await testServer.database.db
    .insertInto('phone_views')
    .values({ member_id: owner.session.angelId, viewer_id: viewer.session.angelId, first_at: at, last_at: at })
    .execute()
  expect([await used(viewer), await used(owner)]).toEqual([true, false])
})
