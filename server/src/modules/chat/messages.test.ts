import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { checkLedger } from '#modules/credits/index.ts'
import { chat, conversingOn } from './testing/conversing.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())
const { history, give, newSession, become } = conversingOn(() => testServer)

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
    // An id is the same in capitals.
    const inCapitals = { ...woman, session: { ...woman.session, angelId: woman.session.angelId.toUpperCase() } }
    expect(await history(man, inCapitals, '?after=1')).toHaveLength(1)
  })

  it('that begins a conversation for nothing is one of sixty an hour; in begun ones writing goes on', async () => {
    const woman = await testServer.member({ gender: 'woman' })
    const { db } = testServer.database
    const man = await testServer.member()
    await become(man, 2)
    const free = await man.connect(undefined, await newSession(man))
    expect(await free.send('chat', chat(man, woman, 'Ciao'))).toMatchObject({ ok: true })
    await db
      .updateTable('limit_counters')
      .set({ hits: 58 })
      .where('bucket', '=', `first messages ${man.session.angelId}`)
      .execute()
    const others = await Promise.all([1, 2, 3].map(() => testServer.member({ gender: 'woman' })))
    const answers = []
    for (const other of others) answers.push(await free.send('chat', chat(man, other, 'Ciao')))
    expect(answers).toMatchObject([{ ok: true }, { ok: true }, { ok: false, code: 'too_many' }])
    expect(await free.send('chat', chat(man, woman, 'Ci sei?'))).toMatchObject({ ok: true })
    // A member who pays is limited by the price.
    await become(man, 1)
    await give(man, 100)
    const paying = await man.connect(undefined, await newSession(man))
    expect(await paying.send('chat', chat(man, others[2]!, 'Ciao'))).toMatchObject({ ok: true })
  })

  it('with one client id is one message and one debit, however often it is sent', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const socket = await man.connect()
    const message = chat(man, woman, 'Una volta sola')
    const acks = await Promise.all(Array.from({ length: 8 }, () => socket.send('chat', message)))
    expect(new Set(acks.map((ack) => ack.message.id)).size).toBe(1)
    expect(acks.every((ack) => ack.ok && ack.creditiIcebreaker === 4)).toBe(true)
    expect(await history(man, woman)).toHaveLength(1)
    // Sent again after the connection was lost before the acknowledgement, and concurrently from another tab.
    for (let connection = 0; connection < 3; connection += 1) {
      const again = await man.connect()
      const id = connection === 1 ? message.clientMessageId.toUpperCase() : message.clientMessageId
      expect(await again.send('chat', { ...message, clientMessageId: id })).toMatchObject({
        ok: true,
        creditiIcebreaker: 4,
        message: { id: acks[0].message.id, seq: 1 },
      })
      again.close()
    }
    expect(await history(woman, man)).toHaveLength(1)
    expect(await socket.send('chat', { ...message, msg: 'Un altro testo' })).toMatchObject({
      ok: false,
      code: 'duplicate_id',
    })
  })

  it('is refused when the sender cannot pay, and nothing is stored', async () => {
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
    await give(man, -5, 'icebreakers')
    expect(await socket.send('chat', chat(man, woman, 'Uno'))).toMatchObject({ ok: true, creditiTotali: 9 })
    expect(await socket.send('chat', chat(man, woman, 'Due'))).toMatchObject({ ok: false, code: 'fine_crediti' })
    await become(man, 2)
    expect(await socket.send('chat', chat(man, woman, 'Due'))).toMatchObject({ ok: true })
    // A paying member's messages are readable for all.
    expect(await history(woman, man)).toMatchObject([{ msg: 'Uno', blurredMessage: null }, { msg: 'Due' }])
  })

  it('uses a level-1 member’s remaining icebreakers for first messages, then message credits', async () => {
    const man = await testServer.member()
    const socket = await man.connect()
    await become(man, 1)
    await give(man, 17)
    await give(man, -4, 'icebreakers')
    const [first, second] = [await testServer.member({ gender: 'woman' }), await testServer.member({ gender: 'woman' })]
    expect(await socket.send('chat', chat(man, first, 'Ciao'))).toMatchObject({
      ok: true,
      creditiIcebreaker: 0,
      creditiTotali: 20,
    })
    expect(await socket.send('chat', chat(man, first, 'Come va?'))).toMatchObject({ ok: true, creditiTotali: 10 })
    expect(await socket.send('chat', chat(man, second, 'Ciao'))).toMatchObject({
      ok: true,
      creditiIcebreaker: 0,
      creditiTotali: 0,
    })
    expect(await socket.send('chat', chat(man, second, 'Ciao'))).toMatchObject({ ok: false, code: 'fine_crediti' })
    expect((await checkLedger(testServer.database.db)).differences).toEqual([])
  })

  it('that is invisible counts as empty, and costs nothing', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const socket = await man.connect()
    for (const blank of [
      '',
      ' \n\t',
      '\u200b',
      '\u200d\u2060\ufeff',
      '\u3164',
      '\u115f\u1160\uffa0',
      '\u2800\u2800',
      '\u00ad\u034f',
    ])
      expect(await socket.send('chat', chat(man, woman, blank)), JSON.stringify(blank)).toMatchObject({
        ok: false,
        code: 'empty_message',
      })
    expect(await history(man, woman)).toEqual([])
    // Text that merely contains such characters is a message: joined emoji need them.
    expect(await socket.send('chat', chat(man, woman, '\u{1f469}\u200d\u{1f52c}'))).toMatchObject({
      ok: true,
      creditiIcebreaker: 4,
    })
  })

  it('cannot reverse the direction of what follows, which could disguise a link', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const socket = await man.connect()
    const path = `/api/messages/${woman.session.angelId}/1`
    const turned = 'Guarda \u202emoc.elpmaxe\u202c qui \u2066o\u2069 là'
    expect(await socket.send('chat', chat(man, woman, turned))).toMatchObject({
      message: { msg: 'Guarda moc.elpmaxe qui o là' },
    })
    const edit = await testServer.call(path, { method: 'PUT', token: man.token, body: { text: '\u202eOalc' } })
    expect(edit.body.message).toMatchObject({ msg: 'Oalc' })
    expect(await socket.send('chat', chat(man, woman, '\u202e\u2069'))).toMatchObject({ code: 'empty_message' })
  })

  it('needs a confirmed address, and is accepted as soon as there is one', async () => {
    const [man, woman] = [await testServer.member({ confirmed: false }), await testServer.member({ gender: 'woman' })]
    const socket = await man.connect()
    expect(await socket.send('chat', chat(man, woman, 'Ciao'))).toMatchObject({ ok: false, code: 'not_verified' })
    await testServer.database.db
      .updateTable('members')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', man.session.angelId)
      .execute()
    expect(await socket.send('chat', chat(man, woman, 'Ciao'))).toMatchObject({ ok: true, creditiIcebreaker: 4 })
  })

  it('reaches the sender’s other tabs', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const [one, other] = [await man.connect(), await man.connect()]
    await one.send('chat', chat(man, woman, 'Ciao'))
    expect(await other.next('chat')).toMatchObject({
      angelId: woman.session.angelId,
      screenName: woman.session.screenName,
      message: { type: 'personal', msg: 'Ciao' },
      totalUnreadMessages: 0,
    })
    expect(await other.next('creditiResidui')).toMatchObject({
      creditiIcebreaker: 4,
      creditiTotali: 3,
      creditiLike: 10,
    })
    // The sending tab has the message from its acknowledgement.
    expect(one.received('creditiResidui')).toEqual([])
    expect(one.received('chat')).toEqual([])
  })

  it('is an outbox event only when an email about it is due', async () => {
    // No job reads the outbox.
    const quiet = await startTestServer({ jobs: false })
    try {
      const [man, woman] = [await quiet.member(), await quiet.member({ gender: 'woman' })]
      const [his, hers] = [await man.connect(), await woman.connect()]
      const { pool } = quiet.database
      const events = async (): Promise<number[]> =>
        (
          await pool.query<{ seq: number }>(
            "delete from outbox where topic = 'message' returning (payload->>'seq')::int as seq",
          )
        ).rows.map(({ seq }) => seq)
      await his.send('chat', chat(man, woman, 'Ciao'))
      expect(await events()).toEqual([1])
      await pool.query(
        `insert into notices (member_id, event, about, seq, planned, waiting, happened_at, due_at)
         select member_id, 'message', conversation_id, 1, false, '{}', now(), now() from inbox where member_id = $1`,
        [woman.session.angelId],
      )
      await his.send('chat', chat(man, woman, 'Ci sei?'))
      expect(await events()).toEqual([])
      await hers.send('read', { angelId: man.session.angelId, seq: 2 })
      await his.send('chat', chat(man, woman, 'Eccoti'))
      expect(await events()).toEqual([3])
      await pool.query(`update notices set seq = 3, planned = true, waiting = '{email}' where member_id = $1`, [
        woman.session.angelId,
      ])
      await hers.send('read', { angelId: man.session.angelId, seq: 3 })
      await his.send('chat', chat(man, woman, 'Letto?'))
      expect(await events()).toEqual([])
    } finally {
      await quiet.close()
    }
  })

  it('stays blurred by its sender’s level at the time of writing, for readers of level 0', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const socket = await man.connect()
    await socket.send('chat', chat(man, woman, 'Da libero'))
    await become(man, 1)
    await give(man, 20)
    await socket.send('chat', chat(man, woman, 'Da abbonato'))
    expect(await history(woman, man)).toMatchObject([
      { msg: '', blurredMessage: expect.stringContaining('lorem') },
      { msg: 'Da abbonato', blurredMessage: null },
    ])
    expect(await history(man, woman)).toMatchObject([{ msg: 'Da libero' }, { msg: 'Da abbonato' }])
    const reader = { ...woman, token: await newSession(woman) }
    await become(woman, 1)
    expect(await history(reader, man)).toMatchObject([
      { msg: 'Da libero', blurredMessage: null },
      { msg: 'Da abbonato' },
    ])
  })

  it('from many concurrent senders keeps a gapless order and a consistent ledger', async () => {
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

  it('keeps a member’s order across conversations, without waiting for acknowledgements', async () => {
    const [man, one, two] = [
      await testServer.member(),
      await testServer.member({ gender: 'woman' }),
      await testServer.member({ gender: 'woman' }),
    ]
    await give(man, 20)
    const [socket, hers] = [await man.connect(), await one.connect()]
    const texts = Array.from({ length: 8 }, (_, n) => `numero ${n}`)
    const acks = await Promise.all(
      texts.flatMap((text) => [one, two].map((woman) => socket.send('chat', chat(man, woman, text)))),
    )
    const times = acks.map((ack) => ack.message.time)
    expect(times).toEqual(times.toSorted())
    for (const woman of [one, two])
      expect((await history(man, woman)).map((message: { msg: string }) => message.msg)).toEqual(texts)
    await hers.next('chat', ({ message }) => message.seq === texts.length)
    expect(hers.received('chat').map((event) => (event as { message: { seq: number } }).message.seq)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ])
  })

  it('is refused immediately when too many are waiting, and accepted ones keep their order', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await give(man, 50)
    const socket = await man.connect()
    const holder = await testServer.database.pool.connect()
    const taken: Promise<{ ok: boolean }>[] = []
    try {
      await holder.query('begin')
      await holder.query('select from wallets where member_id = $1 for update', [man.session.angelId])
      for (let n = 0; n < 32; n += 1) taken.push(socket.send('chat', chat(man, woman, `numero ${n}`)))
      const refused = await Promise.all([1, 2].map(() => socket.send('chat', chat(man, woman, 'Troppo'))))
      expect(refused).toMatchObject([
        { ok: false, code: 'busy', retryAfterMs: expect.any(Number) },
        { ok: false, code: 'busy', retryAfterMs: expect.any(Number) },
      ])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect((await Promise.all(taken)).every(({ ok }) => ok)).toBe(true)
    expect((await history(man, woman)).map((message: { msg: string }) => message.msg)).toEqual(
      Array.from({ length: 32 }, (_, n) => `numero ${n}`),
    )
    expect(await socket.send('chat', chat(man, woman, 'Di nuovo'))).toMatchObject({ ok: true })
  })

  it('is refused, first or further, to a member who left', async () => {
    const man = await testServer.member()
    const [known, other] = [await testServer.member({ gender: 'woman' }), await testServer.member({ gender: 'woman' })]
    const socket = await man.connect()
    expect(await socket.send('chat', chat(man, known, 'Ciao'))).toMatchObject({ ok: true })
    for (const { token, session } of [known, other])
      await testServer.call('/api/users/disableProfile', { body: { clickid: session.clickid }, token })
    for (const woman of [known, other])
      expect(await socket.send('chat', chat(man, woman, 'Ci sei?'))).toMatchObject({ code: 'writing_disabled' })
    expect(await history(man, known)).toHaveLength(1)
  })

  it('is not stored, first or further, from a sender who was just suspended', async () => {
    const [man, known, other] = [
      await testServer.member(),
      await testServer.member({ gender: 'woman' }),
      await testServer.member({ gender: 'woman' }),
    ]
    const sockets = [await man.connect(), await man.connect()] as const
    await sockets[0].send('chat', chat(man, known, 'Ciao'))
    const { db } = testServer.database
    await db.updateTable('members').set({ state: 'suspended' }).where('id', '=', man.session.angelId).execute()
    for (const [at, woman] of [known, other].entries()) {
      sockets[at]?.raw.emit('chat', chat(man, woman, 'Ancora'))
      expect(await sockets[at]?.next('oldSocketRemoved')).toEqual({ reason: 'session_ended' })
    }
    expect([await history(known, man), await history(other, man)]).toMatchObject([[{ seq: 1 }], []])
  })

  it('does not reach a member who blocked the sender, and is refused as for a closed account', async () => {
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

  it('is refused for other brands, other people’s ids, system conversations and oneself', async () => {
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
