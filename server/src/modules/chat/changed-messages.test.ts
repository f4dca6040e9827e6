import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type Answer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { hourOf } from '#platform/secrets/attempts.ts'
import { conversationId } from '#platform/ids.ts'
import { suspendMember } from '#modules/accounts/index.ts'
import { checkLedger } from '#modules/credits/index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { chat, conversingOn } from './testing/conversing.ts'

const flows = checkedInFlows()
const enqueueEmail = emailQueue(() => new Date())

/* Changes of an existing message: reply, edit, withdraw, delete for oneself, react. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
}, 60_000)
afterAll(async () => {
  expect((await checkLedger(testServer.database.db)).differences).toEqual([])
  await testServer.close()
})
const { history, give, become, newSession } = conversingOn(() => testServer)

const idOf = ({ session }: TestMember): string => session.angelId
/** A free man and a woman with a plan, who can read what he writes. */
const pair = async () => {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await become(woman, 1)
  return [man, woman] as const
}
/** He has sent these to her, and she has read none. */
async function written(...texts: string[]) {
  const [man, woman] = await pair()
  const [his, hers] = [await man.connect(), await woman.connect()]
  for (const text of texts) await his.send('chat', chat(man, woman, text))
  return { man, woman, his, hers }
}
const at = (other: TestMember, seq: number, part = ''): string => `/api/messages/${idOf(other)}/${seq}${part}`
const withdraw = (member: TestMember, other: TestMember, seq: number, token = member.token): Promise<Answer> =>
  testServer.call(at(other, seq), { method: 'DELETE', token })
const edit = (member: TestMember, other: TestMember, seq: number, text: string): Promise<Answer> =>
  testServer.call(at(other, seq), { method: 'PUT', token: member.token, body: { text } })
const react = (member: TestMember, other: TestMember, seq: number, reaction: string | null): Promise<Answer> =>
  testServer.call(at(other, seq, '/reaction'), { method: 'PUT', token: member.token, body: { reaction } })
const hide = (member: TestMember, other: TestMember, seq: number, hidden = true): Promise<Answer> =>
  testServer.call(at(other, seq, '/hidden'), { method: 'PUT', token: member.token, body: { hidden } })
const row = async (member: TestMember, other: TestMember) =>
  (await testServer.call(`/api/get/messages/${member.session.clickid}`, { token: member.token })).body.messages.find(
    ({ angelId }: { angelId: string }) => angelId === idOf(other),
  )
const wallet = async (member: TestMember) => {
  const { rows } = await sql<{ messages: number; icebreakers: number }>`
    select messages, icebreakers from wallets where member_id = ${idOf(member)}`.execute(testServer.database.db)
  return rows[0]!
}
const storedText = async (man: TestMember, woman: TestMember, seq: number) => {
  const { rows } = await sql<{ body: string }>`
    select body from messages where conversation_id = ${conversationId(idOf(man), idOf(woman))} and seq = ${seq}`.execute(
    testServer.database.db,
  )
  return rows[0]?.body
}

