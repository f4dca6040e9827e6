import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brandsFolder, checkedInBrands } from '#test/support/brands-folder.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { createChatCompletions } from '#providers/openai/index.ts'
import { loadFlows } from '#modules/flows/index.ts'
import { endExchange } from './exchanges.ts'

const real = loadFlows(brandsFolder, checkedInBrands())
const minute = 60_000
let now = new Date('2026-11-20T09:00:00Z')

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({
    jobs: false,
    clock: () => now,
    flows: {
      ...real,
      of: (brand, id) => (id === 'helped' ? { ...real.of(brand, '7'), id, concierge: true } : real.of(brand, id)),
    },
  })
}, 60_000)
afterAll(() => testServer.close())
// The questions of the tests before count no more.
beforeEach(() => {
  now = new Date(now.getTime() + 2 * 24 * 60 * minute)
})

async function helped(confirmed = true): Promise<TestMember> {
  const member = await testServer.member({ confirmed })
  await testServer.database.db
    .updateTable('members')
    .set({ flow_id: 'helped' })
    .where('id', '=', member.session.angelId)
    .execute()
  return member
}
const ask = ({ token }: TestMember, text: string, clientMessageId: string = randomUUID()) =>
  testServer.call('/api/concierge', { token, body: { text, clientMessageId } })
const conversation = ({ token }: TestMember, query = '') => testServer.call(`/api/concierge${query}`, { token })
const list = async ({ token, session }: TestMember) =>
  (await testServer.call(`/api/get/messages/${session.clickid}`, { token })).body

