import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { chat, conversingOn } from './testing/conversing.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())
const { history, become } = conversingOn(() => testServer)

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

  it('names the other member in each message, as in the list, until they are gone', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const { db } = testServer.database
    const names = async () => {
      const items: { screenName: string; name: string }[] = await history(man, woman)
      return items.map(({ screenName, name }) => [screenName, name])
    }
    const name = (screenName: string | null) =>
      db
        .updateTable('members')
        .set({ screen_name: screenName ?? '' })
        .where('id', '=', woman.session.angelId)
        .execute()
    const [his, hers] = [await man.connect(), await woman.connect()]
    await his.send('chat', chat(man, woman, 'Ciao'))
    await hers.send('chat', chat(woman, man, 'Ciao a te'))
    await name('Giulia')
    expect(await names()).toEqual([
      ['Giulia', 'Giulia'],
      ['Giulia', 'Giulia'],
    ])
    expect((await history(woman, man))[0].screenName).toBe(man.session.screenName)
    // A contact in a name is covered in the list, too.
    await name('Giulia 347 1234567')
    const { body } = await testServer.call(`/api/get/messages/${man.session.clickid}`, { token: man.token })
    const listed = body.messages.find(({ angelId }: { angelId: string }) => angelId === woman.session.angelId)
    expect(listed.screenName).not.toMatch(/\d/)
    expect(await names()).toEqual([1, 2].map(() => [listed.screenName, listed.screenName]))
    const unnamed = [1, 2].map(() => ['', ''])
    for (const by of [man, woman]) {
      const [, other] = by === man ? [man, woman] : [woman, man]
      await testServer.call('/api/block', { token: by.token, body: { angelId: other.session.angelId } })
      expect(await names()).toEqual(unnamed)
      await testServer.call(`/api/block/${other.session.angelId}`, { method: 'DELETE', token: by.token })
    }
    expect((await names())[0]?.[0]).toBe(listed.screenName)
    await db.updateTable('members').set({ state: 'deactivated' }).where('id', '=', woman.session.angelId).execute()
    expect(await names()).toEqual(unnamed)
  })

  it('pages backwards and catches up by sequence number', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await become(man, 2)
    const socket = await man.connect()
    await socket.send('chat', chat(man, woman, 'numero 1'))
    await sql`with first as (select id from conversations where ${man.session.angelId} in (low_id, high_id)),
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
  ])('by %s stops writing, typing and read marks', async (_, by) => {
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
    // Everything sent to him arrived before this reply.
    await his.send('typing', { angelId: woman.session.angelId })
    expect(his.received('typing')).toEqual([])
    expect(his.received('read')).toEqual([])
    expect(hers.received('typing')).toEqual([])
    // A block looks like a deactivated account, which reads nothing.
    expect(await history(man, woman)).toMatchObject([{ letto: false }, { letto: false }])
    await testServer.call(`/api/block/${blocked.session.angelId}`, { method: 'DELETE', token: blocker.token })
    expect(await his.send('chat', chat(man, woman, 'Di nuovo'))).toMatchObject({ ok: true })
  })
})

describe('typing', () => {
  it('is sent in one’s own conversations to active members', async () => {
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
  it('moves forward to the given message, never back, and counts the rest', async () => {
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
    // Moving back sends nothing, and a mark beyond the last message is clamped.
    expect(await his.next('read')).toMatchObject({ seq: 3 })
    expect(await hers.next('unread')).toMatchObject({ totalUnreadMessages: 0 })
    await mark(9)
    await his.send('chat', chat(man, woman, 'quattro'))
    expect(await hers.next('chat', ({ message }) => message.seq === 4)).toMatchObject({ totalUnreadMessages: 1 })
    expect(his.received('read')).toEqual([])
  })
})

describe('the number of unread messages', () => {
  it('includes those of the service to the recipient, with a first message and with the next ones', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await sql`delete from system_inbox where member_id in (${man.session.angelId}, ${woman.session.angelId})`.execute(
      testServer.database.db,
    )
    await sql`
      insert into system_inbox (member_id, conversation, last_seq, read_seq, last_at)
      values (${man.session.angelId}, 'admin', 7, 0, now()), (${woman.session.angelId}, 'admin', 5, 3, now())`.execute(
      testServer.database.db,
    )
    const [his, hers] = [await man.connect(), await woman.connect()]
    for (const [n, text] of ['uno', 'due', 'tre'].entries()) {
      await his.send('chat', chat(man, woman, text))
      expect(await hers.next('chat', ({ message }) => message.seq === n + 1)).toMatchObject({
        totalUnreadMessages: 3 + n,
      })
    }
  })
})

describe('concurrent reading and writing', () => {
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
    // The steps of storing a message, the writer's side first.
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
