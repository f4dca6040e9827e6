import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { conversationId } from '#platform/ids.ts'
import { chat, conversingOn } from './testing/conversing.ts'

/* Which replies of free members a free member may read and find. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
}, 60_000)
afterAll(() => testServer.close())
const { history, become, newSession } = conversingOn(() => testServer)

const idOf = ({ session }: TestMember): string => session.angelId
/** A free man has written to free women, and each has replied twice. */
async function answered(count: number) {
  const man = await testServer.member()
  const his = await man.connect()
  const women = await Promise.all(Array.from({ length: count }, () => testServer.member({ gender: 'woman' })))
  for (const woman of women) {
    const hers = await woman.connect()
    expect(await his.send('chat', chat(man, woman, 'Domanda'))).toMatchObject({ ok: true })
    for (const text of ['Prima risposta', 'Seconda risposta'])
      expect(await hers.send('chat', chat(woman, man, text))).toMatchObject({ ok: true })
    hers.close()
  }
  return { man, his, women }
}
const clearTo = async (man: TestMember, women: readonly TestMember[]): Promise<string[][]> =>
  Promise.all(women.map(async (woman) => (await history(man, woman)).slice(1).map(({ msg }: { msg: string }) => msg)))

it('is the first reply in each of three conversations, and nothing else', async () => {
  const { man, his, women } = await answered(4)
  expect(await his.next('chat', ({ message }) => message.seq === 2)).toMatchObject({
    message: { msg: 'Prima risposta', blurredMessage: null },
  })
  expect(await his.next('chat', ({ message }) => message.seq === 3)).toMatchObject({ message: { msg: '' } })
  const clear = ['Prima risposta', '']
  // Repeated and concurrent reads give the same result.
  expect(await clearTo(man, women)).toEqual([clear, clear, clear, ['', '']])
  expect(await clearTo(man, women.toReversed())).toEqual([['', ''], clear, clear, clear])
  // She did not write first: his messages stay blurred to her.
  expect(await history(women[0]!, man)).toMatchObject([{ msg: '' }, {}, {}])
  const { body } = await testServer.call(`/api/get/messages/${man.session.clickid}`, { token: man.token })
  expect(JSON.stringify(body)).not.toContain('Seconda')
})

it('takes the conversations in the order in which they were answered, when the list is opened first', async () => {
  const { man, women } = await answered(4)
  await testServer.call(`/api/get/messages/${man.session.clickid}`, { token: man.token })
  const clear = ['Prima risposta', '']
  expect(await clearTo(man, women.toReversed())).toEqual([['', ''], clear, clear, clear])
})

it('is readable where it is quoted, also in the sender’s other tabs', async () => {
  const { man, his, women } = await answered(1)
  const [woman] = women as [TestMember]
  const elsewhere = await man.connect()
  const quoted = { seq: 2, own: false, msg: 'Prima risposta', blurred: false }
  const sent = await his.send('chat', { ...chat(man, woman, 'Davvero?'), replyTo: 2 })
  expect(sent).toMatchObject({ ok: true, message: { replyTo: quoted } })
  expect(await elsewhere.next('chat', ({ message }) => message.seq === 4)).toMatchObject({
    message: { replyTo: quoted },
  })
  // The second is blurred, quoted or not.
  const covered = { seq: 3, own: false, msg: '', blurred: true }
  expect(await his.send('chat', { ...chat(man, woman, 'E poi?'), replyTo: 3 })).toMatchObject({
    message: { replyTo: covered },
  })
  expect(await elsewhere.next('chat', ({ message }) => message.seq === 5)).toMatchObject({
    message: { replyTo: covered },
  })
})

