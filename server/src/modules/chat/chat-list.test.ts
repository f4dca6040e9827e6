import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { chat } from './testing/conversing.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

describe('the chat list', () => {
  it('is newest first, in pages of 50, each row with its last message as the reader may see it', async () => {
    const man = await testServer.member()
    const [first, second] = [await testServer.member({ gender: 'woman' }), await testServer.member({ gender: 'woman' })]
    const [his, hers] = [await man.connect(), await first.connect()]
    await his.send('chat', chat(man, first, 'Ciao, come stai in questa bella giornata?'))
    await his.send('chat', chat(man, second, 'Buongiorno'))
    const list = async (of: TestMember, query = '') =>
      (await testServer.call(`/api/get/messages/${of.session.clickid}${query}`, { token: of.token })).body
    expect(await list(man)).toMatchObject({
      totalUnreadMessages: 0,
      messages: [
        {
          angelId: second.session.angelId,
          screenName: second.session.screenName,
          name: second.session.screenName,
          msg: 'Buongiorno',
          mine: true,
          unread: 0,
        },
        {
          angelId: first.session.angelId,
          msg: 'Ciao, come stai in questa…',
          preview: 'Ciao, come stai in questa bella giornata?',
          readByOther: false,
          letto: true,
        },
      ],
    })
    expect(await list(first)).toMatchObject({
      totalUnreadMessages: 1,
      messages: [{ angelId: man.session.angelId, msg: '', preview: '', blurred: true, unread: 1, letto: false }],
    })
    await hers.send('read', { angelId: man.session.angelId, seq: 1 })
    expect((await list(man)).messages[1]).toMatchObject({ readByOther: true })
    await hers.send('chat', chat(first, man, 'Bene!'))
    const { messages } = await list(man)
    expect(messages.map(({ angelId }: { angelId: string }) => angelId)).toEqual([
      first.session.angelId,
      second.session.angelId,
    ])
    expect((await list(man, `?before=${messages[0].time}`)).messages).toMatchObject([
      { angelId: second.session.angelId },
    ])
  })

  it('marks members who are verified, and no one who can no longer be seen', async () => {
    const man = await testServer.member()
    const [woman, admirer] = [
      await testServer.member({ gender: 'woman' }),
      await testServer.member({ gender: 'woman' }),
    ]
    const [his, hers] = [await man.connect(), await admirer.connect()]
    await his.send('chat', chat(man, woman, 'Ciao'))
    await hers.send('like', { trackerId: admirer.session.clickid, angelId: man.session.angelId })
    const marks = async () =>
      Object.fromEntries(
        (await testServer.call(`/api/get/messages/${man.session.clickid}`, { token: man.token })).body.messages.map(
          (row: { angelId: string; verified: boolean }) => [row.angelId, row.verified],
        ),
      )
    const [first, second] = [woman.session.angelId, admirer.session.angelId]
    expect(await marks()).toEqual({ [first]: false, [second]: false })
    await testServer.database.db
      .updateTable('members')
      .set({ verified_at: new Date(), verified_by: 'gesture' })
      .where('id', 'in', [first, second])
      .execute()
    expect(await marks()).toEqual({ [first]: true, [second]: true })
    await testServer.database.db.updateTable('members').set({ state: 'deactivated' }).where('id', '=', first).execute()
    expect(await marks()).toEqual({ [first]: false, [second]: true })
  })
})
