import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportConversations, type ExportedConversation } from './export.ts'
import { storeAlone } from './store.ts'
import { conversationId, newId } from '#platform/ids.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type TestServer, type TestMember, type TestSocket } from '#test/support/test-server.ts'

/* Each of the two sees their own side of the conversation. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())

const idOf = (member: TestMember): string => member.session.angelId
const pair = async () => [await testServer.member(), await testServer.member({ gender: 'woman' })] as const
const about = (from: TestMember, to: TestMember) => ({ trackerId: from.session.clickid, angelId: idOf(to) })
const write = async (socket: TestSocket, from: TestMember, to: TestMember, clientMessageId: string = randomUUID()) => {
  const answer = await socket.send('chat', { ...about(from, to), msg: 'Ciao', clientMessageId })
  expect(answer).toMatchObject({ ok: true })
  return answer.message
}
const conversationOf = async (reader: TestMember) =>
  (await testServer.call(`/api/get/messages/${reader.session.clickid}`, { token: reader.token })).body.messages[0]
const messagesOf = async (reader: TestMember, other: TestMember, query = '') =>
  (
    await testServer.call(`/api/get/messages/${reader.session.clickid}/${idOf(other)}${query}`, {
      token: reader.token,
    })
  ).body

async function exported(reader: TestMember): Promise<ExportedConversation[]> {
  const flow = checkedInFlows().of('local', '7')
  const parts: ExportedConversation[] = []
  const all = exportConversations(testServer.database.pool, { memberId: idOf(reader), level: 1, flow })
  for await (const part of all) parts.push(part)
  return parts
}

it('counts as unread what the other wrote after the read mark, and nothing of one’s own', async () => {
  const [man, woman] = await pair()
  const [his, hers] = [await man.connect(), await woman.connect()]
  await write(his, man, woman)
  await write(his, man, woman)
  await write(his, man, woman)
  expect(await hers.send('read', { angelId: idOf(man), seq: 1 })).toMatchObject({ ok: true })
  expect(await conversationOf(woman)).toMatchObject({ unread: 2, letto: false })
  // Replying marks earlier messages as read.
  await write(hers, woman, man)
  expect(await conversationOf(woman)).toMatchObject({ unread: 0, letto: true })
  await write(his, man, woman)
  expect(await conversationOf(woman)).toMatchObject({ unread: 1, letto: false })
  // An outdated read mark, as from a second tab, changes nothing.
  await hers.send('read', { angelId: idOf(man), seq: 5 })
  await hers.send('read', { angelId: idOf(man), seq: 2 })
  expect(await conversationOf(woman)).toMatchObject({ unread: 0, letto: true })
  expect(await messagesOf(man, woman)).toMatchObject([
    { letto: true },
    { letto: true },
    { letto: true },
    {},
    { letto: true },
  ])
})

it('shows for one’s own last message whether it was read, and nothing for the other’s', async () => {
  const [man, woman] = await pair()
  const [his, hers] = [await man.connect(), await woman.connect()]
  await write(his, man, woman)
  expect(await conversationOf(man)).toMatchObject({ mine: true, readByOther: false })
  await hers.send('read', { angelId: idOf(man), seq: 1 })
  expect(await conversationOf(man)).toMatchObject({ mine: true, readByOther: true })
  await write(hers, woman, man)
  await his.send('read', { angelId: idOf(woman), seq: 2 })
  await hers.send('read', { angelId: idOf(man), seq: 2 })
  expect(await conversationOf(man)).toMatchObject({ mine: false, readByOther: false })
})

it('reveals the client message ids to the sender only', async () => {
  const [man, woman] = await pair()
  const clientMessageId = randomUUID()
  await write(await man.connect(), man, woman, clientMessageId)
  expect(await messagesOf(man, woman)).toMatchObject([{ clientMessageId, type: 'personal' }])
  expect(await messagesOf(woman, man)).toMatchObject([{ clientMessageId: null, type: 'messaggio' }])
})

it('shows a repeated message once, to both', async () => {
  const [man, woman] = await pair()
  const [his, elsewhere, hers] = [await man.connect(), await man.connect(), await woman.connect()]
  const clientMessageId = randomUUID()
  await write(his, man, woman, clientMessageId)
  await write(his, man, woman, clientMessageId)
  await write(his, man, woman)
  const isLast = ({ message }: { message: { seq: number } }): boolean => message.seq === 2
  await hers.next('chat', isLast)
  await elsewhere.next('chat', isLast)
  expect(hers.received('chat')).toMatchObject([{ message: { seq: 1 } }])
  expect(elsewhere.received('chat')).toMatchObject([{ message: { seq: 1 } }])
})

it('shows a message to both when it is repeated because the storing process died before notifying', async () => {
  const [man, woman] = await pair()
  const [his, elsewhere, hers] = [await man.connect(), await man.connect(), await woman.connect()]
  const clientMessageId = randomUUID()
  await storeAlone(
    { pool: testServer.database.pool, clock: () => new Date() },
    {
      conversation: conversationId(idOf(man), idOf(woman)),
      message: newId(),
      brand: 'local',
      pool: 'local',
      sender: idOf(man),
      recipient: idOf(woman),
      clientMessage: clientMessageId,
      body: 'Ciao',
      level: 0,
      price: { firstAccount: 'icebreakers', firstCost: 1, nextCost: 10 },
    },
  )
  expect(await write(his, man, woman, clientMessageId)).toMatchObject({ seq: 1 })
  expect(await hers.next('chat')).toMatchObject({ message: { seq: 1 }, totalUnreadMessages: 1 })
  expect(await elsewhere.next('chat')).toMatchObject({ message: { seq: 1, type: 'personal' } })
})

it('keeps the drafts of two members to the same one apart', async () => {
  const [man, woman] = await pair()
  const rival = await testServer.member()
  const path = `/api/draft/${idOf(woman)}`
  const draftOf = async (member: TestMember) => (await testServer.call(path, { token: member.token })).body.text
  const save = (member: TestMember, text: string) =>
    testServer.call(path, { method: 'PUT', token: member.token, body: { text } })
  await save(man, 'di lui')
  expect(await draftOf(rival)).toBe('')
  await save(rival, 'dell’altro')
  expect([await draftOf(man), await draftOf(rival)]).toEqual(['di lui', 'dell’altro'])
  await save(man, '')
  expect([await draftOf(man), await draftOf(rival)]).toEqual(['', 'dell’altro'])
})

it.each(['deactivated', 'suspended', 'deleting'])(
  'hides the name of a member who is %s, and says that they cannot be written to',
  async (state) => {
    const [man, woman] = await pair()
    await write(await man.connect(), man, woman)
    expect(await conversationOf(man)).toMatchObject({ writable: true, screenName: expect.stringMatching(/./) })
    expect(await exported(man)).toMatchObject([{ otherId: idOf(woman), otherName: expect.stringMatching(/./) }])
    await testServer.database.db
      .updateTable('members')
      .set({ state, deletion_due_at: state === 'deleting' ? new Date() : null })
      .where('id', '=', idOf(woman))
      .execute()
    expect(await conversationOf(man)).toMatchObject({
      writable: false,
      screenName: '',
      name: '',
      age: null,
      default_photo: null,
      online: false,
      presence: null,
    })
    expect(await exported(man)).toMatchObject([{ otherId: idOf(woman), otherName: '' }])
  },
)

it('returns at most five hundred messages after a gap, the oldest first', async () => {
  const [man, woman] = await pair()
  await write(await man.connect(), man, woman)
  await sql`insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
    select c.id, n, gen_random_uuid(), ${idOf(man)}, gen_random_uuid(), 'Ciao', false, 0, 0, now()
    from conversations c, generate_series(2, 503) n where ${idOf(man)} in (c.low_id, c.high_id)`.execute(
    testServer.database.db,
  )
  const after = await messagesOf(man, woman, '?after=2')
  expect([after.length, after[0].seq, after.at(-1).seq]).toEqual([500, 3, 502])
  // An export contains all of them, as the reader sees them.
  const parts = await exported(man)
  expect(parts.map(({ messages }) => messages.length)).toEqual([500, 3])
  expect(parts[1]).toMatchObject({ otherId: idOf(woman), messages: [{ from: 'me', text: 'Ciao' }, {}, {}] })
  expect((await exported(woman))[1]).toMatchObject({ otherId: idOf(man), messages: [{ from: 'other' }, {}, {}] })
  const newest = await messagesOf(man, woman)
  expect([newest.length, newest[0].seq, newest.at(-1).seq]).toEqual([50, 454, 503])
})

it('the archive has what was masked once both have written, among messages that never were', async () => {
  const [man, woman] = await pair()
  const [his, hers] = [await man.connect(), await woman.connect()]
  const say = (socket: TestSocket, from: TestMember, to: TestMember, msg: string) =>
    socket.send('chat', { ...about(from, to), msg, clientMessageId: randomUUID() })
  const texts = async (reader: TestMember) =>
    (await exported(reader)).flatMap(({ messages }) => messages.map(({ text }) => text))
  expect(await say(his, man, woman, 'Chiamami: 347 1234567')).toMatchObject({ ok: true })
  expect(await say(his, man, woman, 'Ciao')).toMatchObject({ ok: true })
  expect(await texts(woman)).toEqual(['Chiamami: ••••••', 'Ciao'])
  expect(await say(hers, woman, man, 'Volentieri')).toMatchObject({ ok: true })
  for (const reader of [man, woman])
    expect(await texts(reader)).toEqual(['Chiamami: 347 1234567', 'Ciao', 'Volentieri'])
})
