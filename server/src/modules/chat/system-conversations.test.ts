import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedInBrands, checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { suspendMember } from '#modules/accounts/index.ts'
import { decideReport, decideReview } from '#modules/moderation/index.ts'
import { emailQueue, postSystemMessage } from '#modules/outreach/index.ts'

const flows = checkedInFlows()
const enqueueEmail = emailQueue(() => new Date())

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const clock = () => new Date()
const idOf = (member: TestMember): string => member.session.angelId
const open = async (member: TestMember, conversation: string, query = '') =>
  (
    await testServer.call(`/api/get/messages/${member.session.clickid}/${conversation}${query}`, {
      token: member.token,
    })
  ).body
const listOf = async (member: TestMember, query = '') =>
  (await testServer.call(`/api/get/messages/${member.session.clickid}${query}`, { token: member.token })).body
const chat = (from: TestMember, to: string, msg: string) => ({
  msg,
  trackerId: from.session.clickid,
  angelId: to,
  clientMessageId: crypto.randomUUID(),
})
/** Inserts notices, the newest last. */
async function notices(member: TestMember, count: number, conversation: 'admin' | '111111' = '111111'): Promise<void> {
  for (let n = 1; n <= count; n += 1)
    await testServer.database.db.transaction().execute((tx) =>
      postSystemMessage(tx, {
        memberId: idOf(member),
        conversation,
        kind: 'spending-refunded',
        facts: { messages: n },
        at: clock(),
      }),
    )
}

describe('the welcome message', () => {
  it('is in the list right after registration, as rich text with few tags', async () => {
    const member = await testServer.registeredMember()
    const { messages, totalUnreadMessages } = await listOf(member)
    expect(totalUnreadMessages).toBe(1)
    expect(messages).toMatchObject([
      {
        angelId: '000000',
        screenName: 'Incontro',
        writable: false,
        unread: 1,
        letto: false,
        msg: 'Che bello averti su Incon…',
      },
    ])
    const [welcome, ...more] = await open(member, '000000')
    expect(more).toEqual([])
    expect(welcome).toMatchObject({
      seq: 1,
      type: 'messaggio',
      angelId: '000000',
      idNotifica: 'benvenuto',
      letto: false,
    })
    expect(welcome.msg).toContain('<strong>Che bello averti su Incontro</strong>')
    expect(welcome.msg).toContain('<a href="/profile">')
    expect([...new Set((welcome.msg as string).match(/<\w+/g))].sort()).toEqual(['<a', '<li', '<p', '<strong', '<ul'])
  })
})

