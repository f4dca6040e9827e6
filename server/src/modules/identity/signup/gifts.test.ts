import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const walletOf = async (email: string) => {
  const { db } = testServer.database
  return db
    .selectFrom('members as m')
    .innerJoin('wallets as w', 'w.member_id', 'm.id')
    .select(['w.messages', 'w.icebreakers', 'm.welcome_gift_shown_at'])
    .where('m.email', '=', email)
    .executeTakeFirstOrThrow()
}
const register = (email: string) => testServer.registeredMember({ form: { email }, confirmed: false })

it('gives a mailbox its gifts once, whichever of its addresses registers', async () => {
  await register('gift.one@gmail.com')
  const first = await walletOf('gift.one@gmail.com')
  expect(first.icebreakers).toBeGreaterThan(0)
  expect(first.welcome_gift_shown_at).toBeNull()
  for (const email of ['giftone+1@gmail.com', 'g.i.f.t.one@googlemail.com']) {
    await register(email)
    const none = await walletOf(email)
    expect([none.messages, none.icebreakers]).toEqual([0, 0])
    // The popup of the welcome gift has nothing to book either.
    expect(none.welcome_gift_shown_at).not.toBeNull()
  }
  await register('gift.two@gmail.com')
  expect((await walletOf('gift.two@gmail.com')).icebreakers).toBe(first.icebreakers)
})

it('gives it to one of two that register at the same time', async () => {
  const emails = ['same+1@posta.example.com', 'same+2@posta.example.com']
  await Promise.all(emails.map(register))
  const wallets = await Promise.all(emails.map(walletOf))
  expect(wallets.filter(({ icebreakers }) => icebreakers > 0)).toHaveLength(1)
})