describe('withdrawing a message', () => {
  it('is possible twenty times an hour', async () => {
    const { man, woman } = await written('Uno')
    await testServer.database.db
      .insertInto('limit_counters')
      .values({ bucket: `withdraw ${idOf(man)}`, window_start: hourOf(new Date()), hits: 20 })
      .execute()
    expect((await withdraw(man, woman, 1)).status).toBe(429)
    expect(await storedText(man, woman, 1)).toBe('Uno')
  })

  it('erases its text everywhere and refunds its cost', async () => {
    const { man, woman, his, hers } = await written('Ciao', 'Segreto')
    const before = await wallet(man)
    const answer = await withdraw(man, woman, 2)
    expect(answer).toMatchObject({
      status: 200,
      body: { message: { seq: 2, msg: '', withdrawn: true }, creditiTotali: before.messages + 1 },
    })
    expect(await hers.next('messageChanged')).toMatchObject({ message: { seq: 2, msg: '', withdrawn: true } })
    expect(await his.next('messageChanged')).toMatchObject({ message: { seq: 2, withdrawn: true } })
    expect(await his.next('creditiResidui', ({ creditiTotali }) => creditiTotali === before.messages + 1)).toBeTruthy()
    expect(await hers.next('unread')).toMatchObject({ totalUnreadMessages: 1 })
    expect(await wallet(man)).toEqual({ ...before, messages: before.messages + 1 })
    expect(JSON.stringify([await history(woman, man), await row(woman, man)])).not.toContain('Segreto')
    expect(await row(woman, man)).toMatchObject({ gone: 'withdrawn', msg: '', unread: 1 })
    expect(await storedText(man, woman, 2)).toBe('-')
    const statement = await testServer.call(`/api/credits/statement/${man.session.clickid}`, { token: man.token })
    expect(statement.body.entries[0]).toMatchObject({ cause: 'message_withdrawn', amount: 1, account: 'messages' })
    expect(await withdraw(man, woman, 2)).toMatchObject({ status: 404 })
  })

  it('refunds the icebreaker, and the next message is a first one again, once per message id', async () => {
    const [man, woman] = await pair()
    const his = await man.connect()
    const before = await wallet(man)
    const first = chat(man, woman, 'Ciao')
    await his.send('chat', first)
    expect((await wallet(man)).icebreakers).toBe(before.icebreakers - 1)
    await withdraw(man, woman, 1)
    expect(await wallet(man)).toEqual(before)
    expect(await his.send('chat', first)).toMatchObject({ ok: true, message: { seq: 1, msg: '', withdrawn: true } })
    expect(await wallet(man)).toEqual(before)
    expect(await his.send('chat', chat(man, woman, 'Eccomi'))).toMatchObject({
      ok: true,
      message: { seq: 2, icebreaker: true },
    })
    expect(await wallet(man)).toEqual({ ...before, icebreakers: before.icebreakers - 1 })
  })

  it.each(['withdraw', 'edit'] as const)('is refused after it was read, as any %s', async (what) => {
    const { man, woman, hers } = await written('Ciao')
    await hers.send('read', { angelId: idOf(man), seq: 1 })
    const before = await wallet(man)
    const answer = await (what === 'edit' ? edit(man, woman, 1, 'Altro') : withdraw(man, woman, 1))
    expect(answer).toMatchObject({ status: 409, body: { code: 'already_read' } })
    expect(await wallet(man)).toEqual(before)
    expect(await storedText(man, woman, 1)).toBe('Ciao')
  })

  it('and reading it concurrently have one winner', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { man, woman, hers, his } = await written('Ciao')
      const before = await wallet(man)
      const [withdrawn] = await Promise.all([
        withdraw(man, woman, 1),
        hers.send('read', { angelId: idOf(man), seq: 1 }),
      ])
      expect([200, 409]).toContain(withdrawn.status)
      const won = withdrawn.status === 200
      expect(await history(woman, man)).toMatchObject([{ withdrawn: won, msg: won ? '' : 'Ciao' }])
      expect((await wallet(man)).icebreakers).toBe(before.icebreakers + (won ? 1 : 0))
      expect(await row(woman, man)).toMatchObject({ unread: 0 })
      his.close()
      hers.close()
    }
  })

  it('twice concurrently refunds it once', async () => {
    const { man, woman } = await written('Ciao', 'Ancora')
    const before = await wallet(man)
    const answers = await Promise.all([1, 2, 3].map(() => withdraw(man, woman, 2)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect((await wallet(man)).messages).toBe(before.messages + 1)
  })

  it("is for one's own messages, in an open conversation, and not once a moderator has them", async () => {
    const { man, woman } = await written('Ciao', 'Due', 'Tre')
    const stranger = await testServer.member({ gender: 'woman' })
    expect((await withdraw(woman, man, 1)).status).toBe(404)
    expect((await withdraw(stranger, man, 1)).status).toBe(404)
    expect((await withdraw(man, stranger, 1)).status).toBe(404)
    expect((await withdraw(man, woman, 9)).status).toBe(404)
    expect((await testServer.call(`/api/messages/000000/1`, { method: 'DELETE', token: man.token })).status).toBe(400)
    const [, second] = await history(woman, man)
    await testServer.call('/api/report', {
      token: woman.token,
      body: { angelId: idOf(man), reason: 'scam', messageIds: [second.id] },
    })
    expect(await withdraw(man, woman, 2)).toMatchObject({ status: 409 })
    expect(await edit(man, woman, 2, 'Altro')).toMatchObject({ status: 409 })
    // One that was not reported can be withdrawn.
    expect((await edit(man, woman, 3, 'Tre!')).status).toBe(200)
    await testServer.call('/api/block', { token: woman.token, body: { angelId: idOf(man) } })
    for (const answer of [
      await withdraw(man, woman, 3),
      await edit(man, woman, 3, 'Altro'),
      await react(man, woman, 3, 'heart'),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'writing_disabled' } })
  })

  it('refunds one message where a plan began meanwhile', async () => {
    const { man, woman } = await written('Ciao', 'Due')
    const before = await wallet(man)
    await become(man, 1)
    expect((await withdraw(man, woman, 2, await newSession(man))).status).toBe(200)
    expect((await wallet(man)).messages).toBe(before.messages + 10)
  })

  it('refunds one message where a plan ended meanwhile, and a part of one as a whole', async () => {
    const [man, woman] = await pair()
    await give(man, 30)
    await become(man, 1)
    const his = await man.connect(undefined, await newSession(man))
    for (const text of ['Uno', 'Due', 'Tre']) await his.send('chat', chat(man, woman, text))
    const { db } = testServer.database
    // As if sent at an earlier price.
    await sql`update messages set cost = 4 where sender_id = ${idOf(man)} and seq = 3`.execute(db)
    await become(man, 0)
    const before = await wallet(man)
    const token = await newSession(man)
    expect((await withdraw(man, woman, 2, token)).status).toBe(200)
    expect((await wallet(man)).messages).toBe(before.messages + 1)
    expect((await withdraw(man, woman, 3, token)).status).toBe(200)
    expect((await wallet(man)).messages).toBe(before.messages + 2)
  })

  it('leaves reactions and positions of other messages unchanged', async () => {
    const { man, woman } = await written('Uno', 'Due')
    await edit(man, woman, 2, 'Due!')
    for (const seq of [1, 2]) await react(woman, man, seq, 'heart')
    await withdraw(man, woman, 2)
    expect(await history(woman, man)).toMatchObject([
      { ownReaction: 'heart', withdrawn: false },
      { ownReaction: null, withdrawn: true, edited: false, msg: '' },
    ])
  })

  it('leaves nothing to refund when the recipient is removed, in either order', async () => {
    const { man, woman } = await written('Ciao', 'Due', 'Tre')
    const start = await wallet(man)
    const { db } = testServer.database
    const suspend = () =>
      db
        .transaction()
        .execute((tx) =>
          suspendMember(
            tx,
            { clock: () => new Date(), enqueueEmail, flows },
            { memberId: idOf(woman), madeBy: 'x', reason: 'x' },
          ),
        )
    expect((await withdraw(man, woman, 2)).status).toBe(200)
    const [last] = await Promise.all([withdraw(man, woman, 3), suspend()])
    expect([200, 403]).toContain(last.status)
    expect(await wallet(man)).toEqual({ messages: start.messages + 2, icebreakers: start.icebreakers + 1 })
  })
})

