import { clientEvents, routes } from '@incontro/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
let unconfirmed: TestMember
let waived: TestMember
let other: TestMember
beforeAll(async () => {
  testServer = await startTestServer()
  unconfirmed = await testServer.member({ confirmed: false })
  other = await testServer.member({ gender: 'woman' })
  waived = await testServer.member({ confirmed: false })
  const { db } = testServer.database
  await db.updateTable('members').set({ needs_confirmation: false }).where('id', '=', waived.session.angelId).execute()
}, 60_000)
afterAll(() => testServer?.close())

/** Listed here, not read from the policy: opening a route to unconfirmed members takes two edits. */
const open = new Set(
  `account all angel askDataExport block blocks changeEmail changeFacts changePhone changePrivacy cards checkMailAddress checkPayment checkTransactionStatus concierge consents conversations cookieConsent countFiltered dataExport deletion disableProfile downloadDataExport draft
  giveConsent googleLink googleUnlink logEvent mailAddress mailLists match messages notificationRead notifications openSearch orderOk orders ownFacts ownPhone ownReview passkeys payRules picks
  privacy profile removeCard removePasskey removeSearch renamePasskey renameSearch resendConfirmation revokeSession saveDraft saveFilters savePlace saveSearch savedSearches sendEvent sessions starters statement subscribe totalRegion unblock unsubUser
  updateProfile user welcomeGift withdraw withdrawReview withdrawal`.split(/\s+/),
)
const members = Object.values(routes).filter(({ access }) => access === 'member')
const refused = members.filter(({ id }) => !open.has(id))
const ask = (member: TestMember, { method, path }: (typeof members)[number]) =>
  testServer.call(path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000'), {
    method,
    token: member.token,
    ...(method === 'GET' ? {} : { body: { clientMadeUp: true } }),
  })

describe('an unconfirmed account', () => {
  it.each(refused.map((route) => [route.id, route] as const))('may not call %s', async (_, route) => {
    expect((await ask(unconfirmed, route)).body).toMatchObject({ status: 403, code: 'not_verified' })
    // In a flow without confirmation it is treated like a confirmed one.
    expect((await ask(waived, route)).body.code).not.toBe('not_verified')
    expect((await ask(other, route)).body.code).not.toBe('not_verified')
  })

  it.each(members.filter(({ id }) => open.has(id)).map((route) => [route.id, route] as const))(
    'may call %s',
    async (_, route) => {
      expect((await ask(unconfirmed, route)).body.code).not.toBe('not_verified')
    },
  )

  const { angelId } = { angelId: '00000000-0000-4000-8000-000000000000' }
  const events = (trackerId: string): Record<keyof typeof clientEvents, object> => ({
    clickid: { clickid: trackerId },
    brain: { trackerId },
    chat: { trackerId, angelId, msg: 'ciao', clientMessageId: crypto.randomUUID() },
    like: { trackerId, angelId },
    match: { trackerId, angelId, type: 'like' },
    unmatch: { trackerId, angelId },
    typing: { angelId },
    read: { angelId, seq: 1 },
  })
  const free = ['clickid', 'brain']
  it.each(Object.keys(clientEvents))('may send %s if it reaches no one', async (event) => {
    const answers = []
    for (const member of [unconfirmed, waived]) {
      const socket = await member.connect()
      answers.push(await socket.send(event, events(member.session.clickid)[event as keyof typeof clientEvents]))
      socket.close()
    }
    const codes = answers.map(({ code }) => code === 'not_verified')
    expect(codes).toEqual([!free.includes(event), false])
  })

  it('is listed and may write once confirmed, on its open socket', async () => {
    const member = await testServer.member({ confirmed: false })
    const socket = await member.connect()
    const like = () => socket.send('like', { trackerId: member.session.clickid, angelId: other.session.angelId })
    expect(await like()).toMatchObject({ ok: false, code: 'not_verified' })
    await testServer.database.db
      .updateTable('members')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', member.session.angelId)
      .execute()
    expect(await like()).toMatchObject({ ok: true })
    socket.close()
  })
})

describe('a member who knows the id of an unconfirmed account', () => {
  const seen = async (id: string) =>
    (await testServer.call(`/dispenser/${id}/IT/uomo`, { token: other.token })).body.length
  it('cannot see its page, like it or write to it', async () => {
    const { angelId } = unconfirmed.session
    expect([await seen(angelId), await seen(waived.session.angelId)]).toEqual([0, 1])
    const socket = await other.connect()
    const { clickid: trackerId } = other.session
    for (const event of ['like', 'match'] as const)
      expect(
        await socket.send(event, { trackerId, angelId, ...(event === 'match' ? { type: 'like' } : {}) }),
      ).toMatchObject({ ok: false, code: 'not_found' })
    const write = (id: string) =>
      socket.send('chat', { trackerId, angelId: id, msg: 'ciao', clientMessageId: crypto.randomUUID() })
    expect(await write(angelId)).toEqual(await write(crypto.randomUUID()))
    expect(await write(waived.session.angelId)).toMatchObject({ ok: true })
    const visit = { angelId, trackerId }
    expect((await testServer.call('/api/collect/visited', { body: visit, token: other.token })).status).toBe(404)
    for (const body of [{ angelId }, { angelId, reason: 'spam' }])
      expect(
        (await testServer.call('reason' in body ? '/api/report' : '/api/block', { body, token: other.token })).status,
      ).toBe(404)
    socket.close()
  })
})

describe('who is listed', () => {
  const listed = async (member: TestMember): Promise<boolean> => {
    const rows = await testServer.database.db
      .selectFrom('discovery_entries')
      .select('member_id')
      .where('member_id', '=', member.session.angelId)
      .execute()
    return rows.length > 0
  }
  const touch = (member: TestMember) =>
    testServer.call(`/api/users/${member.session.clickid}`, {
      method: 'PUT',
      body: { descrizione: 'ciao' },
      token: member.token,
    })

  it('excludes unconfirmed accounts, unless their flow requires no confirmation', async () => {
    expect((await touch(unconfirmed)).status).toBe(200)
    expect((await touch(waived)).status).toBe(200)
    expect([await listed(unconfirmed), await listed(waived), await listed(other)]).toEqual([false, true, true])
  })

  it('excludes members without a region and closed accounts', async () => {
    const { db } = testServer.database
    const [nowhere, closed] = [await testServer.member(), await testServer.member()]
    await db
      .updateTable('members')
      .set({ region_id: null, city_id: null })
      .where('id', '=', nowhere.session.angelId)
      .execute()
    expect((await touch(nowhere)).status).toBe(200)
    await testServer.call('/api/users/disableProfile', {
      body: { clickid: closed.session.clickid },
      token: closed.token,
    })
    expect([await listed(nowhere), await listed(closed)]).toEqual([false, false])
  })
})
