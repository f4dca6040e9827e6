import { acknowledgements, clientEvents, type ClientEvent } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

/* The events of the socket as requests, for browsers whose network lets no socket through. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const over = (server: TestServer, member: TestMember | null, event: string, payload: object, headers = {}) =>
  server.call('/api/events', { body: { event, payload }, headers, ...(member && { token: member.token }) })
const post = (member: TestMember | null, event: string, data: object) => over(testServer, member, event, data)
const message = (from: TestMember, to: TestMember, msg: string, clientMessageId: string = randomUUID()) => ({
  trackerId: from.session.clickid,
  angelId: to.session.angelId,
  msg,
  clientMessageId,
})
const stored = async (from: TestMember) =>
  testServer.database.db.selectFrom('messages').select('body').where('sender_id', '=', from.session.angelId).execute()
const pair = async () => [await testServer.member(), await testServer.member({ gender: 'woman' })] as const

describe('a message', () => {
  it('is stored, paid and delivered as by socket, once however often it is sent', async () => {
    const [him, her] = await pair()
    const hers = await her.connect()
    const his = await him.connect()
    const first = message(him, her, 'Ciao, come stai?')
    const { status, body } = await post(him, 'chat', first)
    expect(status).toBe(200)
    expect(acknowledgements.chat.safeParse(body).success).toBe(true)
    expect(body).toMatchObject({ ok: true, message: { msg: first.msg, clientMessageId: first.clientMessageId } })
    expect(await hers.next('chat')).toMatchObject({ angelId: him.session.angelId })
    // The member's other tabs, which have sockets.
    expect(await his.next('chat')).toMatchObject({ message: { seq: body.message.seq } })

    expect((await post(him, 'chat', first)).body).toEqual(body)
    // The acknowledgement of a socket was lost, and the page sends again by request; and the other way round.
    expect(await his.send('chat', first)).toEqual(body)
    expect((await post(him, 'chat', { ...first, msg: 'Altro' })).body).toMatchObject({ code: 'duplicate_id' })
    expect(await stored(him)).toEqual([{ body: first.msg }])
    his.close()
    hers.close()
  })

  it('is refused like by socket', async () => {
    const [him, her] = await pair()
    const socket = await him.connect()
    for (const data of [
      message(him, her, '   '),
      message(him, him, 'Ciao'),
      { ...message(him, her, 'Ciao'), replyTo: 9 },
    ])
      expect((await post(him, 'chat', data)).body).toEqual(
        await socket.send('chat', { ...data, clientMessageId: randomUUID() }),
      )
    expect(await stored(him)).toEqual([])
    socket.close()
  })
})

it('a like is stored and notified, and can be undone', async () => {
  const [him, her] = await pair()
  const hers = await her.connect()
  const reaction = { trackerId: him.session.clickid, angelId: her.session.angelId }
  expect((await post(him, 'like', reaction)).body).toMatchObject({ ok: true, mutual: false })
  expect(await hers.next('notification')).toMatchObject({ type: 'like', angelId: him.session.angelId })
  expect((await post(him, 'unmatch', reaction)).body).toMatchObject({ ok: true })
  expect((await post(him, 'match', { ...reaction, type: 'dislike' })).body).toMatchObject({ ok: true })
  expect((await post(her, 'typing', { angelId: him.session.angelId })).status).toBe(200)
  hers.close()
})

it('a sign of life makes a member present who has no socket', async () => {
  const [him] = await pair()
  expect((await post(him, 'brain', { trackerId: him.session.clickid })).body).toEqual({ ok: true })
  const seen = () =>
    testServer.database.db
      .selectFrom('member_presence')
      .select('seen_at')
      .where('member_id', '=', him.session.angelId)
      .execute()
  await expect.poll(seen).toHaveLength(1)
})

describe('from an attacker', () => {
  const valid = (from: TestMember, to: TestMember): Record<ClientEvent, object> => {
    const trackerId = from.session.clickid
    const { angelId } = to.session
    return {
      clickid: { clickid: trackerId },
      brain: { trackerId },
      chat: message(from, to, 'Ciao'),
      like: { trackerId, angelId },
      match: { trackerId, angelId, type: 'like' },
      unmatch: { trackerId, angelId },
      typing: { angelId },
      read: { angelId, seq: 1 },
    }
  }

  it.each(Object.keys(clientEvents) as ClientEvent[])('%s needs a session and the own tracker id', async (event) => {
    const [him, her] = await pair()
    const data = valid(him, her)[event]
    expect((await post(null, event, data)).status).toBe(401)
    const foreign = valid(her, her)[event]
    if (Object.keys(foreign).some((key) => /trackerId|clickid/.test(key)))
      expect((await post(him, event, foreign)).status).toBe(404)
    expect(await stored(him)).toEqual([])
  })

  it('no page of another site can send one with the cookie', async () => {
    const [him, her] = await pair()
    const { headers } = await testServer.call('/api/users/authenticate', {
      body: { email: him.email, password: him.password },
      headers: { origin: testServer.url },
    })
    const cookie =
      headers
        .getSetCookie()
        .find((one) => one.startsWith('__Host-session='))
        ?.split(';')[0] ?? ''
    const from = (given: object) => over(testServer, null, 'chat', message(him, her, 'Ciao'), { cookie, ...given })
    for (const origin of ['https://evil.example', 'null', `${testServer.url}.evil.example`])
      expect((await from({ origin })).status).toBe(403)
    expect((await from({})).status).toBe(403)
    // A form of another site cannot send JSON, and no other type is read.
    expect((await from({ origin: testServer.url, 'content-type': 'text/plain' })).status).toBe(400)
    expect(await stored(him)).toEqual([])
    expect((await from({ origin: testServer.url })).body).toMatchObject({ ok: true })
  })

  it('what is not an event, or larger than one, is refused', async () => {
    const [him, her] = await pair()
    for (const body of [
      { event: 'nothing', payload: {} },
      { event: '__proto__', payload: {} },
      { event: 'like', payload: message(him, her, 'Ciao') },
      { event: 'chat', payload: { ...message(him, her, 'Ciao'), more: 1 } },
      { event: 'chat' },
    ])
      expect((await testServer.call('/api/events', { body, token: him.token })).status).toBe(400)
    const large = await post(him, 'chat', { ...message(him, her, 'Ciao'), servizio: 'x'.repeat(33_000) })
    expect(large.status).toBe(413)
    expect(await stored(him)).toEqual([])
  })

  it('sockets and requests share one allowance', async () => {
    // Eight events at once.
    const small = await startTestServer({ limitFactor: 0.05, jobs: false })
    try {
      const him = await small.member()
      const socket = await him.connect()
      const sign = { trackerId: him.session.clickid }
      for (let n = 0; n < 8; n += 1) expect(await socket.send('brain', sign)).toEqual({ ok: true })
      const refused = await over(small, him, 'brain', sign)
      expect(refused).toMatchObject({ status: 429, body: { code: 'busy' } })
      socket.close()
    } finally {
      await small.close()
    }
  })
})
