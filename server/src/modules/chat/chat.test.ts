import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestMember } from '../../../test/test-server.ts'
import { checkLedger, move } from '../credits/index.ts'
import { setLevel } from '../members/index.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const chat = (
  from: TestMember,
  to: { session: { angelId: string } },
  msg: string,
  clientMessageId: string = randomUUID(),
) => ({ msg, trackerId: from.session.clickid, angelId: to.session.angelId, clientMessageId })
const history = async (reader: TestMember, other: TestMember, query = '') =>
  (
    await testServer.call(`/api/get/messages/${reader.session.clickid}/${other.session.angelId}${query}`, {
      token: reader.token,
    })
  ).body
const give = (member: TestMember, amount: number) =>
  testServer.database.db.transaction().execute((tx) =>
    move(tx, {
      memberId: member.session.angelId,
      brandId: 'local',
      account: 'messages',
      house: 'support',
      amount,
      key: `test:${randomUUID()}`,
      at: new Date(),
    }),
  )
async function become(member: TestMember, level: 0 | 1 | 2): Promise<void> {
  await setLevel(testServer.database.db, { memberId: member.session.angelId, level, until: null })
}

describe('a message', () => {
  it('is paid, numbered, acknowledged and delivered, the first one as an icebreaker', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const [his, hers] = [await man.connect(), await woman.connect()]
    const ack = await his.send('chat', chat(man, woman, '  Ciao!  '))
    expect(ack).toMatchObject({
      ok: true,
      creditiIcebreaker: 4,
      creditiTotali: 3,
      message: { seq: 1, type: 'personal', msg: 'Ciao!', icebreaker: true, blurredMessage: null },
    })
    const arrived = await hers.next('chat')
    // Both are level 0: she may not read it, so the text does not leave the server.
    expect(arrived).toMatchObject({
      angelId: man.session.angelId,
      totalUnreadMessages: 1,
      message: { seq: 1, type: 'messaggio', msg: '' },
    })
    expect(arrived.message.blurredMessage).toBeTruthy()
    expect(JSON.stringify(await history(woman, man))).not.toContain('Ciao')
    const second = await his.send('chat', chat(man, woman, 'Come stai?'))
    expect(second).toMatchObject({
      ok: true,
      creditiIcebreaker: 4,
      creditiTotali: 2,
      message: { seq: 2, icebreaker: false },
    })
    expect(await history(man, woman, '?after=1')).toMatchObject([{ seq: 2, msg: 'Come stai?' }])
  })

  it('with one client id is one message and one debit, however often it is sent', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const socket = await man.connect()
    const message = chat(man, woman, 'Una volta sola')
    const acks = await Promise.all(Array.from({ length: 8 }, () => socket.send('chat', message)))
    expect(new Set(acks.map((ack) => ack.message.id)).size).toBe(1)
    expect(acks.every((ack) => ack.ok && ack.creditiIcebreaker === 4)).toBe(true)
    expect(await history(man, woman)).toHaveLength(1)
    expect(await socket.send('chat', { ...message, msg: 'Un altro testo' })).toMatchObject({
      ok: false,
      code: 'duplicate_id',
    })
  })

  it('is refused when nothing pays for it, and nothing is stored', async () => {
    const man = await testServer.member()
    const socket = await man.connect()
    for (let n = 0; n < 5; n += 1)
      expect(await socket.send('chat', chat(man, await testServer.member({ gender: 'woman' }), 'Ciao'))).toMatchObject({
        ok: true,
      })
    const sixth = await testServer.member({ gender: 'woman' })
    expect(await socket.send('chat', chat(man, sixth, 'Ciao'))).toMatchObject({ ok: false, code: 'fine_crediti' })
    expect(await history(man, sixth)).toEqual([])
    expect(
      (await testServer.call(`/api/get/messages/${sixth.session.clickid}`, { token: sixth.token })).body.messages,
    ).toEqual([])
  })

  it('costs a level-1 member the flow’s price and a level-2 member nothing', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const socket = await man.connect()
    await become(man, 1)
    await give(man, 16)
    expect(await socket.send('chat', chat(man, woman, 'Uno'))).toMatchObject({ ok: true, creditiTotali: 9 })
    expect(await socket.send('chat', chat(man, woman, 'Due'))).toMatchObject({ ok: false, code: 'fine_crediti' })
    await become(man, 2)
    expect(await socket.send('chat', chat(man, woman, 'Due'))).toMatchObject({ ok: true })
    // A paying member's words are clear to everybody.
    expect(await history(woman, man)).toMatchObject([{ msg: 'Uno', blurredMessage: null }, { msg: 'Due' }])
  })

  it('from many senders at once keeps order without gaps and a ledger that replays', async () => {
    const woman = await testServer.member({ gender: 'woman' })
    const men = await Promise.all(Array.from({ length: 5 }, () => testServer.member()))
    await Promise.all(men.map((man) => give(man, 20)))
    await give(woman, 50)
    const hers = await woman.connect()
    await Promise.all(
      men.map(async (man) => {
        const socket = await man.connect()
        await socket.send('chat', chat(man, woman, 'Ciao'))
        await Promise.all([
          ...Array.from({ length: 8 }, (_, n) => socket.send('chat', chat(man, woman, `numero ${n}`))),
          ...Array.from({ length: 4 }, (_, n) => hers.send('chat', chat(woman, man, `risposta ${n}`))),
        ])
        const seqs = (await history(man, woman)).map((message: { seq: number }) => message.seq)
        expect(seqs).toEqual(Array.from({ length: 13 }, (_, n) => n + 1))
      }),
    )
    expect((await checkLedger(testServer.database.db)).differences).toEqual([])
  })

  it('reaches nobody who blocked, and looks to the sender as to somebody who left', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const socket = await man.connect()
    await socket.send('chat', chat(man, woman, 'Ciao'))
    await testServer.call('/api/block', { body: { angelId: man.session.angelId }, token: woman.token })
    expect(await socket.send('chat', chat(man, woman, 'Ci sei?'))).toMatchObject({
      ok: false,
      code: 'writing_disabled',
    })
    expect(
      (await testServer.call(`/api/get/messages/${man.session.clickid}`, { token: man.token })).body.messages,
    ).toMatchObject([{ screenName: '', default_photo: null, writable: false }])
    expect((await testServer.call(`/dispenser/${woman.session.angelId}/IT/donna`, { token: man.token })).body).toEqual(
      [],
    )
  })

  it('is not for other brands, other people’s ids, system conversations or oneself', async () => {
    const [man, woman, stranger] = [
      await testServer.member(),
      await testServer.member({ gender: 'woman' }),
      await testServer.member({ gender: 'woman', host: 'battito.localhost' }),
    ]
    const socket = await man.connect()
    expect(await socket.send('chat', chat(man, stranger, 'Ciao'))).toMatchObject({
      ok: false,
      code: 'writing_disabled',
    })
    expect(await socket.send('chat', { ...chat(man, woman, 'Ciao'), trackerId: woman.session.clickid })).toMatchObject({
      ok: false,
      code: 'not_found',
    })
    expect(await socket.send('chat', { ...chat(man, woman, 'Ciao'), angelId: '000000' })).toMatchObject({
      ok: false,
      code: 'writing_disabled',
    })
    expect(await socket.send('chat', chat(man, man, 'Ciao'))).toMatchObject({ ok: false, code: 'not_found' })
    expect(await socket.send('chat', chat(man, woman, '   '))).toMatchObject({ ok: false, code: 'empty_message' })
    expect(await socket.send('chat', { ...chat(man, woman, 'Ciao'), price: 0 })).toMatchObject({
      ok: false,
      code: 'invalid',
    })
    expect(await socket.send('chat', chat(man, woman, 'x'.repeat(2001)))).toMatchObject({ ok: false, code: 'invalid' })
    expect(await socket.send('nonsense', {})).toMatchObject({ ok: false, code: 'invalid' })
    expect((await testServer.call(`/api/get/messages/${woman.session.clickid}`, { token: man.token })).status).toBe(404)
  })
})

