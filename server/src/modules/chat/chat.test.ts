import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestMember } from '../../../test/test-server.ts'
import { checkLedger, move } from '../credits/index.ts'
import { createSessions } from '../identity/index.ts'
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
const give = (member: TestMember, amount: number, account: 'messages' | 'icebreakers' = 'messages') =>
  testServer.database.db.transaction().execute((tx) =>
    move(tx, {
      memberId: member.session.angelId,
      brandId: 'local',
      account,
      house: 'support',
      amount,
      key: `test:${randomUUID()}`,
      at: new Date(),
    }),
  )
/** A session that nothing has read yet: what is changed past the program counts in it at once. */
const newSession = (member: TestMember): Promise<string> =>
  testServer.database.db.transaction().execute(
    async (tx) =>
      (
        await createSessions(testServer.database.pool).open(tx, {
          memberId: member.session.angelId,
          brandId: 'local',
          device: '',
          at: new Date(),
        })
      ).token,
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
    await give(man, -5, 'icebreakers')
    expect(await socket.send('chat', chat(man, woman, 'Uno'))).toMatchObject({ ok: true, creditiTotali: 9 })
    expect(await socket.send('chat', chat(man, woman, 'Due'))).toMatchObject({ ok: false, code: 'fine_crediti' })
    await become(man, 2)
    expect(await socket.send('chat', chat(man, woman, 'Due'))).toMatchObject({ ok: true })
    // A paying member's words are clear to everybody.
    expect(await history(woman, man)).toMatchObject([{ msg: 'Uno', blurredMessage: null }, { msg: 'Due' }])
  })

  it('takes the icebreakers that a level-1 member still has for first messages, then message credits', async () => {
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

  it('that shows nothing is empty, and costs nothing', async () => {
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
    // What only contains such characters is a message: joined emoji need them.
    expect(await socket.send('chat', chat(man, woman, '\u{1f469}\u200d\u{1f52c}'))).toMatchObject({
      ok: true,
      creditiIcebreaker: 4,
    })
  })

  it('needs a confirmed address, and is taken as soon as there is one', async () => {
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
    // The tab that sent knows it from its answer.
    expect(one.received('creditiResidui')).toEqual([])
    expect(one.received('chat')).toEqual([])
  })

  it('is an event of the outbox only when a notice about it is due', async () => {
    // Nothing takes the events out.
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
        `insert into message_notices (member_id, conversation_id, seq) select member_id, conversation_id, 1 from inbox where member_id = $1`,
        [woman.session.angelId],
      )
      await his.send('chat', chat(man, woman, 'Ci sei?'))
      expect(await events()).toEqual([])
      await hers.send('read', { angelId: man.session.angelId, seq: 2 })
      await his.send('chat', chat(man, woman, 'Eccoti'))
      expect(await events()).toEqual([3])
      await pool.query('update message_notices set seq = 3, planned = true')
      await hers.send('read', { angelId: man.session.angelId, seq: 3 })
      await his.send('chat', chat(man, woman, 'Letto?'))
      expect(await events()).toEqual([])
    } finally {
      await quiet.close()
    }
  })

  it('keeps its blur by what its sender was when they wrote, for readers of level 0', async () => {
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

  it('keeps the order in which one member sent, without waiting for answers and across conversations', async () => {
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

  it('is refused at once when too many wait before it, and what was taken keeps its order', async () => {
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
    await socket.send('chat', chat(man, woman, 'numero 1'))
    await sql`with first as (update conversations set last_seq = 60 where last_seq = 1 and ${man.session.angelId} in (low_id, high_id) returning id),
      side as (update inbox set last_seq = 60 from first where conversation_id = first.id)
      insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
      select first.id, n, gen_random_uuid(), ${man.session.angelId}, gen_random_uuid(), 'numero ' || n, false, 2, 0, now()
      from first, generate_series(2, 60) n`.execute(testServer.database.db)
    const newest = await history(man, woman)
    expect([newest.length, newest[0].seq, newest.at(-1).seq]).toEqual([50, 11, 60])
    expect((await history(man, woman, '?before=11')).map((one: { seq: number }) => one.seq)).toEqual(
      Array.from({ length: 10 }, (_, n) => n + 1),
    )
    expect(await history(man, woman, '?after=58')).toHaveLength(2)
  })
})

describe('after a block', () => {
  it.each([
    ['the sender', 0],
    ['the recipient', 1],
  ])('by %s neither writes, types nor shows what was read', async (_, by) => {
    const pair = [await testServer.member(), await testServer.member({ gender: 'woman' })] as const
    const [man, woman] = pair
    const [his, hers] = [await man.connect(), await woman.connect()]
    await his.send('chat', chat(man, woman, 'Ciao'))
    await his.send('chat', chat(man, woman, 'Ci sei?'))
    expect(await hers.send('typing', { angelId: man.session.angelId })).toEqual({ ok: true })
    await his.next('typing')
    const [blocker, blocked] = by === 0 ? [man, woman] : [woman, man]
    await testServer.call('/api/block', { body: { angelId: blocked.session.angelId }, token: blocker.token })
    for (const [socket, self, other] of [
      [his, man, woman],
      [hers, woman, man],
    ] as const) {
      expect(await socket.send('chat', chat(self, other, 'Ancora'))).toMatchObject({ code: 'writing_disabled' })
      expect(await socket.send('typing', { angelId: other.session.angelId })).toMatchObject({
        ok: false,
        code: 'not_found',
      })
    }
    expect(await hers.send('read', { angelId: man.session.angelId, seq: 2 })).toEqual({ ok: true })
    expect(await hers.next('unread')).toMatchObject({ totalUnreadMessages: 0 })
    // Whatever was sent to him went before this answer.
    await his.send('typing', { angelId: woman.session.angelId })
    expect(his.received('typing')).toEqual([])
    expect(his.received('read')).toEqual([])
    expect(hers.received('typing')).toEqual([])
    await testServer.call(`/api/block/${blocked.session.angelId}`, { method: 'DELETE', token: blocker.token })
    expect(await his.send('chat', chat(man, woman, 'Di nuovo'))).toMatchObject({ ok: true })
  })
})

describe('typing', () => {
  it('is for a conversation of one’s own with somebody active', async () => {
    const [man, woman, third] = [
      await testServer.member(),
      await testServer.member({ gender: 'woman' }),
      await testServer.member(),
    ]
    const [his, thirds] = [await man.connect(), await third.connect()]
    await his.send('chat', chat(man, woman, 'Ciao'))
    const types = (socket: typeof his) => socket.send('typing', { angelId: woman.session.angelId })
    expect(await types(his)).toEqual({ ok: true })
    expect(await types(thirds)).toMatchObject({ ok: false })
    await testServer.call('/api/users/disableProfile', { body: { clickid: woman.session.clickid }, token: woman.token })
    expect(await types(his)).toMatchObject({ ok: false })
  })
})

describe('reading', () => {
  it('goes up to the message named, never back, and counts what is left', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const [his, hers] = [await man.connect(), await woman.connect()]
    for (const text of ['uno', 'due', 'tre']) await his.send('chat', chat(man, woman, text))
    const mark = (seq: number) => hers.send('read', { angelId: man.session.angelId, seq })
    await mark(2)
    expect(await his.next('read')).toMatchObject({ seq: 2 })
    expect(await hers.next('unread')).toMatchObject({ totalUnreadMessages: 1 })
    expect((await history(man, woman)).map(({ letto }: { letto: boolean }) => letto)).toEqual([true, true, false])
    await mark(1)
    await mark(9)
    // Nothing was said about the way back, and nothing can be read that is not written.
    expect(await his.next('read')).toMatchObject({ seq: 3 })
    expect(await hers.next('unread')).toMatchObject({ totalUnreadMessages: 0 })
    await mark(9)
    await his.send('chat', chat(man, woman, 'quattro'))
    expect(await hers.next('chat', ({ message }) => message.seq === 4)).toMatchObject({ totalUnreadMessages: 1 })
    expect(his.received('read')).toEqual([])
  })
})

describe('reading and writing at once', () => {
  it('take their locks in one order: the conversation, then its sides', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const [his, hers] = [await man.connect(), await woman.connect()]
    await his.send('chat', chat(man, woman, 'Ciao'))
    const { pool } = testServer.database
    const sides = await pool.query<{ id: string }>(
      'select conversation_id as id from inbox where member_id = $1 and other_id = $2',
      [man.session.angelId, woman.session.angelId],
    )
    const [conversation] = sides.rows
    // What storing a message does, step by step, the side of the writer first.
    const writer = await pool.connect()
    const side = (member: TestMember) =>
      writer.query('update inbox set last_at = last_at where member_id = $1 and conversation_id = $2', [
        member.session.angelId,
        conversation?.id,
      ])
    try {
      await writer.query('begin')
      await writer.query('select from conversations where id = $1 for no key update', [conversation?.id])
      await side(man)
      const read = hers.send('read', { angelId: man.session.angelId, seq: 1 })
      await expect
        .poll(async () => {
          const { rows } = await pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'with held as%'`,
          )
          return rows.length
        })
        .toBe(1)
      await side(woman)
      await writer.query('commit')
      expect(await read).toEqual({ ok: true })
      expect(await his.next('read')).toMatchObject({ seq: 1 })
    } finally {
      writer.release()
    }
  })
})

describe('the chat list', () => {
  it('is newest first, in pages of 50, each with its last message as its reader may see it', async () => {
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

  it('reveals nothing about members the writer cannot see: blocked, closed and unknown are answered alike', async () => {
    const man = await testServer.member()
    const women = await Promise.all([1, 2, 3].map(() => testServer.member({ gender: 'woman' })))
    const [blocking, closed, known] = women as [TestMember, TestMember, TestMember]
    const socket = await man.connect()
    await socket.send('chat', chat(man, known, 'Ciao'))
    await testServer.call('/api/block', { body: { angelId: man.session.angelId }, token: blocking.token })
    for (const member of [closed, known])
      await testServer.call('/api/users/disableProfile', {
        body: { clickid: member.session.clickid },
        token: member.token,
      })
    const save = (id: string, text = 'Ciao') =>
      testServer.call(`/api/draft/${id}`, { method: 'PUT', body: { text }, token: man.token })
    const answers = await Promise.all(
      [blocking.session.angelId, closed.session.angelId, randomUUID()].map((id) => save(id)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    // With a conversation the writer knows of them, and has the page on which the draft stands.
    expect((await save(known.session.angelId)).status).toBe(200)
    expect((await save(known.session.angelId, '\u200b')).status).toBe(200)
    expect((await testServer.call(`/api/draft/${known.session.angelId}`, { token: man.token })).body).toEqual({
      text: '',
    })
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