describe('editing a message', () => {
  it('shows the new text and that it was edited, under the rules for a new message', async () => {
    const { man, woman, hers } = await written('Ciao')
    const before = await wallet(man)
    expect(await edit(man, woman, 1, '  Scrivimi a me@example.com ')).toMatchObject({
      status: 200,
      body: { message: { msg: 'Scrivimi a me@example.com', edited: true, masked: true } },
    })
    expect(await hers.next('messageChanged')).toMatchObject({
      angelId: idOf(man),
      message: { msg: 'Scrivimi a ••••••', edited: true, type: 'messaggio', letto: false },
    })
    expect(await wallet(man)).toEqual(before)
    expect((await row(woman, man)).preview).toBe('Scrivimi a ••••••')
    const { man: other, woman: reader } = await written('Ciao', 'Due')
    expect(await edit(other, reader, 1, ' Ciao ')).toMatchObject({ body: { message: { msg: 'Ciao', edited: false } } })
    await edit(other, reader, 1, 'Ciao!')
    expect(await history(reader, other)).toMatchObject([
      { msg: 'Ciao!', edited: true },
      { msg: 'Due', edited: false },
    ])
    expect(await edit(man, woman, 1, ' \u200b ')).toMatchObject({ status: 400, body: { code: 'empty_message' } })
    expect((await edit(man, woman, 1, 'x'.repeat(2001))).status).toBe(400)
    expect((await edit(man, woman, 1, 'a\u0000b')).status).toBe(400)
    expect(await storedText(man, woman, 1)).toBe('Scrivimi a me@example.com')
  })

  it('is kept when the sender, whose acknowledgement was lost, sends the first text again', async () => {
    const { man, woman, his, hers } = await written()
    const first = chat(man, woman, 'Cioa')
    await his.send('chat', first)
    await edit(man, woman, 1, 'Ciao')
    const before = await wallet(man)
    expect(await his.send('chat', first)).toMatchObject({ ok: true, message: { seq: 1, msg: 'Ciao', edited: true } })
    expect(await history(woman, man)).toMatchObject([{ msg: 'Ciao', edited: true }])
    expect(hers.received('chat')).toMatchObject([{ message: { msg: 'Cioa' } }])
    expect(await wallet(man)).toEqual(before)
  })

  it('stays blurred to a reader who may not read it', async () => {
    const [man, other] = [await testServer.member(), await testServer.member()]
    const [his, others] = [await man.connect(), await other.connect()]
    await his.send('chat', chat(man, other, 'Ciao'))
    await edit(man, other, 1, 'Un altro testo')
    const changed = await others.next('messageChanged')
    expect(changed).toMatchObject({ message: { msg: '', blurredMessage: expect.any(String), edited: true } })
    expect(JSON.stringify([changed, await history(other, man), await row(other, man)])).not.toContain('altro testo')
  })
})

