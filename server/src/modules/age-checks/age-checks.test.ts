import { routes, type Route } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encryptCard } from '../../../../sandbox/src/testing/encrypt-card.ts'
import { createAdyen } from '#providers/adyen/index.ts'
import { openToUnconfirmed } from '#modules/identity/index.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { recordAgeCheck } from './records.ts'

let testServer: TestServer
let other: TestMember
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
  other = await testServer.member({ gender: 'woman' })
}, 60_000)
afterAll(() => testServer?.close())

/** A member whose flow requires the check. */
const unchecked = () => testServer.member({ form: { fluxId: '18' } })
const idOf = (member: TestMember) => member.session.angelId
const post = (member: TestMember, path: string, body: object) =>
  testServer.call(path, { token: member.token, body: { clickid: member.session.clickid, ...body } })
const rules = async (member: TestMember) => (await post(member, routes.payRules.path, {})).body

async function order(member: TestMember, number: string, changes: object = {}) {
  const { publicKey } = await createAdyen(testServer.config.payments.adyen!.shared!).cardKey()
  return post(member, routes.tryCharge.path, {
    rateplan: 'age-check',
    orderKey: randomUUID(),
    prezzo_totale: '0.00',
    currency: 'EUR',
    accepts: { renewal: false, immediateStart: false },
    ...(await encryptCard(publicKey, { number })),
    firstName: 'Ada',
    lastName: 'Rossi',
    ...changes,
  })
}
const approving = '4111111111111111'
const kept = (member: TestMember) =>
  testServer.database.db
    .selectFrom('age_checks')
    .select(['result', 'method'])
    .where('member_id', '=', idOf(member))
    .execute()

it('a card, which proves less, never replaces the result of a wallet', async () => {
  const member = await testServer.member()
  const at = new Date('2027-01-01T12:00:00Z')
  const record = async (method: 'card' | 'wallet', result: 'over_18' | 'under_18') => {
    await testServer.database.db
      .transaction()
      .execute((tx) => recordAgeCheck(tx, { memberId: idOf(member), result, method, at }))
    return kept(member)
  }
  expect(await record('card', 'under_18')).toEqual([{ result: 'under_18', method: 'card' }])
  expect(await record('card', 'over_18')).toEqual([{ result: 'over_18', method: 'card' }])
  expect(await record('wallet', 'under_18')).toEqual([{ result: 'under_18', method: 'wallet' }])
  expect(await record('card', 'over_18')).toEqual([{ result: 'under_18', method: 'wallet' }])
  expect(await record('wallet', 'over_18')).toEqual([{ result: 'over_18', method: 'wallet' }])
})