describe('a conversation', () => {
  it('shows typing, read marks and unread counts on both sides', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const [his, hers] = [await man.connect(), await woman.connect()]
    expect(await hers.send('typing', { angelId: man.session.angelId })).toMatchObject({ ok: false })
    await his.send('chat', chat(man, woman, 'Ciao'))
    expect(await hers.send('typing', { angelId: man.session.angelId })).toEqual({ ok: true })
    expect(await his.next('typing')).toEqual({ angelId: woman.session.angelId })
    const unread = async () =>
      (await testServer.call(`/api/get/all/${woman.session.clickid}`, { token: woman.token })).body.undreadedMessages
    expect(await unread()).toBe(1)
    await hers.send('read', { angelId: man.session.angelId, seq: 1 })
    expect(await his.next('read')).toEqual({ angelId: woman.session.angelId, seq: 1 })
    expect(await unread()).toBe(0)
    expect(await history(man, woman)).toMatchObject([{ letto: true }])
  })

  it('pages backwards and catches up by number', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await become(man, 2)
    const socket = await man.connect()
    for (let n = 1; n <= 60; n += 1) {
      expect(await socket.send('chat', chat(man, woman, `numero ${n}`))).toMatchObject({ ok: true })
      if (n % 30 === 0) await new Promise((resolve) => setTimeout(resolve, 1500))
    }
    const newest = await history(man, woman)
    expect([newest.length, newest[0].seq, newest.at(-1).seq]).toEqual([50, 11, 60])
    expect((await history(man, woman, '?before=11')).map((one: { seq: number }) => one.seq)).toEqual(
      Array.from({ length: 10 }, (_, n) => n + 1),
    )
    expect(await history(man, woman, '?after=58')).toHaveLength(2)
  })
})

