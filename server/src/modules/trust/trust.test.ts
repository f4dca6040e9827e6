import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())

const idOf = (member: TestMember): string => member.session.angelId
const pair = async () => [await testServer.member(), await testServer.member({ gender: 'woman' })] as const
const block = (by: TestMember, id: string) => testServer.call('/api/block', { body: { angelId: id }, token: by.token })
const unblock = (by: TestMember, id: string) =>
  testServer.call(`/api/block/${id}`, { method: 'DELETE', token: by.token })
const blocked = async (by: TestMember) => (await testServer.call('/api/block', { token: by.token })).body
const sees = async (viewer: TestMember, id: string) =>
  (await testServer.call(`/dispenser/${id}/IT/donna`, { token: viewer.token })).body.length === 1
const report = (by: TestMember, id: string, more: object = {}) =>
  testServer.call('/api/report', { body: { angelId: id, reason: 'spam', ...more }, token: by.token })
const write = async (from: TestMember, to: TestMember, msg: string): Promise<string> => {
  const socket = await from.connect()
  const clientMessageId = randomUUID()
  const sent = await socket.send('chat', { msg, trackerId: from.session.clickid, angelId: idOf(to), clientMessageId })
  expect(sent).toMatchObject({ ok: true })
  socket.close()
  return sent.message.id
}