describe('a system conversation', () => {
  it('refuses messages from every member', async () => {
    const member = await testServer.member()
    const socket = await member.connect()
    for (const conversation of ['000000', '111111', 'admin']) {
      expect(await socket.send('chat', chat(member, conversation, 'Ciao'))).toMatchObject({
        ok: false,
        code: 'writing_disabled',
      })
      expect(await open(member, conversation)).toEqual([])
    }
    socket.close()
  })

  it('counts as unread, also in the totals a message brings, until it is read', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const [his, hers] = [await man.connect(), await woman.connect()]
    await notices(woman, 2)
    for (let n = 0; n < 2; n += 1) expect(await hers.next('chat')).toMatchObject({ angelId: '111111' })
    await his.send('chat', chat(man, idOf(woman), 'Uno'))
    expect(await hers.next('chat')).toMatchObject({ angelId: idOf(man), totalUnreadMessages: 3 })
    // The first was stored individually, the second in a batch.
    await his.send('chat', chat(man, idOf(woman), 'Due'))
    expect(await hers.next('chat')).toMatchObject({ angelId: idOf(man), totalUnreadMessages: 4 })
    expect(await listOf(woman)).toMatchObject({
      totalUnreadMessages: 4,
      messages: [
        { angelId: idOf(man), unread: 2 },
        { angelId: '111111', unread: 2 },
      ],
    })
    expect(await hers.send('read', { angelId: '111111', seq: 9 })).toEqual({ ok: true })
    expect(await hers.next('unread')).toMatchObject({ totalUnreadMessages: 2 })
    expect(await open(woman, '111111')).toMatchObject([{ letto: true }, { letto: true }])
    expect(await hers.send('read', { angelId: '222222', seq: 1 })).toMatchObject({ ok: false })
    his.close()
    hers.close()
  })

  it('is read up to the given message, never back, and leaves the others unchanged', async () => {
    const member = await testServer.member()
    const socket = await member.connect()
    await notices(member, 3)
    await notices(member, 1, 'admin')
    const read = async (seq: number) => {
      expect(await socket.send('read', { angelId: '111111', seq })).toEqual({ ok: true })
      const { messages } = await listOf(member)
      return Object.fromEntries(
        messages.map(({ angelId, unread }: { angelId: string; unread: number }) => [angelId, unread]),
      )
    }
    expect(await read(2)).toEqual({ admin: 1, 111111: 1 })
    expect(await read(1)).toEqual({ admin: 1, 111111: 1 })
    expect(await read(3)).toEqual({ admin: 1, 111111: 0 })
    socket.close()
  })

  it('sends no event for a welcome message, which is there when the member arrives', async () => {
    const member = await testServer.member()
    const socket = await member.connect()
    await testServer.database.db.transaction().execute((tx) =>
      postSystemMessage(tx, {
        memberId: idOf(member),
        conversation: '000000',
        kind: 'benvenuto',
        facts: {},
        at: clock(),
      }),
    )
    await notices(member, 1)
    expect(await socket.next('chat')).toMatchObject({ angelId: '111111', totalUnreadMessages: 2 })
    socket.close()
  })

  it('is shown in open browsers, in the reader’s language', async () => {
    const member = await testServer.member({ form: { language: 'en' } })
    const socket = await member.connect()
    await notices(member, 1)
    const event = await socket.next('chat')
    expect(event).toMatchObject({
      angelId: '111111',
      screenName: 'Plans and purchases',
      totalUnreadMessages: 1,
      message: { seq: 1, idNotifica: 'spending-refunded' },
    })
    expect(event.message.msg).toMatch(/removed/)
    const [item] = await open(member, '111111')
    expect(item).toEqual({ ...event.message, screenName: 'Plans and purchases', name: 'Plans and purchases' })
    socket.close()
  })

  it('is paged after and before a message, and sorted into the list by time', async () => {
    const member = await testServer.member()
    await notices(member, 53)
    const seqs = async (query: string) => (await open(member, '111111', query)).map(({ seq }: { seq: number }) => seq)
    const newest = await seqs('')
    expect([newest.length, newest[0], newest.at(-1)]).toEqual([50, 4, 53])
    expect(await seqs('?before=4')).toEqual([1, 2, 3])
    expect(await seqs('?after=51')).toEqual([52, 53])
    expect([(await seqs('?after=1')).length, (await seqs('?before=53')).length]).toEqual([52, 50])
    // A notice dated earlier does not move the conversation back.
    const { messages } = await listOf(member)
    await testServer.database.db.transaction().execute((tx) =>
      postSystemMessage(tx, {
        memberId: idOf(member),
        conversation: '111111',
        kind: 'spending-refunded',
        facts: { messages: 54 },
        at: new Date(Date.parse(messages[0].time) - 60_000),
      }),
    )
    expect((await listOf(member)).messages).toMatchObject([{ time: messages[0].time, unread: 54 }])
    expect(messages).toHaveLength(1)
    expect((await listOf(member, `?before=${encodeURIComponent(messages[0].time)}`)).messages).toEqual([])
  })

  it('belongs to its member only', async () => {
    const [one, other] = [await testServer.member(), await testServer.member()]
    await notices(one, 1)
    expect(await open(other, '111111')).toEqual([])
    await notices(other, 2)
    await notices(other, 1, 'admin')
    const unread = async (member: TestMember) =>
      (await listOf(member)).messages
        .map(({ angelId, unread: count }: { angelId: string; unread: number }) => `${angelId} ${count}`)
        .sort()
    expect([await unread(one), await unread(other)]).toEqual([['111111 1'], ['111111 2', 'admin 1']])
    expect([(await open(one, '111111')).length, (await open(other, '111111')).length]).toEqual([1, 2])
    const socket = await one.connect()
    expect(await socket.send('read', { angelId: '111111', seq: 1 })).toEqual({ ok: true })
    socket.close()
    expect([await unread(one), await unread(other)]).toEqual([['111111 0'], ['111111 2', 'admin 1']])
    const path = `/api/get/messages/${one.session.clickid}/111111`
    expect((await testServer.call(path, { token: other.token })).status).toBe(404)
  })
})

