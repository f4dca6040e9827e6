import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger, move } from '#modules/credits/index.ts'
import { setLevel } from '#modules/members/index.ts'
import { startTestServer, type TestServer, type TestMember } from '#test/support/test-server.ts'

/* Attacks of a member on others and on payments. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const chat = (from: TestMember, to: TestMember, msg = 'Ciao', change: object = {}) => ({
  msg,
  trackerId: from.session.clickid,
  angelId: to.session.angelId,
  clientMessageId: randomUUID(),
  ...change,
})
const like = (from: TestMember, to: TestMember, change: object = {}) => ({
  trackerId: from.session.clickid,
  angelId: to.session.angelId,
  ...change,
})
const wallet = (member: TestMember) =>
  testServer.database.db
    .selectFrom('wallets')
    .select(['messages', 'icebreakers', 'likes'])
    .where('member_id', '=', member.session.angelId)
    .executeTakeFirstOrThrow()
const leave = (member: TestMember, account: 'messages' | 'icebreakers' | 'likes', wanted: number) =>
  testServer.database.db.transaction().execute(async (tx) => {
    const has = (
      await tx
        .selectFrom('wallets')
        .select(account)
        .where('member_id', '=', member.session.angelId)
        .executeTakeFirstOrThrow()
    )[account]
    await move(tx, {
      memberId: member.session.angelId,
      brandId: 'local',
      account,
      house: 'support',
      amount: wanted - has,
      key: `test:${randomUUID()}`,
      at: new Date(),
    })
  })
const pair = async () => [await testServer.member(), await testServer.member({ gender: 'woman' })] as const

describe('charging', () => {
  it('sells one message for one credit, however many devices send concurrently', async () => {
    const [man, woman] = await pair()
    const sockets = await Promise.all(Array.from({ length: 10 }, () => man.connect()))
    await sockets[0]?.send('chat', chat(man, woman))
    await leave(man, 'messages', 1)
    const acks = await Promise.all(
      Array.from({ length: 99 }, (_, n) => sockets[n % 10]?.send('chat', chat(man, woman, `numero ${n}`))),
    )
    expect(acks.filter((ack) => ack.ok)).toHaveLength(1)
    expect(acks.every((ack) => ack.ok || ['fine_crediti', 'busy'].includes(ack.code))).toBe(true)
    expect(acks.filter((ack) => ack.code === 'fine_crediti').length).toBeGreaterThan(10)
    expect(await wallet(man)).toMatchObject({ messages: 0 })
  })

  it('sells one first message for one icebreaker credit, and stores none it refused', async () => {
    const man = await testServer.member()
    const women = await Promise.all(Array.from({ length: 12 }, () => testServer.member({ gender: 'woman' })))
    await leave(man, 'icebreakers', 1)
    const socket = await man.connect()
    const acks = await Promise.all(women.map((woman) => socket.send('chat', chat(man, woman))))
    expect(acks.filter((ack) => ack.ok)).toHaveLength(1)
    const mine = await testServer.database.db
      .selectFrom('conversations')
      .select('id')
      .where((or) => or.or([or('low_id', '=', man.session.angelId), or('high_id', '=', man.session.angelId)]))
      .execute()
    expect(mine).toHaveLength(1)
  })

  it('sells one like for one like credit, and a repeated one for nothing', async () => {
    const man = await testServer.member()
    const women = await Promise.all(Array.from({ length: 8 }, () => testServer.member({ gender: 'woman' })))
    const socket = await man.connect()
    await leave(man, 'likes', 1)
    const acks = await Promise.all(women.map((woman) => socket.send('like', like(man, woman))))
    const paid = acks.findIndex((ack) => ack.ok)
    expect(acks.filter((ack) => ack.ok)).toHaveLength(1)
    const again = await Promise.all(
      Array.from({ length: 5 }, () => socket.send('match', { ...like(man, women[paid] as TestMember), type: 'like' })),
    )
    expect(again.every((ack) => ack.ok && ack.creditiLike === 0)).toBe(true)
    expect((await checkLedger(testServer.database.db)).differences).toEqual([])
  })

  it('has no way to set prices, levels and balances', async () => {
    const man = await testServer.member()
    const put = (change: object) =>
      testServer.call(`/api/users/${man.session.clickid}`, { method: 'PUT', body: change, token: man.token })
    for (const change of [
      { premiumLevel: 2 },
      { level: 2 },
      { creditiMessaggi: 999 },
      { email: 'x@y.example' },
      { sample: true },
      { state: 'active' },
      { email_confirmed_at: '2020-01-01' },
      { member_id: randomUUID() },
    ]) {
      expect((await put(change)).status).toBe(400)
    }
    const { body } = await testServer.call('/dispenser/match', {
      body: { trackerId: man.session.clickid, premiumLevel: 2, page: 6 },
      token: man.token,
    })
    expect(body.profili).toEqual([])
    expect((await put({ username: 'Ancora io' })).body.user).toMatchObject({
      premiumLevel: 0,
      creditiMessaggi: 3,
      email: man.email,
    })
  })

  it('two concurrent mutual likes notify both', async () => {
    for (let n = 0; n < 4; n += 1) {
      const [man, woman] = await pair()
      const [his, hers] = [await man.connect(), await woman.connect()]
      const acks = await Promise.all([his.send('like', like(man, woman)), hers.send('like', like(woman, man))])
      expect(acks.some((ack) => ack.mutual)).toBe(true)
      expect(await his.next('mutual')).toMatchObject({ angelId: woman.session.angelId })
      expect(await hers.next('mutual')).toMatchObject({ angelId: man.session.angelId })
    }
  })
})

describe('another member’s data', () => {
  it('cannot be accessed by any id in a path or body', async () => {
    const [mine, other] = await pair()
    const theirs = other.session.clickid
    const call = (path: string, body?: object, method?: string) =>
      testServer.call(path, { token: mine.token, ...(body ? { body } : {}), ...(method ? { method } : {}) })
    const tries = await Promise.all([
      call(`/api/get/all/${theirs}`),
      call(`/api/get/notifications/${theirs}`),
      call(`/api/get/messages/${theirs}`),
      call(`/api/get/messages/${theirs}/${mine.session.angelId}`),
      call(`/api/users/profile/${theirs}`),
      call(`/api/users/${theirs}`, { username: 'Io' }, 'PUT'),
      call('/api/log/notification/readed', { clickid: theirs, angelId: mine.session.angelId }),
      call('/api/collect/visited', { trackerId: theirs, angelId: mine.session.angelId }),
      call('/api/log/event', { clickid: theirs, angelId: mine.session.angelId, type: 'like' }),
      call('/dispenser/match', { trackerId: theirs }),
      call('/pay/pay_rules/get_pay_rules', { clickid: theirs }),
      call('/pay/orders/unsubUser', { clickid: theirs }),
      call('/pay/orders/adyen/checkTransactionStatus', { clickid: theirs }),
      call(`/api/block/${other.session.angelId}`, undefined, 'DELETE'),
    ])
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404))
  })

  it('of another brand cannot be accessed either', async () => {
    const [man, stranger] = [
      await testServer.member(),
      await testServer.member({ gender: 'woman', host: 'battito.localhost' }),
    ]
    const { angelId } = stranger.session
    const trackerId = man.session.clickid
    const call = (path: string, body?: object) => testServer.call(path, { token: man.token, ...(body ? { body } : {}) })
    expect((await call(`/dispenser/${angelId}/IT/donna`)).body).toEqual([])
    expect((await call('/api/block', { angelId })).status).toBe(404)
    expect((await call('/api/report', { angelId, reason: 'spam' })).status).toBe(404)
    expect((await call('/api/collect/visited', { angelId, trackerId })).status).toBe(404)
    expect((await call('/api/log/event', { angelId, clickid: trackerId, type: 'like' })).status).toBe(404)
    const socket = await man.connect()
    expect(await socket.send('like', like(man, stranger))).toMatchObject({ ok: false, code: 'not_found' })
    expect(await socket.send('typing', { angelId })).toMatchObject({ ok: false })
    expect(await socket.send('read', { angelId, seq: 1 })).toEqual({ ok: true })
    const stored = await testServer.database.db
      .selectFrom('member_events')
      .select('id')
      .where('other_id', '=', angelId)
      .execute()
    expect(stored).toEqual([])
  })

  it('one’s own id in capitals is still one’s own', async () => {
    const man = await testServer.member()
    const self = { session: { ...man.session, angelId: man.session.angelId.toUpperCase() } } as TestMember
    const socket = await man.connect()
    expect(await socket.send('like', like(man, self))).toMatchObject({ ok: false, code: 'not_found' })
    expect(await socket.send('chat', chat(man, self))).toMatchObject({ ok: false, code: 'not_found' })
    expect(
      (await testServer.call('/api/block', { body: { angelId: self.session.angelId }, token: man.token })).status,
    ).toBe(404)
    expect(
      (
        await testServer.call('/api/collect/visited', {
          body: { angelId: self.session.angelId, trackerId: man.session.clickid },
          token: man.token,
        })
      ).status,
    ).toBe(404)
  })

  it('messages in a report are those the reporter could read', async () => {
    const [man, woman] = await pair()
    const reader = await testServer.member({ gender: 'woman' })
    const socket = await man.connect()
    const sent = await socket.send('chat', chat(man, woman))
    const report = (token: string, angelId: string) =>
      testServer.call('/api/report', { body: { angelId, reason: 'spam', messageIds: [sent.message.id] }, token })
    expect((await report(reader.token, man.session.angelId)).status).toBe(200)
    expect((await report(woman.token, man.session.angelId)).status).toBe(200)
    const rows = await testServer.database.db
      .selectFrom('reports')
      .select(['reporter_id', 'message_ids'])
      .where('reported_id', '=', man.session.angelId)
      .execute()
    expect(rows.find((row) => row.reporter_id === reader.session.angelId)?.message_ids).toEqual([])
    expect(rows.find((row) => row.reporter_id === woman.session.angelId)?.message_ids).toEqual([sent.message.id])
  })
})

describe('the checkout', () => {
  const order = async (member: TestMember) => {
    const { body } = await testServer.call('/pay/pay_rules/get_pay_rules', {
      body: { clickid: member.session.clickid },
      token: member.token,
    })
    const [plan] = body.rateplan
    const { publicKey } = (await (
      await fetch(`${testServer.sandbox.origin}/adyen/checkoutshopper/v1/clientKeys/test_SANDBOXCLIENTKEY`)
    ).json()) as { publicKey: string }
    const { encryptCard } = await import('../../../sandbox/src/testing/encrypt-card.ts')
    return {
      clickid: member.session.clickid,
      rateplan: plan.product_id,
      orderKey: randomUUID(),
      firstName: 'Anna',
      lastName: 'Rossi',
      prezzo_totale: plan.prezzo_totale,
      currency: plan.currency,
      accepts: { renewal: true, immediateStart: true },
      ...(await encryptCard(publicKey, { number: '4111111111111111' })),
    }
  }
  const pay = (member: TestMember, body: object) =>
    testServer.call('/pay/orders/tryCharge', { body, token: member.token })
  const attempts = (member: TestMember) =>
    testServer.database.db
      .selectFrom('payment_attempts')
      .select('id')
      .where('member_id', '=', member.session.angelId)
      .execute()

  it('ignores the buyer’s prices, plans, levels and numbers', async () => {
    const man = await testServer.member()
    const good = await order(man)
    for (const change of [
      { prezzo_totale: '0.01' },
      { prezzo_totale: '0.00' },
      { currency: 'JPY' },
      { rateplan: 'plan-of-my-own' },
      { accepts: { renewal: false, immediateStart: false } },
      { premiumLevel: 2 },
      { amount: 1 },
      { encryptedCardNumber: '4111111111111111' },
      { firstName: '4111 1111 1111 1111' },
      { prezzo_totale: '-24.90' },
    ])
      expect([400, 404, 409], JSON.stringify(change)).toContain((await pay(man, { ...good, ...change })).status)
    expect(await attempts(man)).toEqual([])
  })

  it('charges an order once, however often it is submitted, and shows it to no one else', async () => {
    const [man, other] = [await testServer.member(), await testServer.member()]
    const good = await order(man)
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(man, good)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1)
    expect(await attempts(man)).toHaveLength(1)
    const { reference } = answers[0]?.body ?? {}
    const look = (clickid: string) =>
      testServer.call('/pay/orders/adyen/checkTransactionStatus', { body: { clickid, reference }, token: other.token })
    expect((await look(other.session.clickid)).status).toBe(404)
    expect((await look(man.session.clickid)).status).toBe(404)
    expect(
      (await pay(other, { ...good, clickid: other.session.clickid, orderKey: good.orderKey })).body.reference,
    ).not.toBe(reference)
    expect((await checkLedger(testServer.database.db)).differences).toEqual([])
  })

  it('refunds once, to the payer, and no credits that are being spent concurrently', async () => {
    const [man, woman, other] = [
      await testServer.member(),
      await testServer.member({ gender: 'woman' }),
      await testServer.member(),
    ]
    const { body: paid } = await pay(man, await order(man))
    expect(paid.status).toBe('ok')
    const { reference } = paid
    const back = (member: TestMember) =>
      testServer.call('/pay/orders/withdraw', {
        body: { clickid: member.session.clickid, reference },
        token: member.token,
      })
    expect((await back(other)).status).toBe(404)
    const socket = await man.connect()
    const sends = Array.from({ length: 10 }, (_, n) => socket.send('chat', chat(man, woman, `numero ${n}`)))
    const answers = await Promise.all(Array.from({ length: 5 }, () => back(man)))
    await Promise.all(sends)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => `${body.refund} ${body.crediti}`)).size).toBe(1)
    expect(
      await testServer.database.db
        .selectFrom('refunds')
        .select('id')
        .where('member_id', '=', man.session.angelId)
        .execute(),
    ).toHaveLength(1)
    expect((await checkLedger(testServer.database.db)).differences).toEqual([])
  })

  it('refuses and ignores an unsigned webhook', async () => {
    const notice = {
      live: 'false',
      notificationItems: [
        {
          NotificationRequestItem: {
            eventCode: 'AUTHORISATION',
            success: 'true',
            merchantReference: randomUUID(),
            pspReference: 'X1',
            amount: { value: 1, currency: 'EUR' },
            merchantAccountCode: 'IncontroSandboxECOM',
            eventDate: new Date().toISOString(),
            additionalData: { hmacSignature: 'AAAA' },
          },
        },
      ],
    }
    for (const headers of [
      {},
      { authorization: `Basic ${Buffer.from('sandbox-adyen:wrong').toString('base64')}` },
      { authorization: `Basic ${Buffer.from('sandbox-adyen:sandbox-adyen-webhooks').toString('base64')}` },
    ]) {
      expect((await testServer.call('/pay/webhooks/adyen', { body: notice, headers })).status).toBe(401)
    }
    for (const body of ['', '[]', 'null', '{"notificationItems":{}}', '{'])
      expect((await testServer.call('/pay/webhooks/adyen', { body })).status).toBe(401)
    expect(
      await testServer.database.db
        .selectFrom('payment_webhooks')
        .select('event_id')
        .where('event_id', 'like', '%X1%')
        .execute(),
    ).toEqual([])
  })
})

describe('the blur', () => {
  it('holds everywhere: socket, conversation, list, catching up, other tabs', async () => {
    const [man, woman] = await pair()
    const [his, hers, herOther] = [await man.connect(), await woman.connect(), await woman.connect()]
    const secret = 'Parola segreta del messaggio'
    const received: unknown[] = []
    for (const socket of [hers, herOther])
      socket.raw.onAny((event: string, data: unknown) => received.push({ event, data }))
    expect(await his.send('chat', chat(man, woman, secret, { blurredMessage: false }))).toMatchObject({ ok: true })
    await hers.next('chat')
    const { clickid } = woman.session
    const paths = [
      `/api/get/messages/${clickid}`,
      `/api/get/messages/${clickid}/${man.session.angelId}`,
      `/api/get/messages/${clickid}/${man.session.angelId}?after=0`,
      `/api/get/messages/${clickid}/${man.session.angelId}?before=99`,
      `/api/get/notifications/${clickid}`,
      `/api/get/all/${clickid}`,
    ]
    const said = await Promise.all(
      paths.map(async (path) => (await testServer.call(path, { token: woman.token })).body),
    )
    expect(JSON.stringify([received, said])).not.toMatch(/segreta|Parola/)
    await setLevel(testServer.database.db, { memberId: woman.session.angelId, level: 1, until: null })
    await expect
      .poll(async () => JSON.stringify((await testServer.call(paths[1] ?? '', { token: woman.token })).body), {
        timeout: 3000,
      })
      .toContain(secret)
  })
})

describe('a socket', () => {
  it('cannot mark as read more than was written, nor notify a member who blocked', async () => {
    const [man, woman] = await pair()
    const [his, hers] = [await man.connect(), await woman.connect()]
    await his.send('chat', chat(man, woman))
    await hers.send('read', { angelId: man.session.angelId, seq: 2_147_483_647 })
    expect(await his.next('read')).toEqual({ angelId: woman.session.angelId, seq: 1 })
    await his.send('chat', chat(man, woman, 'Ci sei?'))
    await testServer.call('/api/block', { body: { angelId: woman.session.angelId }, token: man.token })
    await hers.send('read', { angelId: man.session.angelId, seq: 2 })
    const other = await testServer.member({ gender: 'woman' })
    await (await other.connect()).send('like', { trackerId: other.session.clickid, angelId: man.session.angelId })
    // A later event has arrived, and that one has not.
    await his.next('notification')
    expect(his.received('read')).toEqual([])
  })

  it('requires confirmation, where the flow does', async () => {
    const [man, woman] = [await testServer.member({ confirmed: false }), await testServer.member({ gender: 'woman' })]
    const socket = await man.connect()
    expect(await socket.send('chat', chat(man, woman))).toMatchObject({ ok: false, code: 'not_verified' })
    expect(await socket.send('like', like(man, woman))).toMatchObject({ ok: false, code: 'not_verified' })
    await testServer.database.db
      .updateTable('members')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', man.session.angelId)
      .execute()
    expect(await socket.send('chat', chat(man, woman))).toMatchObject({ ok: true })
  })

  it('survives and answers invalid and deeply nested events; a flooding socket is closed and may reconnect', async () => {
    const [man, woman] = await pair()
    const socket = await man.connect()
    const ask = (event: string, ...given: unknown[]) => socket.raw.timeout(3000).emitWithAck(event, ...given)
    expect(await ask('chat')).toMatchObject({ ok: false, code: 'invalid' })
    expect(await ask('chat', chat(man, woman), 'more')).toMatchObject({ ok: false, code: 'invalid' })
    for (const data of [null, 1, 'x', [], [[]], Buffer.from('x'), { msg: Buffer.from('x') }, { __proto__: null }])
      expect(await ask('chat', data)).toMatchObject({ ok: false, code: 'invalid' })
    for (const event of ['__proto__', 'constructor', 'toString', 'error', 'newListener'])
      // Names that the client library refuses never reach the server.
      expect(await ask(event, {}).catch(() => ({ ok: false, code: 'invalid' }))).toMatchObject({
        ok: false,
        code: 'invalid',
      })
    for (const msg of ['zero \0 byte', 'half \ud800 pair', 'x'.repeat(2001)])
      expect(await ask('chat', chat(man, woman, msg))).toMatchObject({ ok: false, code: 'invalid' })
    const cut = new Promise((resolve) => socket.raw.once('disconnect', resolve))
    const flood = await Promise.allSettled(Array.from({ length: 200 }, () => ask('nothing', {})))
    const answers = flood.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(answers.at(-1)).toEqual({ ok: false, code: 'busy', message: expect.any(String), retryAfterMs: 1000 })
    expect(answers.slice(0, -1)).toEqual(
      Array.from({ length: answers.length - 1 }, () => ({ ok: false, code: 'invalid', message: expect.any(String) })),
    )
    expect(answers.length).toBeLessThanOrEqual(41)
    // Not the protocol's disconnect, which a client treats as final.
    expect(await cut).toMatch(/^transport/)
    expect(await (await man.connect()).send('clickid', { clickid: man.session.clickid })).toMatchObject({ ok: true })
    const deep = await man.connect()
    const disconnected = new Promise((resolve) => deep.raw.once('disconnect', resolve))
    deep.raw.emit('chat', 'x'.repeat(40_000))
    await disconnected
    expect(await (await woman.connect()).send('typing', { angelId: man.session.angelId })).toMatchObject({ ok: false })
  })
})