describe('a block', () => {
  it('hides both, is listed for its maker only, and is lifted only by them', async () => {
    const [man, woman] = await pair()
    expect((await block(man, idOf(woman))).status).toBe(200)
    // Again, as after an answer that was lost; it does not show the other that they are blocked.
    const again = await block(man, idOf(woman))
    expect([again.status, again.body, (await block(woman, idOf(man))).status]).toEqual([200, { result: 'OK' }, 404])
    expect([await sees(man, idOf(woman)), await sees(woman, idOf(man))]).toEqual([false, false])
    expect(await blocked(man)).toEqual([
      { angelId: idOf(woman), screenName: woman.session.screenName, time: expect.any(String) },
    ])
    expect(await blocked(woman)).toEqual([])
    expect((await unblock(woman, idOf(man))).status).toBe(404)
    expect([await sees(man, idOf(woman)), await sees(woman, idOf(man))]).toEqual([false, false])
    expect((await unblock(man, idOf(woman))).status).toBe(200)
    expect((await unblock(man, idOf(woman))).status).toBe(404)
    expect([await sees(man, idOf(woman)), await sees(woman, idOf(man))]).toEqual([true, true])
    expect(await blocked(man)).toEqual([])
  })

  it('in both directions lasts until both are lifted', async () => {
    const [man, woman] = await pair()
    await write(man, woman, 'Ciao')
    await block(man, idOf(woman))
    expect((await block(woman, idOf(man))).status).toBe(200)
    expect(await blocked(woman)).toMatchObject([{ angelId: idOf(man) }])
    expect((await unblock(man, idOf(woman))).status).toBe(200)
    expect([await sees(man, idOf(woman)), await sees(woman, idOf(man))]).toEqual([false, false])
    expect(await blocked(woman)).toMatchObject([{ angelId: idOf(man) }])
    expect((await unblock(woman, idOf(man))).status).toBe(200)
    expect([await sees(man, idOf(woman)), await sees(woman, idOf(man))]).toEqual([true, true])
  })

  it('requires a member the maker knows of: not oneself, another pool’s, or an unknown one', async () => {
    const [man, stranger] = [
      await testServer.member(),
      await testServer.member({ gender: 'woman', host: 'battito.localhost' }),
    ]
    for (const id of [idOf(man), idOf(stranger), randomUUID()]) {
      expect((await block(man, id)).status).toBe(404)
      expect((await report(man, id)).status).toBe(404)
    }
    expect(await blocked(man)).toEqual([])
  })

  it('is listed newest first', async () => {
    const [man, women] = [
      await testServer.member(),
      await Promise.all([1, 2, 3].map(() => testServer.member({ gender: 'woman' }))),
    ]
    const order = [1, 2, 0].map((n) => idOf(women[n]!))
    for (const id of order) await block(man, id)
    expect((await blocked(man)).map(({ angelId }: { angelId: string }) => angelId)).toEqual(order.toReversed())
  })

  it('does not name a member who has left, and can still be lifted', async () => {
    const [man, woman] = await pair()
    await block(man, idOf(woman))
    const [before] = await blocked(man)
    await testServer.call('/api/users/disableProfile', { token: woman.token, body: { clickid: woman.session.clickid } })
    expect(await blocked(man)).toEqual([{ ...before, screenName: '' }])
    expect((await unblock(man, idOf(woman))).status).toBe(200)
    expect(await blocked(man)).toEqual([])
  })

  it('affects no other members', async () => {
    const [[man, woman], [other, third]] = [await pair(), await pair()]
    await block(man, idOf(woman))
    await block(other, idOf(woman))
    await block(man, idOf(third))
    await unblock(man, idOf(woman))
    expect(await blocked(man)).toMatchObject([{ angelId: idOf(third) }])
    expect(await blocked(other)).toMatchObject([{ angelId: idOf(woman) }])
    expect([await sees(other, idOf(woman)), await sees(woman, idOf(other))]).toEqual([false, false])
    expect([await sees(man, idOf(third)), await sees(third, idOf(man))]).toEqual([false, false])
    expect([await sees(man, idOf(woman)), await sees(third, idOf(other))]).toEqual([true, true])
  })

  it('reaches the open browsers of its maker, and none of the other member', async () => {
    const [man, woman] = await pair()
    const [his, second, hers] = [await man.connect(), await man.connect(), await woman.connect()]
    await block(man, idOf(woman))
    const nextOf = (blocked: boolean) =>
      Promise.all([his, second].map((socket) => socket.next('block', (event) => event.blocked === blocked)))
    const event = (blocked: boolean) => ({ angelId: idOf(woman), blocked })
    expect(await nextOf(true)).toEqual([event(true), event(true)])
    await unblock(man, idOf(woman))
    expect(await nextOf(false)).toEqual([event(false), event(false)])
    // Events arrive in order, so one about another block would have come before it.
    await block(woman, idOf(man))
    expect(await hers.next('block')).toEqual({ angelId: idOf(man), blocked: true })
    expect(hers.received('block')).toEqual([])
    for (const socket of [his, second, hers]) socket.close()
  })

  it('is out of the number of people at once, and so is its end', async () => {
    const [man, woman] = [
      await testServer.member({ region: 'Molise' }),
      await testServer.member({ gender: 'woman', region: 'Molise' }),
    ]
    const listed = async (member: TestMember) =>
      (await testServer.call('/dispenser/match', { token: member.token, body: { trackerId: member.session.clickid } }))
        .body.totali
    const both = async () => [await listed(man), await listed(woman)]
    expect(await both()).toEqual([1, 1])
    await block(man, idOf(woman))
    expect(await both()).toEqual([0, 0])
    await unblock(man, idOf(woman))
    expect(await both()).toEqual([1, 1])
  })
})