describe('before the check', () => {
  /** Listed here, not read from the policy: a new route is closed until both allow it. */
  const open = new Set(
    `addPasskey askVerification findMessages finishAgeCheck hideMessage orderPhotos passkeyCreationOptions photos removePhoto report
    restorePhoto sendVerification skipStep startAgeCheck tryCharge uploadPhoto verification withdrawMessage withdrawVerification`.split(
      /\s+/,
    ),
  )
  const closed = Object.values(routes).filter(
    ({ id, access }) => access === 'member' && !openToUnconfirmed.has(id) && !open.has(id),
  )

  it('closes whatever reaches another member or sells something, and nothing else', async () => {
    const member = await unchecked()
    const codes = async (which: readonly Route[]) => {
      const found = new Set<unknown>()
      for (const { method, path } of which) {
        const { body } = await testServer.call(path.replace(/:\w+/g, randomUUID()), {
          method,
          token: member.token,
          ...(method === 'GET' ? {} : { body: { clientMadeUp: true } }),
        })
        found.add(body?.code)
      }
      return found
    }
    expect(closed.length).toBeGreaterThan(8)
    expect(await codes(closed)).toEqual(new Set(['age_check_required']))
    const others = Object.values(routes).filter(({ id }) => open.has(id))
    expect(others).toHaveLength(open.size)
    expect(await codes(others)).not.toContain('age_check_required')
  })

  it('messages and likes are refused; a member of another flow is not asked', async () => {
    const send = async (member: TestMember) => {
      const socket = await member.connect()
      const angelId = idOf(other)
      const trackerId = member.session.clickid
      const answers = [
        await socket.send('chat', { trackerId, angelId, msg: 'ciao', clientMessageId: randomUUID() }),
        await socket.send('like', { trackerId, angelId }),
        await socket.send('typing', { angelId }),
        await socket.send('brain', { trackerId }),
      ]
      socket.close()
      return answers.map(({ ok, code }) => (ok ? 'ok' : code))
    }
    const waits = 'age_check_required'
    expect(await send(await unchecked())).toEqual([waits, waits, waits, 'ok'])
    expect(await send(await testServer.member())).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  it('only the check is sold, and only to those who need it', async () => {
    const [member, free] = [await unchecked(), await testServer.member()]
    expect(await rules(member)).toMatchObject({
      rateplan: [{ product_id: 'age-check', prezzo_totale: '0.00' }],
      ageCheckBy: ['wallet', 'card'],
    })
    const pack = { rateplan: 'messages-60', prezzo_totale: '11.90', accepts: { renewal: false, immediateStart: true } }
    expect((await order(member, approving, pack)).status).toBe(404)
    expect((await rules(free)).ageCheckBy).toBeNull()
    expect((await order(free, approving)).status).toBe(404)
  })
})

describe('with a card', () => {
  it('opens everything on the open socket, charges nothing, and stores result, method and date', async () => {
    const member = await unchecked()
    const socket = await member.connect()
    const like = () => socket.send('like', { trackerId: member.session.clickid, angelId: idOf(other) })
    expect(await like()).toMatchObject({ ok: false, code: 'age_check_required' })

    const { body } = await order(member, approving, { newCard: true, actonfile: true })
    expect(body).toMatchObject({ status: 'ok', message: 'success', premiumLevel: 0, data: { customerId: null } })
    expect(await like()).toMatchObject({ ok: true })
    socket.close()
    const { ageCheckBy, rateplan } = await rules(member)
    expect([ageCheckBy, rateplan.length > 1]).toEqual([null, true])

    const asked = testServer.sandbox.sandbox.state.payments
      .all()
      .filter(({ reference }) => reference === body.reference)
    expect(asked).toMatchObject([{ amount: { value: 0, currency: 'EUR' }, captured: 0, store: false, token: null }])
    // The order's details are deleted, and so are the provider's webhook events about it, early or late.
    const { db } = testServer.database
    const handlers = testServer.context.jobs.handlers
    const once = { attempt: 1, last: false }
    await handlers['payment-forget-age-check']?.({ attemptId: body.reference }, once)
    await handlers['payment-forget-age-check']?.({ attemptId: body.reference }, once)
    const left = await Promise.all([
      db.selectFrom('payment_attempts').select('id').where('member_id', '=', idOf(member)).execute(),
      db.selectFrom('card_tokens').select('id').where('member_id', '=', idOf(member)).execute(),
      db.selectFrom('invoices').select('number').where('member_id', '=', idOf(member)).execute(),
      db.selectFrom('emails').select('id').where('member_id', '=', idOf(member)).execute(),
    ])
    expect(left).toEqual([[], [], [], []])
    expect(await kept(member)).toEqual([{ result: 'over_18', method: 'card' }])
  })

  it('stays closed after a decline, and while the bank asks for approval', async () => {
    const member = await unchecked()
    const declined = await order(member, '4100000000000050')
    expect(declined.body).toMatchObject({ status: 'ko', message: 'lost_or_stolen' })
    const asked = await order(member, '4212345678901237')
    expect(asked.body).toMatchObject({ status: 'ok', threeDS: true })
    expect([await kept(member), (await rules(member)).ageCheckBy]).toEqual([[], ['wallet', 'card']])
    // The details of an open order are kept.
    await testServer.context.jobs.handlers['payment-forget-age-check']?.(
      { attemptId: asked.body.reference },
      { attempt: 1, last: false },
    )
    const outcome = new URLSearchParams({ outcome: 'approve' })
    const bank = await fetch(asked.body.redirect.url, { method: 'POST', body: outcome, redirect: 'manual' })
    const redirectResult = new URL(bank.headers.get('location') ?? '').searchParams.get('redirectResult')
    const back = await post(member, routes.checkTransactionStatus.path.replace(':provider', 'adyen'), {
      reference: asked.body.reference,
      redirectResult,
    })
    expect(back.body).toMatchObject({ status: 'ok', result: true })
    expect(await kept(member)).toEqual([{ result: 'over_18', method: 'card' }])
  })

  it('is not required of members whose card was checked before, nor of those who have a plan', async () => {
    const { db } = testServer.database
    const [withCard, withLevel] = [await unchecked(), await unchecked()]
    await db
      .insertInto('card_tokens')
      .values({
        id: randomUUID(),
        member_id: idOf(withCard),
        connection: 'mollie',
        token: 't',
        created_at: new Date(),
      })
      .execute()
    await db.updateTable('members').set({ level: 1 }).where('id', '=', idOf(withLevel)).execute()
    for (const member of [withCard, withLevel]) {
      const socket = await member.connect()
      expect(await socket.send('like', { trackerId: member.session.clickid, angelId: idOf(other) })).toMatchObject({
        ok: true,
      })
      socket.close()
      expect((await rules(member)).ageCheckBy).toBeNull()
    }
  })
})

describe('with a wallet', () => {
  const start = async (member: TestMember) => (await post(member, routes.startAgeCheck.path, {})).body.url as string
  /** Answers in the wallet; returns the URL to which the browser is sent. */
  async function answer(url: string, choice: 'over' | 'under' | 'refuse'): Promise<URL> {
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' })
    expect(response.status).toBe(303)
    return new URL(response.headers.get('location') ?? '')
  }
  const codeOf = (back: URL) => back.searchParams.get('code') ?? ''
  const finish = (member: TestMember, code: string) => post(member, routes.finishAgeCheck.path, { code })

  it('counts once, for the member who asked and no other', async () => {
    const [member, thief] = [await unchecked(), await unchecked()]
    const back = await answer(await start(member), 'over')
    expect(back.pathname).toBe('/ageCheck')
    expect((await finish(thief, codeOf(back))).status).toBe(404)
    expect(await kept(thief)).toEqual([])
    expect((await finish(member, codeOf(back))).body).toEqual({ result: 'over_18' })
    expect((await finish(member, codeOf(back))).status).toBe(404)
    expect(await kept(member)).toEqual([{ result: 'over_18', method: 'wallet' }])
    expect((await rules(member)).ageCheckBy).toBeNull()
    expect((await post(member, routes.startAgeCheck.path, {})).status).toBe(404)
  })

  it('that shows another age is not overridden by a card, but by a later answer of the wallet', async () => {
    const member = await unchecked()
    const first = await finish(member, codeOf(await answer(await start(member), 'under')))
    const under = { result: 'under_18', method: 'wallet' }
    expect([first.body, await kept(member)]).toEqual([{ result: 'under_18' }, [under]])
    expect(await rules(member)).toMatchObject({ ageCheckBy: ['wallet'], rateplan: [] })
    expect((await order(member, approving)).status).toBe(404)
    await finish(member, codeOf(await answer(await start(member), 'over')))
    expect(await kept(member)).toEqual([{ result: 'over_18', method: 'wallet' }])
  })

  it('that shows nothing stores nothing, and can be tried again', async () => {
    const member = await unchecked()
    const said = await finish(member, codeOf(await answer(await start(member), 'refuse')))
    expect([said.body, await kept(member)]).toEqual([{ result: 'refused' }, []])
    expect((await finish(member, codeOf(await answer(await start(member), 'over')))).body.result).toBe('over_18')
  })

  it('answers a question of ours, asked for a member who needs the check', async () => {
    expect((await post(other, routes.startAgeCheck.path, {})).status).toBe(404)
    const member = await unchecked()
    const state = new URL(await start(member)).searchParams.get('state') ?? ''
    const say = (form: Record<string, string>) =>
      testServer.call('/api/ageCheck/presentation', {
        body: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    for (const wrong of ['', 'x', `${state}x`]) expect((await say({ state: wrong, vp_token: '{}' })).status).toBe(400)
    expect((await say({ vp_token: '{}' })).status).toBe(400)
    // An answer that no wallet signed leads back with a refusal.
    const { status, body } = await say({ state, vp_token: '{"age":["a~b"]}' })
    expect(status).toBe(200)
    const code = codeOf(new URL(body.redirect_uri))
    expect((await finish(member, code)).body).toEqual({ result: 'refused' })
    // A question is not accepted as a result, nor a result as a question.
    expect((await finish(member, state)).status).toBe(404)
    expect((await say({ state: code, vp_token: '{}' })).status).toBe(400)
    expect(await kept(member)).toEqual([])
  })
})
