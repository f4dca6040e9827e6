import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { type Flow } from '#modules/flows/index.ts'
import { chat, conversingOn } from './testing/conversing.ts'

const real = checkedInFlows()
const inviting = (flow: Flow): Flow => ({ ...flow, id: 'invites', inviteMode: true })

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({
    jobs: false,
    flows: {
      ...real,
      of: (brand, id) => (id === 'invites' ? inviting(real.of(brand, '7')) : real.of(brand, id)),
    },
  })
}, 60_000)
afterAll(() => testServer.close())
const { history, give, become } = conversingOn(() => testServer)

const idOf = (member: TestMember): string => member.session.angelId
/** A man whose flow uses invites, and a woman whose flow does not. */
async function pair(level: 0 | 1 | 2 = 0) {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await testServer.database.db
    .updateTable('members')
    .set({ flow_id: 'invites', level })
    .where('id', '=', idOf(man))
    .execute()
  return [man, woman] as const
}
/** The man has invited the woman. */
async function invited(level: 0 | 1 | 2 = 0) {
  const [man, woman] = await pair(level)
  const [his, hers] = [await man.connect(), await woman.connect()]
  expect(await his.send('chat', chat(man, woman, 'Ti va un caffè?'))).toMatchObject({ ok: true })
  return { man, woman, his, hers }
}
const answer = (member: TestMember, other: TestMember, accepted: unknown) =>
  testServer.call(`/api/invites/${idOf(other)}`, { method: 'PUT', token: member.token, body: { accepted } })
const inviteSeenBy = async (reader: TestMember, other: TestMember) => (await history(reader, other))[0].invite
const rowOf = async (reader: TestMember) =>
  (await testServer.call(`/api/get/messages/${reader.session.clickid}`, { token: reader.token })).body.messages[0]
const like = (from: TestMember, to: TestMember) => ({ trackerId: from.session.clickid, angelId: idOf(to) })
const pending = { ok: false, code: 'invite_pending' }

describe('a first message with invites on', () => {
  it.each([0, 1, 2] as const)(
    'is an invite at level %i, counted once, and the only one until it is accepted',
    async (level) => {
      const [man, woman] = await pair(level)
      const [his, other, hers] = [await man.connect(), await man.connect(), await woman.connect()]
      const first = chat(man, woman, 'Ti va un caffè?')
      const credits = {
        creditiIcebreaker: level === 2 ? 5 : 4,
        creditiTotali: (await his.send('chat', first)).creditiTotali,
      }
      expect(await his.send('chat', first)).toMatchObject({
        ok: true,
        ...credits,
        message: { invite: 'pending', seq: 1 },
      })
      // Open browsers on both sides show it as an invite.
      expect(await other.next('chat')).toMatchObject({ message: { type: 'personal', invite: 'pending' } })
      expect(await hers.next('chat')).toMatchObject({ message: { type: 'messaggio', invite: 'pending' } })
      expect(await his.send('chat', chat(man, woman, 'Allora?'))).toMatchObject(pending)
      expect(await his.send('chat', { ...chat(man, woman, 'Allora?'), replyTo: 1 })).toMatchObject(pending)
      expect(await history(man, woman)).toMatchObject([{ seq: 1, icebreaker: true, invite: 'pending' }])
      expect(await rowOf(woman)).toMatchObject({ invited: true, unread: 1 })
      expect(await rowOf(man)).toMatchObject({ invited: false })
    },
  )

  it('can be read by the member who has to answer it, at any level, before and after', async () => {
    const { man, woman, hers } = await invited()
    const text = 'Ti va un caffè?'
    expect(await hers.next('chat')).toMatchObject({ message: { msg: text, blurredMessage: null } })
    const read = async () => {
      expect(await history(woman, man)).toMatchObject([{ msg: text, blurredMessage: null }])
      expect(await rowOf(woman)).toMatchObject({ preview: text, blurred: false })
      const found = await testServer.call(`/api/messages/${idOf(man)}/search`, {
        method: 'POST',
        token: woman.token,
        body: { text: 'caff' },
      })
      expect(found.body).toMatchObject({ found: [{ seq: 1 }] })
    }
    await read()
    expect(await answer(woman, man, true)).toMatchObject({ status: 200 })
    await read()
  })

  it('is one of two sent concurrently', async () => {
    const [man, woman] = await pair()
    const sockets = [await man.connect(), await man.connect()]
    const acks = await Promise.all(
      sockets.flatMap((socket) => [1, 2].map((n) => socket.send('chat', chat(man, woman, `Ciao ${n}`)))),
    )
    expect(acks.map(({ ok, code }) => ok || code).toSorted()).toEqual(
      [true, 'invite_pending', 'invite_pending', 'invite_pending'].toSorted(),
    )
    expect(await history(man, woman)).toHaveLength(1)
    const third = await testServer.member({ gender: 'woman' })
    expect(await sockets[0]!.send('chat', chat(man, third, 'Ciao'))).toMatchObject({ creditiIcebreaker: 3 })
  })

  it('is not an invite where both write concurrently: the second one answers the first', async () => {
    const [man, woman] = await pair()
    const [his, hers] = [await man.connect(), await woman.connect()]
    const acks = await Promise.all([
      his.send('chat', chat(man, woman, 'Ciao')),
      hers.send('chat', chat(woman, man, 'Ciao')),
    ])
    expect(acks).toMatchObject([{ ok: true }, { ok: true }])
    expect(await his.send('chat', chat(man, woman, 'Come va?'))).toMatchObject({ ok: true })
  })

  it('is not an invite from a flow without them, whatever the recipient’s flow', async () => {
    const [man, woman] = await pair()
    const hers = await woman.connect()
    expect(await hers.send('chat', chat(woman, man, 'Ciao'))).toMatchObject({ ok: true, message: { invite: null } })
    expect(await hers.send('chat', chat(woman, man, 'Ci sei?'))).toMatchObject({ ok: true })
    expect(await answer(man, woman, true)).toMatchObject({ status: 404 })
  })

  it('withdrawn unread refunds its credit, and another may be sent', async () => {
    const { man, woman, his } = await invited()
    const path = `/api/messages/${idOf(woman)}/1`
    expect((await testServer.call(path, { method: 'DELETE', token: man.token })).body).toMatchObject({
      creditiIcebreaker: 5,
      message: { invite: null },
    })
    expect(await answer(woman, man, true)).toMatchObject({ status: 404 })
    // No way around it: a reply to a withdrawn message is a first message, too.
    expect(await his.send('chat', { ...chat(man, woman, 'Ci riprovo'), replyTo: 1 })).toMatchObject({
      ok: false,
      code: 'not_found',
    })
    expect(await his.send('chat', chat(man, woman, 'Ci riprovo'))).toMatchObject({
      ok: true,
      creditiIcebreaker: 4,
      message: { seq: 2, invite: 'pending' },
    })
    expect(await his.send('chat', chat(man, woman, 'Allora?'))).toMatchObject(pending)
  })
})