describe('a reply', () => {
  it('carries the quoted message, as its reader may see it', async () => {
    const { man, woman, his, hers } = await written('Chiamami al 333 1234567')
    const sent = await his.send('chat', { ...chat(man, woman, 'Anzi no'), replyTo: 1 })
    expect(sent).toMatchObject({
      ok: true,
      message: { seq: 2, replyTo: { seq: 1, own: true, msg: 'Chiamami al 333 1234567', blurred: false } },
    })
    expect(await hers.next('chat', ({ message }) => message.seq === 2)).toMatchObject({
      message: { replyTo: { seq: 1, own: false, msg: 'Chiamami al ••••••' } },
    })
    expect((await history(woman, man))[1].replyTo).toMatchObject({ own: false, msg: 'Chiamami al ••••••' })
    await withdraw(man, woman, 1)
    expect((await history(man, woman))[1].replyTo).toBeNull()
  })

  it('no longer quotes what its reader deleted for themselves; the other still sees the quote', async () => {
    const { man, woman, his } = await written('Uno', 'Due')
    await his.send('chat', { ...chat(man, woman, 'Tre'), replyTo: 1 })
    await hide(woman, man, 1)
    expect(await history(woman, man)).toMatchObject([{ msg: 'Due' }, { msg: 'Tre', replyTo: null }])
    expect((await history(man, woman))[2]).toMatchObject({ replyTo: { seq: 1, msg: 'Uno' } })
  })

  it('to a missing message is refused and costs nothing; a repeated one is stored once', async () => {
    const { man, woman, his } = await written('Ciao')
    const before = await wallet(man)
    expect(await his.send('chat', { ...chat(man, woman, 'Che?'), replyTo: 9 })).toMatchObject({ code: 'not_found' })
    // A sequence number of another conversation does not count.
    const elsewhere = await written('Uno', 'Due', 'Tre')
    expect(await history(elsewhere.woman, elsewhere.man)).toHaveLength(3)
    expect(await his.send('chat', { ...chat(man, woman, 'Che?'), replyTo: 3 })).toMatchObject({ code: 'not_found' })
    expect(await wallet(man)).toEqual(before)
    const reply = { ...chat(man, woman, 'Ecco', randomUUID()), replyTo: 1 }
    const [one, two] = [await his.send('chat', reply), await his.send('chat', reply)]
    expect([one.message.seq, two.message.seq]).toEqual([2, 2])
    // Another message under the same id: a reply to something else, or to nothing.
    for (const other of [
      { ...reply, replyTo: 2 },
      { ...reply, replyTo: undefined },
    ])
      expect(await his.send('chat', other)).toMatchObject({ code: 'duplicate_id' })
    expect((await history(man, woman))[1]).toMatchObject({ replyTo: { seq: 1 } })
    expect((await wallet(man)).messages).toBe(before.messages - 1)
    // Its acknowledgement was lost, and all was withdrawn elsewhere before it is sent again: it is the same message still.
    for (const seq of [2, 1])
      await testServer.call(`/api/messages/${idOf(woman)}/${seq}`, { method: 'DELETE', token: man.token })
    expect(await his.send('chat', reply)).toMatchObject({ ok: true, message: { seq: 2 } })
  })

  it('reveals nothing of a message that its reader may not read', async () => {
    const [man, other] = [await testServer.member(), await testServer.member()]
    const his = await man.connect()
    await his.send('chat', chat(man, other, 'Parola nascosta'))
    await give(man, 20)
    await become(man, 1)
    const paid = await man.connect(undefined, await newSession(man))
    await paid.send('chat', { ...chat(man, other, 'Chiaro'), replyTo: 1 })
    const seen = await history(other, man)
    expect(seen[1]).toMatchObject({ msg: 'Chiaro', replyTo: { msg: '', blurred: true } })
    expect(JSON.stringify(seen)).not.toContain('nascosta')
  })
})