it('is not used up by a reply that is readable anyway, and is free again when the reply is withdrawn', async () => {
  const man = await testServer.member()
  const his = await man.connect()
  const [payer, free] = [await testServer.member({ gender: 'woman' }), await testServer.member({ gender: 'woman' })]
  await become(payer, 2)
  for (const woman of [payer, free]) {
    await his.send('chat', chat(man, woman, 'Domanda'))
    await (await woman.connect()).send('chat', chat(woman, man, 'Risposta'))
    expect((await history(man, woman))[1]).toMatchObject({ msg: 'Risposta' })
  }
  const places = async () =>
    (await sql`select place from clear_replies where member_id = ${idOf(man)}`.execute(testServer.database.db)).rows
  expect(await places()).toEqual([{ place: 1 }])
  const withdrawn = await testServer.call(`/api/messages/${idOf(man)}/2`, { method: 'DELETE', token: free.token })
  expect(withdrawn.status).toBe(200)
  expect(await places()).toEqual([])
})

it('is the first reply also for a member who wrote again before reading without a plan', async () => {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await become(man, 2)
  const [his, hers] = [await man.connect(), await woman.connect()]
  for (const [own, reply] of [
    ['Prima', 'Risposta'],
    ['Ancora', 'Di nuovo'],
    ['E poi', 'Infine'],
  ] as const) {
    expect(await his.send('chat', chat(man, woman, own))).toMatchObject({ ok: true })
    expect(await hers.send('chat', chat(woman, man, reply))).toMatchObject({ ok: true })
  }
  await become(man, 0)
  const now = { ...man, token: await newSession(man) }
  expect((await history(now, woman)).map(({ msg }: { msg: string }) => msg)).toEqual([
    'Prima',
    'Risposta',
    'Ancora',
    '',
    'E poi',
    '',
  ])
})

it('is not what was written to one who had withdrawn their own message, but the reply to the next', async () => {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  await become(man, 2)
  const [his, hers] = [await man.connect(), await woman.connect()]
  expect(await his.send('chat', chat(man, woman, 'Prima'))).toMatchObject({ ok: true })
  const withdrawn = await testServer.call(`/api/messages/${idOf(woman)}/1`, { method: 'DELETE', token: man.token })
  expect(withdrawn.status).toBe(200)
  expect(await hers.send('chat', chat(woman, man, 'Chi sei?'))).toMatchObject({ ok: true })
  expect(await his.send('chat', chat(man, woman, 'Ancora'))).toMatchObject({ ok: true })
  expect(await hers.send('chat', chat(woman, man, 'Risposta'))).toMatchObject({ ok: true })
  await become(man, 0)
  const read = await history({ ...man, token: await newSession(man) }, woman)
  expect(read.map(({ msg }: { msg: string }) => msg)).toEqual(['', '', 'Ancora', 'Risposta'])
})