describe('a draft', () => {
  it('is kept for its writer alone, replaced and forgotten', async () => {
    const [man, woman, stranger] = [
      await testServer.member(),
      await testServer.member({ gender: 'woman' }),
      await testServer.member({ gender: 'woman', host: 'battito.localhost' }),
    ]
    const path = `/api/draft/${woman.session.angelId}`
    const save = (text: string, to = path) => testServer.call(to, { method: 'PUT', body: { text }, token: man.token })
    expect((await save('Ciao, come')).status).toBe(200)
    expect((await save('Ciao, come stai?')).status).toBe(200)
    expect((await testServer.call(path, { token: man.token })).body).toEqual({ text: 'Ciao, come stai?' })
    expect((await testServer.call(`/api/draft/${man.session.angelId}`, { token: woman.token })).body).toEqual({
      text: '',
    })
    expect((await save('')).status).toBe(200)
    expect((await testServer.call(path, { token: man.token })).body).toEqual({ text: '' })
    expect((await save('Ciao', `/api/draft/${stranger.session.angelId}`)).status).toBe(404)
    expect((await save('Ciao', `/api/draft/${man.session.angelId}`)).status).toBe(404)
    expect((await save('x'.repeat(2001))).status).toBe(400)
  })
})

describe('a socket', () => {
  it('needs a session, and a page of the brand when it comes with a cookie', async () => {
    const member = await testServer.member()
    await expect(
      testServer
        .member()
        .then((one) => ({ ...one, token: 'x'.repeat(43) }))
        .then(async () => connectWith('x'.repeat(43))),
    ).rejects.toThrow('unauthorised')
    await expect(connectWith(undefined, { cookie: `__Host-session=${member.token}` })).rejects.toThrow('unauthorised')
    await expect(
      connectWith(undefined, { cookie: `__Host-session=${member.token}`, origin: 'http://evil.example' }),
    ).rejects.toThrow('unauthorised')
    await expect(
      connectWith(undefined, { cookie: `__Host-session=${member.token}`, origin: testServer.url }),
    ).resolves.toBeUndefined()
  })

  it('ends with its session', async () => {
    const member = await testServer.member()
    const socket = await member.connect()
    const closed = new Promise((resolve) => socket.raw.once('disconnect', resolve))
    await testServer.call('/api/users/logout', { body: {}, token: member.token })
    await closed
  })

  async function connectWith(token: string | undefined, extraHeaders: Record<string, string> = {}): Promise<void> {
    const { io } = await import('socket.io-client')
    const socket = io(testServer.url, {
      path: '/chat-socket',
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders,
      ...(token === undefined ? {} : { auth: { token } }),
    })
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve)
        socket.once('connect_error', reject)
      })
    } finally {
      socket.disconnect()
    }
  }
})