describe('decisions of the service are announced there', () => {
  it('a report’s outcome to its author, without naming anyone', async () => {
    const [him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await testServer.call('/api/report', { token: him.token, body: { angelId: idOf(her), reason: 'fake' } })
    const { id } = await testServer.database.db
      .selectFrom('reports')
      .select('id')
      .where('reporter_id', '=', idOf(him))
      .executeTakeFirstOrThrow()
    const deps = { db: testServer.database.db, enqueueEmail, flows, brands: checkedInBrands(), clock }
    await decideReport(deps, 'local', id, { verdict: 'upheld', madeBy: 'command:root', reason: 'falso' })
    const [statement] = await open(him, 'admin')
    expect(statement).toMatchObject({ idNotifica: 'report-upheld', angelId: 'admin' })
    expect(statement.msg).toMatch(/^Grazie per la segnalazione\n\n/)
    expect(await open(her, 'admin')).toEqual([])
    expect((await listOf(him)).messages).toMatchObject([
      { screenName: 'Moderazione', msg: 'Grazie per la segnalazion…' },
    ])
  })

  it('the reasons of a refusal, with where to object', async () => {
    const author = await testServer.member()
    const id = crypto.randomUUID()
    await testServer.database.db
      .insertInto('reviews')
      .values({
        id,
        brand_id: 'local',
        member_id: idOf(author),
        author_name: 'Incontro',
        author_gender: 'man',
        author_age: 30,
        stars: 1,
        body: 'Una recensione che offende qualcuno.',
        locale: 'it',
        state: 'pending',
        site_origin: 'https://local.example',
        created_at: clock(),
      })
      .execute()
    await decideReview({ db: testServer.database.db, enqueueEmail, clock }, 'local', id, {
      verdict: 'refuse',
      reason: 'insults',
      madeBy: 'command:root',
    })
    const [statement] = await open(author, 'admin')
    expect(statement).toMatchObject({ idNotifica: 'review-refused' })
    expect(statement.msg).toContain('contiene insulti o minacce')
    expect(statement.msg).toContain('«Le mie segnalazioni e decisioni»')
    expect(statement.msg).not.toContain('email')
  })

  it('the refund of what was spent on a removed member, once', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const socket = await man.connect()
    await socket.send('chat', chat(man, idOf(woman), 'Uno'))
    await socket.send('chat', chat(man, idOf(woman), 'Due'))
    const suspend = () =>
      testServer.database.db
        .transaction()
        .execute((tx) =>
          suspendMember(
            tx,
            { clock, enqueueEmail, flows },
            { memberId: idOf(woman), madeBy: 'command:root', reason: 'falso' },
          ),
        )
    await suspend()
    await suspend()
    expect(await open(man, '111111')).toMatchObject([{ idNotifica: 'spending-refunded', letto: false }])
    expect((await open(man, '111111'))[0].msg).toContain('i tuoi 2 messaggi')
    expect(await socket.next('chat')).toMatchObject({ angelId: '111111' })
    // Pages that are open show the balance without a reload.
    const { credits } = await testServer.database.db
      .selectFrom('wallets')
      .select('messages as credits')
      .where('member_id', '=', idOf(man))
      .executeTakeFirstOrThrow()
    expect(await socket.next('creditiResidui', (event) => event.creditiTotali === credits)).toMatchObject({
      premiumLevel: 0,
    })
    socket.close()
  })
})