describe('deleting a message for oneself', () => {
  it('hides it from one of the two, can be undone, and updates the list', async () => {
    const { man, woman } = await written('Uno', 'Due')
    expect((await hide(woman, man, 2)).status).toBe(200)
    expect(await history(woman, man)).toMatchObject([{ msg: 'Uno' }])
    expect(await history(man, woman)).toHaveLength(2)
    expect(await row(woman, man)).toMatchObject({ gone: 'deleted', msg: '', preview: '' })
    expect(await row(man, woman)).toMatchObject({ gone: null, msg: 'Due' })
    expect((await react(woman, man, 2, 'heart')).status).toBe(404)
    await hide(woman, man, 1)
    // Hiding an older message leaves the preview in the list unchanged.
    await hide(woman, man, 2, false)
    expect(await row(woman, man)).toMatchObject({ gone: null, msg: 'Due' })
    await hide(woman, man, 2)
    await hide(man, woman, 2)
    await hide(woman, man, 2, false)
    expect(await history(woman, man)).toMatchObject([{ msg: 'Due' }])
    expect(await history(man, woman)).toMatchObject([{ msg: 'Uno' }])
    // A message deleted for oneself can no longer be changed.
    expect((await withdraw(man, woman, 2)).status).toBe(404)
    expect((await edit(man, woman, 2, 'Altro')).status).toBe(404)
    const stranger = await testServer.member()
    expect((await hide(stranger, man, 1)).status).toBe(404)
    expect((await hide(woman, man, 3)).status).toBe(404)
  })
})