describe('an invite', () => {
  it('accepted by the button lets its sender write, and updates all browsers of both', async () => {
    const { man, woman, his, hers } = await invited(1)
    const second = await woman.connect()
    expect(await answer(woman, man, true)).toMatchObject({ status: 200, body: { message: { invite: 'accepted' } } })
    for (const socket of [his, hers, second])
      expect(await socket.next('messageChanged')).toMatchObject({ message: { seq: 1, invite: 'accepted' } })
    expect(await inviteSeenBy(man, woman)).toBe('accepted')
    // The next one is not a first message, and is paid like any other.
    await give(man, 10)
    expect(await his.send('chat', chat(man, woman, 'Che bello!'))).toMatchObject({
      ok: true,
      message: { icebreaker: false, invite: null },
    })
    // Repeating the answer changes nothing; a different one is refused.
    expect(await answer(woman, man, true)).toMatchObject({ status: 200 })
    expect(await answer(woman, man, false)).toMatchObject({ status: 409, body: { code: 'invite_answered' } })
  })

  it('does not show its sender as typing until it is accepted', async () => {
    const { man, woman, his, hers } = await invited()
    const type = (by: typeof his, to: TestMember) => by.send('typing', { angelId: idOf(to) })
    const refused = await type(his, woman)
    expect(refused).toMatchObject({ ok: false })
    expect(await type(hers, man)).toEqual({ ok: true })
    await answer(woman, man, false)
    // The same answer: he is not to know that she declined.
    expect(await type(his, woman)).toEqual(refused)
    expect(hers.received('typing')).toEqual([])
    const other = await invited()
    await answer(other.woman, other.man, true)
    expect(await type(other.his, other.woman)).toEqual({ ok: true })
    expect(await other.hers.next('typing')).toEqual({ angelId: idOf(other.man) })
  })

  it('is accepted by writing back', async () => {
    const { man, woman, his, hers } = await invited()
    expect(await hers.send('chat', chat(woman, man, 'Volentieri!'))).toMatchObject({ ok: true })
    expect(await inviteSeenBy(man, woman)).toBe('accepted')
    expect(await his.send('chat', chat(man, woman, 'Alle sei?'))).toMatchObject({ ok: true })
    expect(await answer(woman, man, false)).toMatchObject({ status: 409 })
  })

  it('when declined stays pending to its sender, who is not notified and cannot write', async () => {
    const { man, woman, his, hers } = await invited()
    expect(await answer(woman, man, false)).toMatchObject({ status: 200, body: { message: { invite: 'declined' } } })
    expect(await hers.next('messageChanged')).toMatchObject({ message: { invite: 'declined' } })
    expect(await inviteSeenBy(man, woman)).toBe('pending')
    expect(await his.send('chat', chat(man, woman, 'Allora?'))).toMatchObject(pending)
    expect(
      await testServer.call(`/api/messages/${idOf(woman)}/1`, { method: 'DELETE', token: man.token }),
    ).toMatchObject({
      status: 409,
      body: { code: 'already_read' },
    })
    expect(his.received('messageChanged')).toEqual([])
    expect(await rowOf(woman)).toMatchObject({ invited: false })
    // Not even a match opens it; a message from her does.
    await his.send('like', like(man, woman))
    await hers.send('like', like(woman, man))
    expect(await his.send('chat', chat(man, woman, 'Allora?'))).toMatchObject(pending)
    expect(await hers.send('chat', chat(woman, man, 'Ci ho ripensato'))).toMatchObject({ ok: true })
    expect(await his.send('chat', chat(man, woman, 'Che bello!'))).toMatchObject({ ok: true })
  })

  it.each(['before', 'after'] as const)(
    'counts as accepted where the two like each other, %s it was sent',
    async (when) => {
      const [man, woman] = await pair()
      const [his, hers] = [await man.connect(), await woman.connect()]
      const match = async () => {
        expect(await his.send('like', like(man, woman))).toMatchObject({ ok: true })
        expect(await hers.send('like', like(woman, man))).toMatchObject({ mutual: true })
      }
      if (when === 'before') await match()
      expect(await his.send('chat', chat(man, woman, 'Ciao'))).toMatchObject({
        ok: true,
        message: { invite: when === 'before' ? null : 'pending' },
      })
      if (when === 'after') {
        // A one-sided like is not enough.
        await his.send('like', like(man, woman))
        expect(await his.send('chat', chat(man, woman, 'Allora?'))).toMatchObject(pending)
        await match()
        expect(await inviteSeenBy(man, woman)).toBe('accepted')
        expect(await rowOf(woman)).toMatchObject({ invited: false })
        expect(await answer(woman, man, false)).toMatchObject({ status: 409 })
      }
      expect(await his.send('chat', chat(man, woman, 'Finalmente'))).toMatchObject({ ok: true })
    },
  )

  it('answered while its sender writes: messages before the answer are refused, later ones stored', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { man, woman, his } = await invited()
      const next = chat(man, woman, 'Allora?')
      const [accepted, sent] = await Promise.all([answer(woman, man, true), his.send('chat', next)])
      expect(accepted).toMatchObject({ status: 200 })
      expect(sent.ok || sent.code).toBe(sent.ok ? true : 'invite_pending')
      expect(await history(man, woman)).toHaveLength(sent.ok ? 2 : 1)
      if (!sent.ok) expect(await his.send('chat', next)).toMatchObject({ ok: true })
    }
  })

  it.each(['he', 'she'] as const)('is an invite where only %s likes, and the other dislikes', async (who) => {
    const [man, woman] = await pair()
    const [his, hers] = [await man.connect(), await woman.connect()]
    const [liker, from, to] = who === 'he' ? [his, man, woman] : [hers, woman, man]
    await liker.send('like', like(from, to))
    await (who === 'he' ? hers : his).send('match', { ...like(to, from), type: 'dislike' })
    expect(await his.send('chat', chat(man, woman, 'Ciao'))).toMatchObject({ ok: true, message: { invite: 'pending' } })
  })

  it('stays open where both dislike each other, and where its sender deletes their copy', async () => {
    const { man, woman, his, hers } = await invited()
    await his.send('match', { ...like(man, woman), type: 'dislike' })
    await hers.send('match', { ...like(woman, man), type: 'dislike' })
    expect([await inviteSeenBy(woman, man), await inviteSeenBy(man, woman)]).toEqual(['pending', 'pending'])
    await hers.send('like', like(woman, man))
    expect(await inviteSeenBy(woman, man)).toBe('pending')
    const path = `/api/messages/${idOf(woman)}/1/hidden`
    expect((await testServer.call(path, { method: 'PUT', token: man.token, body: { hidden: true } })).status).toBe(200)
    expect(await answer(woman, man, true)).toMatchObject({ status: 200, body: { message: { invite: 'accepted' } } })
  })

  it('has one answer where two are given concurrently', async () => {
    const { man, woman } = await invited()
    const answers = await Promise.all([answer(woman, man, true), answer(woman, man, false)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('is answered by its recipient only, while neither blocks the other, with yes or no', async () => {
    const { man, woman } = await invited()
    const stranger = await testServer.member({ gender: 'woman' })
    expect(await answer(man, woman, true)).toMatchObject({ status: 404 })
    expect(await answer(stranger, man, true)).toMatchObject({ status: 404 })
    expect(await answer(man, stranger, true)).toMatchObject({ status: 404 })
    expect(await answer(woman, man, 'yes')).toMatchObject({ status: 400 })
    expect(
      await testServer.call('/api/invites/admin', { method: 'PUT', token: woman.token, body: { accepted: true } }),
    ).toMatchObject({ status: 400 })
    expect(await testServer.call('/api/block', { token: man.token, body: { angelId: idOf(woman) } })).toMatchObject({
      status: 200,
    })
    expect(await answer(woman, man, true)).toMatchObject({ status: 403, body: { code: 'writing_disabled' } })
    expect(await inviteSeenBy(man, woman)).toBe('pending')
    expect(await rowOf(woman)).toMatchObject({ invited: false })
  })

  it('stays an invite when its sender’s level changes', async () => {
    const { man, woman } = await invited()
    await become(man, 2)
    const socket = await man.connect()
    expect(await socket.send('chat', chat(man, woman, 'Allora?'))).toMatchObject(pending)
  })
})