describe('a report', () => {
  const newest = () =>
    testServer.database.db
      .selectFrom('reports')
      .select(['brand_id', 'reporter_id', 'reported_id', 'reason', 'body', 'message_ids', 'state'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()

  it('contains the chosen messages, but none of another conversation', async () => {
    const [man, woman] = await pair()
    const [, third] = await pair()
    const [own, foreign] = [await write(man, woman, 'Ciao'), await write(man, third, 'Ciao')]
    await write(man, woman, 'Ci sei?')
    expect(
      (await report(woman, idOf(man), { text: ' Insiste \n', messageIds: [own, foreign, randomUUID()] })).status,
    ).toBe(200)
    expect(await newest()).toEqual({
      brand_id: 'local',
      reporter_id: idOf(woman),
      reported_id: idOf(man),
      reason: 'spam',
      body: 'Insiste',
      message_ids: [own],
      state: 'open',
    })
  })

  it('joins an open one of the same member about the same other', async () => {
    const [man, woman] = await pair()
    const [first, second] = [await write(man, woman, 'Ciao'), await write(man, woman, 'Ci sei?')]
    await report(woman, idOf(man), { text: 'Insiste', messageIds: [first] })
    const other = await testServer.member({ gender: 'woman' })
    await report(other, idOf(man))
    const again = await Promise.all([
      report(woman, idOf(man), { reason: 'scam', text: 'Chiede soldi', messageIds: [first, second] }),
      report(woman, idOf(man)),
    ])
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    const of = (reporter: TestMember) =>
      testServer.database.db
        .selectFrom('reports')
        .select(['id', 'reason', 'body', 'message_ids', 'state'])
        .where('reporter_id', '=', idOf(reporter))
        .execute()
    const [merged, ...rest] = await of(woman)
    expect([merged, rest, (await of(other)).length]).toMatchObject([
      { reason: 'spam', body: 'Insiste\n\n[scam] Chiede soldi', message_ids: [first, second] },
      [],
      1,
    ])
    // Once that is decided, the next is a new case.
    await testServer.database.db
      .updateTable('reports')
      .set({ state: 'dismissed', decided_at: new Date(), decided_by: 'command:root', decision: 'no' })
      .where('id', '=', merged!.id)
      .execute()
    await report(woman, idOf(man))
    expect((await of(woman)).length).toBe(2)
  })

  it('marks what it contains as read, so that its sender notices nothing', async () => {
    const [man, woman] = await pair()
    const [reported] = [await write(man, woman, 'Ciao'), await write(man, woman, 'Ci sei?')]
    await report(woman, idOf(man), { messageIds: [reported] })
    const { body } = await testServer.call(`/api/get/messages/${man.session.clickid}/${idOf(woman)}`, {
      token: man.token,
    })
    expect(body.map(({ letto }: { letto: boolean }) => letto)).toEqual([true, false])
  })

  it('is one of thirty an hour', async () => {
    const [man, woman] = await pair()
    for (let n = 0; n < 30; n += 1) await report(woman, idOf(man))
    const refused = await report(woman, idOf(man))
    expect(refused.status).toBe(429)
  })

  it('contains up to fifty messages', async () => {
    const [man, woman] = await pair()
    await write(man, woman, 'Ciao')
    await sql`
      insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
      select conversation_id, seq + n, gen_random_uuid(), sender_id, gen_random_uuid(), body, false, sender_level, 0, created_at
      from messages, generate_series(1, 49) n where sender_id = ${idOf(man)}`.execute(testServer.database.db)
    const { rows } = await sql<{ id: string }>`
      select id from messages where sender_id = ${idOf(man)} order by id`.execute(testServer.database.db)
    const ids = rows.map(({ id }) => id)
    expect((await report(woman, idOf(man), { messageIds: ids })).status).toBe(200)
    expect([ids.length, (await newest()).message_ids.toSorted()]).toEqual([50, ids])
  })

  it('about a member who left or blocked is accepted where there is a conversation', async () => {
    const [man, woman] = await pair()
    await write(man, woman, 'Ciao')
    await block(woman, idOf(man))
    expect((await report(man, idOf(woman), { text: '\u200b' })).status).toBe(200)
    expect(await newest()).toMatchObject({ reported_id: idOf(woman), body: null, message_ids: [] })
    const [, unknown] = await pair()
    await block(unknown, idOf(man))
    expect((await report(man, idOf(unknown))).status).toBe(404)
  })

  it.each([
    ['no reason', { reason: undefined }],
    ['another reason', { reason: 'boring' }],
    ['too many messages', { messageIds: Array.from({ length: 51 }, () => randomUUID()) }],
    ['no ids', { messageIds: ['1'] }],
    ['too long a text', { text: 'x'.repeat(2001) }],
  ])('with %s is refused', async (_, more) => {
    const [man, woman] = await pair()
    expect((await report(man, idOf(woman), more)).status).toBe(400)
  })
})