it('deleted for oneself, a message leaves the member’s other browsers and no other ones', async () => {
  const { man, woman, his } = await written('Uno', 'Due')
  const hers = await woman.connect()
  await hide(woman, man, 1)
  expect(await hers.next('messageHidden')).toEqual({ angelId: idOf(man), seq: 1 })
  await hide(woman, man, 1, false)
  expect(await hers.next('messageChanged')).toMatchObject({ angelId: idOf(man), message: { seq: 1, msg: 'Uno' } })
  expect([his.received('messageHidden'), his.received('messageChanged')]).toEqual([[], []])
  hers.close()
})

describe('a reaction', () => {
  it('is one per member and message, live on both sides, and not a message', async () => {
    const { man, woman, his } = await written('Ciao')
    const before = await row(man, woman)
    await react(woman, man, 1, 'heart')
    expect(await react(woman, man, 1, 'laugh')).toMatchObject({
      status: 200,
      body: { message: { ownReaction: 'laugh' } },
    })
    expect(await his.next('messageChanged', ({ message }) => message.otherReaction === 'laugh')).toBeTruthy()
    await react(man, woman, 1, 'fire')
    expect(await history(man, woman)).toMatchObject([{ ownReaction: 'fire', otherReaction: 'laugh', letto: false }])
    expect(await row(man, woman)).toEqual(before)
    await his.send('chat', chat(man, woman, 'Due'))
    await react(woman, man, 2, 'heart')
    expect(await react(woman, man, 1, null)).toMatchObject({ body: { message: { ownReaction: null } } })
    // Only hers, and only on that message.
    expect(await history(man, woman)).toMatchObject([
      { ownReaction: 'fire', otherReaction: null },
      { ownReaction: null, otherReaction: 'heart' },
    ])
    expect((await react(woman, man, 1, 'poop')).status).toBe(400)
    expect((await react(woman, man, 3, 'heart')).status).toBe(404)
  })

  it('needs a message that the member may read and that was not withdrawn', async () => {
    const [man, other] = [await testServer.member(), await testServer.member()]
    const his = await man.connect()
    await his.send('chat', chat(man, other, 'Ciao'))
    expect((await react(other, man, 1, 'heart')).status).toBe(404)
    await react(man, other, 1, 'heart')
    await withdraw(man, other, 1)
    expect((await react(man, other, 1, 'heart')).status).toBe(404)
    expect(await history(man, other)).toMatchObject([{ ownReaction: null, withdrawn: true }])
  })

  it('that is removed is shown to the other once, and not to one who has blocked the member', async () => {
    const { man, woman, hers } = await written('Ciao', 'Due')
    for (const seq of [1, 2]) {
      await react(man, woman, seq, 'heart')
      // An event has the message as it is when it is delivered.
      expect((await hers.next('messageChanged')).message).toMatchObject({ seq, otherReaction: 'heart' })
    }
    for (const seq of [1, 1]) expect((await react(man, woman, seq, null)).status).toBe(200)
    await testServer.call('/api/block', { token: woman.token, body: { angelId: idOf(man) } })
    expect(await react(man, woman, 2, null)).toMatchObject({ body: { message: { ownReaction: null } } })
    // Her own browsers are shown her own change, after all before it.
    await react(woman, man, 2, null)
    await hers.next('messageChanged', ({ message }) => message.seq === 2 && message.otherReaction === null)
    expect(hers.received('messageChanged')).toMatchObject([{ message: { seq: 1, otherReaction: null } }])
  })
})