describe('search inside a conversation', () => {
  const find = async (reader: TestMember, other: TestMember, text: string, before?: number) =>
    testServer.call(`/api/messages/${idOf(other)}/search`, {
      method: 'POST',
      token: reader.token,
      body: { text, ...(before !== undefined && { before }) },
    })
  const seqsOf = async (...given: Parameters<typeof find>): Promise<number[]> =>
    (await find(...given)).body.found.map(({ seq }: { seq: number }) => seq)

  it('finds what both wrote, ignoring case and accents, and shows the context', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await become(man, 2)
    await become(woman, 2)
    const [his, hers] = [await man.connect(), await woman.connect()]
    await his.send('chat', chat(man, woman, 'Perché\n non andiamo al (nuovo) caffè?'))
    await hers.send('chat', chat(woman, man, 'Il CAFFE’ di ieri. '.repeat(20)))
    await his.send('chat', chat(man, woman, '100% d’accordo'))
    expect((await find(man, woman, 'caffe')).body).toMatchObject({
      before: null,
      found: [
        {
          seq: 2,
          type: 'messaggio',
          excerpt: { before: 'Il ', match: 'CAFFE', after: expect.stringMatching(/^.{90}…$/) },
        },
        { seq: 1, type: 'personal', excerpt: { before: 'Perché non andiamo al (nuovo) ', match: 'caffè', after: '?' } },
      ].map((one) => ({ ...one, time: expect.any(String) })),
    })
    expect(await seqsOf(woman, man, '  PERCHE NON ')).toEqual([1])
    expect(await seqsOf(woman, man, '(nuovo)')).toEqual([1])
    expect(await seqsOf(woman, man, "d'acc")).toEqual([3])
    for (const text of ['.*', 'c.ff', '[', '\\', '100_', '(?:']) expect(await seqsOf(woman, man, text)).toEqual([])
    for (const text of ['', '  ', '\u200b', 'a\u0000b', 'a\u202eb', 'a'.repeat(61), 7])
      expect((await find(man, woman, text as string)).status).toBe(400)
    for (const before of [0, 1.5, 2 ** 31]) expect((await find(man, woman, 'ieri', before)).status).toBe(400)
  })

  it('never searches what its reader cannot read', async () => {
    const { man, women } = await answered(1)
    const woman = women[0]!
    // The first reply is readable to him, the second blurred; his own first message is blurred to her.
    expect(await seqsOf(man, woman, 'risposta')).toEqual([2])
    expect(await seqsOf(woman, man, 'domanda')).toEqual([])
    await testServer.call(`/api/messages/${idOf(man)}/2`, { method: 'DELETE', token: woman.token })
    expect(await seqsOf(woman, man, 'r')).toEqual([3])
    await testServer.call(`/api/messages/${idOf(man)}/3/hidden`, {
      method: 'PUT',
      token: woman.token,
      body: { hidden: true },
    })
    expect(await seqsOf(woman, man, 'r')).toEqual([])
    await become(man, 2)
    const token = await newSession(man)
    expect(await seqsOf({ ...man, token }, woman, 'seconda')).toEqual([3])
    const stranger = await testServer.member()
    expect((await find(stranger, woman, 'seconda')).body).toEqual({ found: [], before: null })
  })

  it('reveals no digit of a number that is still masked', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await become(man, 2)
    const his = await man.connect()
    await his.send('chat', chat(man, woman, 'Chiama il 347 1234567'))
    expect(await seqsOf(woman, man, '347')).toEqual([])
    expect(await seqsOf(woman, man, 'chiama')).toEqual([1])
    expect(await seqsOf(man, woman, '347')).toEqual([1])
    await (await woman.connect()).send('chat', chat(woman, man, 'Va bene'))
    expect(await seqsOf(woman, man, '347')).toEqual([1])
  })

  it('searches a long conversation in parts, each of them fast', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const [his, hers] = [await man.connect(), await woman.connect()]
    await become(man, 2)
    await his.send('chat', chat(man, woman, 'Comincia un ago nel pagliaio'))
    await hers.send('chat', chat(woman, man, 'E continua'))
    await sql`
      with more as (
        insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
        select conversation_id, n, gen_random_uuid(), sender_id, gen_random_uuid(), 'Fieno ' || n, false, 2, 0, now()
        from messages, generate_series(3, 12000) n
        where conversation_id = ${conversationId(idOf(man), idOf(woman))} and seq = 1 returning seq)
      update inbox set last_seq = 12000 where conversation_id = ${conversationId(idOf(man), idOf(woman))}`.execute(
      testServer.database.db,
    )
    const reader = { ...man, token: await newSession(man) }
    const pages: { found: { seq: number }[]; before: number | null }[] = []
    for (let before: number | null | undefined; before !== null; before = pages.at(-1)!.before)
      pages.push((await find(reader, woman, 'ago', before)).body)
    expect(pages.map(({ found, before }) => [found.map(({ seq }) => seq), before])).toEqual([
      [[], 7001],
      [[], 2001],
      [[1], null],
    ])
    const newest = (await find(reader, woman, 'fieno')).body
    expect(newest.found).toHaveLength(30)
    expect(newest).toMatchObject({ before: 11_971 })
    expect(newest.found[0].seq).toBe(12_000)
    expect((await seqsOf(reader, woman, 'fieno', newest.before))[0]).toBe(11_970)
  })
})