describe('the concierge', () => {
  it('answers as it writes, for nothing, and leaves no trace among the messages of people', async () => {
    const member = await helped()
    const socket = await member.connect()
    const wallet = () =>
      testServer.database.db
        .selectFrom('wallets')
        .selectAll()
        .where('member_id', '=', member.session.angelId)
        .executeTakeFirst()
    const [before, unread] = [await wallet(), await list(member)]
    expect(unread.messages).toEqual([
      expect.objectContaining({ angelId: 'concierge', screenName: 'Assistente automatico', unread: 0, letto: true }),
    ])

    const asked = await ask(member, 'Quale foto metto? \u202e')
    expect(asked).toMatchObject({
      status: 200,
      body: { exchange: { seq: 1, question: 'Quale foto metto?', state: 'answered' }, left: 2 },
    })
    const { exchange } = asked.body
    const growing = await socket.next('concierge', ({ state, answer }) => state === 'writing' && answer !== '')
    expect(exchange.answer.length).toBeGreaterThan(growing.answer.length)
    expect(exchange.answer.startsWith(growing.answer)).toBe(true)
    expect(await socket.next('concierge', ({ state }) => state === 'answered')).toEqual(exchange)

    expect((await conversation(member)).body).toEqual({ exchanges: [exchange], hasMore: false, left: 2, perDay: 3 })
    const listed = await list(member)
    expect(listed).toMatchObject({
      totalUnreadMessages: unread.totalUnreadMessages,
      messages: [{ angelId: 'concierge', time: exchange.time, unread: 0 }],
    })
    expect(await wallet()).toEqual(before)
    expect(socket.received('chat')).toEqual([])
    for (const table of ['inbox', 'notifications', 'member_events', 'kpi_events'] as const)
      expect(
        await testServer.database.db
          .selectFrom(table)
          .select('member_id')
          .where('member_id', '=', member.session.angelId)
          .execute(),
      ).toEqual([])
  })

  it('is there where the flow asks for it, for confirmed members, and takes no messages of the chat', async () => {
    const [other, unconfirmed, member] = [await testServer.member(), await helped(false), await helped()]
    for (const answer of [await conversation(other), await ask(other, 'Ciao')])
      expect(answer).toMatchObject({ status: 404 })
    expect((await list(other)).messages).toEqual([])
    expect(await conversation(unconfirmed)).toMatchObject({ status: 200 })
    expect(await ask(unconfirmed, 'Ciao')).toMatchObject({ status: 403, body: { code: 'not_verified' } })
    const socket = await member.connect()
    const { clickid } = member.session
    const sent = { msg: 'Ciao', trackerId: clickid, angelId: 'concierge', clientMessageId: randomUUID() }
    expect(await socket.send('chat', sent)).toMatchObject({ ok: false })
    const messages = await testServer.call(`/api/get/messages/${clickid}/concierge`, { token: member.token })
    expect(messages.status).toBe(404)
    expect((await testServer.call('/api/concierge')).status).toBe(401)
  })

  it('gives the language model what was said here, and nothing of the member', async () => {
    const [member, woman] = [await helped(), await testServer.member({ gender: 'woman' })]
    const socket = await member.connect()
    const secret = 'Ci vediamo in via Garibaldi 12'
    const { clickid: trackerId } = member.session
    const sent = { msg: secret, trackerId, angelId: woman.session.angelId, clientMessageId: randomUUID() }
    expect(await socket.send('chat', sent)).toMatchObject({ ok: true })
    const first = await ask(member, 'Come scrivo il primo messaggio?')
    await ask(member, '[error]')
    await ask(member, 'E quanti crediti servono?')
    const request = testServer.sandbox.sandbox.openAi.asked.at(-1)
    expect(request?.messages?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(request?.messages?.slice(1).map(({ content }) => content)).toEqual([
      'Come scrivo il primo messaggio?',
      first.body.exchange.answer,
      'E quanti crediti servono?',
    ])
    expect(Object.keys(request ?? {}).toSorted()).toEqual(['messages', 'model', 'stream'])
    const { angelId, clickid, screenName } = member.session
    for (const own of [secret, angelId, clickid, screenName, member.email])
      expect(JSON.stringify(request)).not.toContain(own)
  })

  it('fails without half an answer, and asks again three times in all', async () => {
    const member = await helped()
    for (const trouble of ['[break]', '[refuse]', '[empty]'])
      expect(await ask(member, trouble)).toMatchObject({
        status: 200,
        body: { exchange: { question: trouble, state: 'failed', answer: '' } },
      })
    now = new Date(now.getTime() + 2 * 24 * 60 * minute)
    const id = randomUUID()
    for (let time = 0; time < 3; time += 1)
      expect(await ask(member, '[error]', id)).toMatchObject({ body: { exchange: { state: 'failed' }, left: 2 } })
    expect(await ask(member, '[error]', id)).toMatchObject({ status: 409, body: { code: 'too_many_tries' } })
    expect(await ask(member, 'Altro', id)).toMatchObject({ status: 409, body: { code: 'duplicate_id' } })
    expect(await ask(member, ' \u200b ')).toMatchObject({ status: 400, body: { code: 'empty_message' } })
  })

  it('stops waiting for a language model that does not begin in time', async () => {
    const { url, key, model } = testServer.config.concierge.models.shared ?? expect.fail()
    const turns = [{ role: 'user', content: '[late]' }] as const
    const late = createChatCompletions({ url, key, model }, { firstTextMs: 20, wholeMs: 10_000 })
    expect(await late.answer(turns, () => undefined)).toMatchObject({ ok: false, reason: 'timeout' })
    const unknownKey = createChatCompletions({ url, key: 'another', model })
    expect(await unknownKey.answer(turns, () => undefined)).toEqual({
      ok: false,
      reason: 'unavailable',
      detail: 'status 401',
    })
  })

  it('answers a question once however often it is sent, and one at a time', async () => {
    const member = await helped()
    const id = randomUUID()
    const first = await ask(member, 'Ciao', id)
    const calls = testServer.sandbox.sandbox.openAi.asked.length
    expect(await ask(member, 'Ciao', id)).toEqual({ ...first, headers: expect.anything() })
    expect(testServer.sandbox.sandbox.openAi.asked).toHaveLength(calls)

    const { db } = testServer.database
    const waiting = { state: 'writing', answer: '' }
    const { angelId: memberId } = member.session
    const stored = db.updateTable('concierge_exchanges').set(waiting).where('client_message_id', '=', id)
    await stored.where('member_id', '=', memberId).execute()
    const other = await helped()
    const salve = { seq: 1, question: 'Salve', state: 'answered' }
    expect(await ask(other, 'Salve', id)).toMatchObject({ body: { exchange: salve } })
    expect(await ask(member, 'Ancora')).toMatchObject({ status: 409, body: { code: 'still_writing' } })
    // Its process ended in the middle.
    now = new Date(now.getTime() + 2 * minute)
    expect((await conversation(member)).body.exchanges).toMatchObject([{ state: 'failed' }])
    const late = first.body.exchange
    // Questions of others, and answers to others, leave it as it is.
    await ask(other, 'Ancora')
    await endExchange(db, memberId, { ...late, seq: 2 }, 'Di un’altra', now)
    const own = db.selectFrom('concierge_exchanges').select(['state', 'answer']).where('member_id', '=', memberId)
    expect(await own.execute()).toEqual([waiting])
    await db.updateTable('concierge_exchanges').set({ state: 'failed' }).where('member_id', '=', memberId).execute()
    await endExchange(db, memberId, late, 'Troppo tardi', now)
    expect((await conversation(member)).body.exchanges).toMatchObject([{ state: 'failed', answer: '' }])
    expect(await ask(member, 'Ciao', id)).toMatchObject({ body: { exchange: { seq: 1, state: 'answered' } } })
  })

  it('is listed with its last answer, or the question where that failed', async () => {
    const member = await helped()
    const listed = async () => (await list(member)).messages[0]
    const { exchange: first } = (await ask(member, 'Ciao')).body
    const { preview, time } = await listed()
    expect([first.answer.startsWith(preview.slice(0, -1)), time]).toEqual([true, first.time])
    now = new Date(now.getTime() + minute)
    const { exchange: second } = (await ask(member, '[error]')).body
    expect(await listed()).toMatchObject({ preview: '[error]', time: second.time })
  })

  it('takes so many questions a day of a member, and of all together', async () => {
    const [one, two] = [await helped(), await helped()]
    for (const left of [2, 1, 0]) expect(await ask(one, 'Ciao')).toMatchObject({ body: { left } })
    expect(await ask(one, 'Ciao')).toMatchObject({ status: 409, body: { code: 'concierge_limit' } })
    for (const left of [2, 1]) expect(await ask(two, 'Ciao')).toMatchObject({ body: { left } })
    expect(await ask(two, 'Ciao')).toMatchObject({ status: 409, body: { code: 'concierge_busy' } })
    now = new Date(now.getTime() + 24 * 60 * minute)
    expect(await ask(one, 'Ciao')).toMatchObject({ body: { exchange: { seq: 4 }, left: 2 } })
  })

  it('shows fifty exchanges at a time', async () => {
    const member = await helped()
    const rows = Array.from({ length: 52 }, (_, at) => ({
      member_id: member.session.angelId,
      seq: at + 1,
      client_message_id: randomUUID(),
      question: `${at}`,
      answer: 'Ecco',
      state: 'answered',
      asked_at: new Date(now.getTime() - 48 * 60 * minute + at),
      changed_at: now,
    }))
    await testServer.database.db.insertInto('concierge_exchanges').values(rows).execute()
    const newest = (await conversation(member)).body
    expect([newest.exchanges.length, newest.exchanges[0].seq, newest.hasMore]).toEqual([50, 3, true])
    expect((await conversation(member, '?before=3')).body).toMatchObject({
      exchanges: [{ seq: 1 }, { seq: 2 }],
      hasMore: false,
    })
    expect((await conversation(member, '?before=0')).status).toBe(400)
  })
})
