import { orderNumberOf, routes, tryChargeBody } from '@incontro/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TEST_CARDS } from '../../../../../sandbox/src/adyen/test-cards.ts'
import { newestOrigin } from '../attempts/purchase-origin.ts'
import { paymentLimits } from '../index.ts'
import { orderTextVersion } from '../terms.ts'
import { eachWithCustomer } from '../testing/each-with-customer.ts'
import type { Customer, Shop } from '../testing/shop.ts'
import { withdrawUntil } from '../withdrawals/refundable.ts'

const good = '4111111111111111'
const slow = '4100000000504002'
const pack = 'messages-60'
const minute = 60_000
const day = 24 * 60 * minute

let shop: Shop
let ada: Customer
eachWithCustomer((opened, customer) => {
  shop = opened
  ada = customer
})

describe('one card that many members are declined with', () => {
  const declining = '4100000000000050'
  afterEach(async () => {
    shop.limits.membersOfCard = Infinity
    await shop.db.deleteFrom('limit_counters').execute()
  })

  test('holds back those who try it further, with cards only, and its late success is for a person', async () => {
    shop.limits.membersOfCard = 2
    const members = await Promise.all([0, 1, 2, 3].map(() => shop.customer()))
    const [first, second, third, other] = members as [Customer, Customer, Customer, Customer]
    const status = async (member: Customer, card: string) => (await shop.pay(member, pack, card)).status
    // A household: two members, each several times.
    for (const member of [first, second, first, second]) expect(await status(member, declining)).toBe(200)
    expect((await shop.pay(first, pack, good)).body.message).toBe('success')
    expect(await status(third, declining)).toBe(200)
    const stopped = await shop.pay(third, pack, good)
    expect([stopped.status, stopped.body.code]).toEqual([429, 'too_many_declines'])
    expect((await shop.stateOf(third)).attempts).toHaveLength(1)
    // Neither a member with another card nor one of the household is affected.
    expect((await shop.pay(other, pack, good)).body.message).toBe('success')
    expect(await status(second, declining)).toBe(200)
    const names = await shop.db.selectFrom('limit_counters').select('bucket').execute()
    expect(names.filter(({ bucket }) => /H\d{15}/.test(bucket))).toEqual([])
    // Two hours later the card is forgotten.
    shop.clock.offsetMs += 2 * 3_600_000
    expect((await shop.pay(third, pack, good)).body.message).toBe('success')
    shop.clock.offsetMs = 0
  })

  test('is flagged if it is accepted after all, and the purchase stays', async () => {
    shop.limits.membersOfCard = 2
    const guess = { number: good, cvc: '999' }
    const decline = async () => (await shop.pay(await shop.customer(), pack, guess)).body.status
    expect([await decline(), await decline(), await decline()]).toEqual(['ko', 'ko', 'ko'])
    const buyer = await shop.customer()
    expect((await shop.pay(buyer, pack, good)).body.message).toBe('success')
    const { attempts, sales } = await shop.stateOf(buyer)
    expect([attempts.map(({ flagged }) => flagged), sales.length]).toEqual([['tested_card'], 1])
  })
})

describe('many declined cards in one network', () => {
  const declining = '4100000000000050'
  const reset = async () => {
    shop.pauses.length = 0
    await shop.db.deleteFrom('limit_counters').execute()
    shop.limits.networkDeclines = { slowFrom: 2, workFrom: 4, waitMs: 3_000 }
  }
  beforeEach(reset)
  afterEach(async () => {
    await reset()
    shop.limits.networkDeclines = { slowFrom: Infinity, workFrom: Infinity, waitMs: 0 }
  })
  const decline = async (changes: object = {}) =>
    (await shop.pay(await shop.customer(), pack, declining, changes)).status
  const counted = (hits: number) =>
    shop.db.updateTable('limit_counters').set({ hits }).where('bucket', 'like', 'card declines %').execute()

  test('are delayed, then take a proof of work, for any account; members with earlier purchases are exempt', async () => {
    expect([await decline(), await decline(), shop.pauses]).toEqual([200, 200, []])
    expect([await decline(), await decline()]).toEqual([200, 200])
    expect(shop.pauses).toEqual([3000, 3000])
    const stopped = await shop.pay(ada, pack, good)
    expect([stopped.status, stopped.body.code, await decline()]).toEqual([403, 'challenge_required', 403])
    expect((await shop.stateOf(ada)).attempts).toEqual([])
    // An honest payer behind the same address pays with one proof, a wrong or used one pays nothing.
    const altcha = await shop.solve()
    expect((await shop.pay(ada, pack, good, { altcha: 'no proof' })).body.code).toBe('challenge_required')
    expect((await shop.pay(ada, pack, good, { altcha })).body.message).toBe('success')
    expect([await decline({ altcha }), await decline({ altcha: await shop.solve() })]).toEqual([403, 200])
    // Other networks are not affected, nor members of this one who have bought before.
    const elsewhere = await shop.customer()
    const paid = await shop.app.inject({
      method: 'POST',
      url: routes.tryCharge.path,
      payload: await shop.orderOf(elsewhere, pack, good),
      headers: { 'x-member': elsewhere.memberId },
      remoteAddress: '198.51.100.7',
    })
    expect([paid.statusCode, paid.json().message]).toEqual([200, 'success'])
    const buyer = await shop.customer({ level: 1 })
    expect((await shop.pay(buyer, 'messages-60', good)).status).toBe(200)
  })

  test('take twice the work for twice as many, and end typed cards of newcomers at ten times as many', async () => {
    await decline()
    for (const [declined, work] of [
      [3, null],
      [4, 0],
      [7, 1],
      [15, 2],
      [39, 3],
    ] as const) {
      await counted(declined)
      const { status, body } = await shop.pay(ada, pack, declining)
      expect([declined, status, body.difficulty ?? null]).toEqual([declined, work === null ? 200 : 403, work])
    }
    await counted(15)
    const solved = async (difficulty: number) =>
      (await shop.pay(await shop.customer(), pack, good, { altcha: await shop.solve(difficulty) })).status
    expect([await solved(1), await solved(2)]).toEqual([403, 200])
    await counted(40)
    const over = await shop.pay(await shop.customer(), pack, good, { altcha: 'any' })
    expect([over.status, over.body.code]).toEqual([429, 'too_many_declines'])
  })

  test('are counted in their hour and the next', async () => {
    // At half past, so that the hour does not change during the test.
    const halfPast = 60 * minute - (Date.now() % (60 * minute)) + 30 * minute
    shop.clock.offsetMs = halfPast
    for (let n = 0; n < 4; n += 1) await decline()
    shop.clock.offsetMs = halfPast + 60 * minute
    expect((await shop.pay(ada, pack, good)).status).toBe(403)
    shop.clock.offsetMs = halfPast + 120 * minute
    expect((await shop.pay(ada, pack, good)).status).toBe(200)
    expect(shop.pauses).toHaveLength(2)
  })

  test('are a dozen before the next is slowed, and forty before it takes a proof of work, in a real installation', () => {
    expect(paymentLimits).toEqual({
      attemptsPerHour: 10,
      declinesInARow: 5,
      membersOfCard: 3,
      networkDeclines: { slowFrom: 12, workFrom: 40, waitMs: 3000 },
    })
  })

  test('do not include cards that pay', async () => {
    for (let n = 0; n < 4; n += 1) expect((await shop.pay(await shop.customer(), pack, good)).status).toBe(200)
    expect(shop.pauses).toEqual([])
  })
})

describe('the page from which an order was started', () => {
  const returnTo = `/chats/${crypto.randomUUID()}`
  const rules = async () => (await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })).body

  test('is returned with every reply about it, in any tab, and deleted after two days', async () => {
    expect(await rules()).toMatchObject({ returnTo: null })
    const { body } = await shop.pay(ada, pack, '4100000000000050', { returnTo })
    expect(body).toMatchObject({ status: 'ko', returnTo })
    const { reference } = body
    expect((await shop.status(ada, { reference })).body).toMatchObject({ returnTo })
    expect(await rules()).toMatchObject({ returnTo })
    const { rows } = await sql`
      select run_at between now() + interval '47 hours' and now() + interval '49 hours' as due from graphile_worker.jobs
      where task_identifier = 'payment-forget-origin'`.execute(shop.db)
    expect(rows).toEqual([{ due: true }])
    await shop.payments.jobs['payment-forget-origin']?.run({ attemptId: reference }, { attempt: 1, last: false })
    expect(await rules()).toMatchObject({ returnTo: null })
    expect((await shop.status(ada, { reference })).body).toMatchObject({ returnTo: null })
  })

  test('is that of the newest order of the last hour', async () => {
    const { body } = await shop.pay(ada, pack, good, { returnTo })
    const { created_at: placed } = (await shop.stateOf(ada)).attempts[0]!
    const origin = (ms: number) => newestOrigin(shop.db, ada.memberId, new Date(placed.getTime() + ms))
    expect([await origin(60 * minute - 1), await origin(60 * minute)]).toEqual([returnTo, null])
    expect(await newestOrigin(shop.db, (await shop.customer()).memberId, placed)).toBeNull()
    shop.clock.offsetMs = 1000
    await shop.pay(ada, pack, good)
    expect(await rules()).toMatchObject({ returnTo: null })
    expect((await shop.status(ada, { reference: body.reference })).body).toMatchObject({ returnTo })
  })

  test.each(['https://evil.example', '//evil.example', '/logout', '/chats/../x', '/chats/a/b', '/find?x=1', ''])(
    'must be a page of ours, not %j',
    async (path) => {
      const said = await shop.pay(ada, pack, good, { returnTo: path })
      expect([said.status, said.body.field]).toEqual([400, 'returnTo'])
    },
  )
})

describe('a card that pays', () => {
  test('gives the credits, the level, the receipt and the consents of a pack', async () => {
    const { status, body } = await shop.pay(ada, pack, good)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'ok',
      message: 'success',
      threeDS: false,
      redirect: null,
      payment_system: 'adyen',
      premiumLevel: 1,
      creditiTotali: 630,
    })
    const state = await shop.stateOf(ada)
    expect(state).toMatchObject({
      level: 1,
      level_until: null,
      balances: { messages: 630, icebreakers: 5, likes: 10 },
      steps: ['submitting', 'authorised'],
    })
    expect(state.attempts[0]).toMatchObject({
      state: 'authorised',
      sealed_request: null,
      check_at: null,
      flagged: null,
    })
    expect(state.sales).toMatchObject([{ amount: 600, idempotency_key: `payment:${body.reference}` }])
    expect(state.emails).toMatchObject([
      {
        kind: 'receipt',
        to_address: ada.email,
        props: { total: '11.90', credits: 600, order: body.reference, renews: false },
      },
    ])
    expect(state.consents.map(({ kind }) => kind)).toEqual(['immediate_start'])
    expect(state.terms).toEqual([])
    expect(shop.pushed.filter(({ memberId }) => memberId === ada.memberId)).toMatchObject([
      { event: 'creditiResidui', data: { creditiTotali: 630, creditiIcebreaker: 5, creditiLike: 10, premiumLevel: 1 } },
      { event: 'refresh' },
    ])
  })

  test('starts a plan that renews, with its consent, its end and its card', async () => {
    const { body } = await shop.pay(ada, 'plan-3m', good)
    expect(body).toMatchObject({ status: 'ok', premiumLevel: 2, data: { customerId: ada.memberId } })
    const state = await shop.stateOf(ada)
    expect(state.terms).toMatchObject([
      { state: 'active', renews: true, plan_id: 'plan-3m', card_token_id: expect.any(String) },
    ])
    expect(state.level_until).toEqual(state.terms[0]?.period_end)
    expect(state.consents.map(({ kind }) => kind).toSorted()).toEqual(['immediate_start', 'renewal'])
    expect(state.balances.messages).toBe(30)
    // Every column of the receipt is in its place.
    const [term] = state.terms
    const granted = state.attempts[0]!.granted_at!
    const plan = shop.flows.of('battito', '7').plans.free.find(({ id }) => id === 'plan-3m')!
    expect(state.emails[0]).toMatchObject({
      brand_id: 'battito',
      locale: 'it',
      props: {
        order: body.reference,
        plan: plan.name.it,
        total: (plan.totalMinor / 100).toFixed(2),
        vat: (Math.round((plan.totalMinor * 22) / 122) / 100).toFixed(2),
        vatRate: 22,
        currency: 'EUR',
        credits: plan.credits,
        level: 2,
        paidAt: granted.toISOString(),
        periodStart: term!.period_start.toISOString(),
        periodEnd: term!.period_end.toISOString(),
        renews: true,
        noticeDays: 30,
        withdrawUntil: withdrawUntil(granted, 'IT').toISOString(),
        descriptor: shop.flows.of('battito', '7').descriptor,
        last4: '1111',
      },
    })
    const [card] = (await shop.look(ada, routes.cards.path)).body.cards
    await shop.app.inject({ method: 'DELETE', url: `/pay/cards/${card.id}`, headers: { 'x-member': ada.memberId } })
    // A removed card cannot pay the next order.
    expect((await shop.status(ada, { reference: body.reference })).body).toMatchObject({ data: { customerId: null } })
    await shop.db.updateTable('card_tokens').set({ removed_at: null }).where('id', '=', card.id).execute()

    const rules = await shop.call(ada, routes.payRules.path, { clickid: ada.clickid })
    expect(rules.body).toMatchObject({
      cardOnFile: { brand: 'visa', label: 'Visa', last4: '1111' },
      subscription: { nomePiano: expect.any(String), renewsAt: expect.any(String) },
    })
  })

  test('pays once for a double click, with the same reply', async () => {
    const order = await shop.orderOf(ada, pack, good)
    const answers = await Promise.all([shop.charge(ada, order), shop.charge(ada, order), shop.charge(ada, order)])
    const [reference] = new Set(answers.map(({ body }) => body.reference))
    expect(answers.map(({ body }) => body.reference)).toEqual([reference, reference, reference])
    expect((await shop.charge(ada, order)).body).toMatchObject({ status: 'ok', message: 'success', reference })
    expect(shop.charged(reference!)).toHaveLength(1)
    expect((await shop.stateOf(ada)).balances.messages).toBe(630)
  })

  test('is stored on request, and pays the next order', async () => {
    await shop.pay(ada, pack, good, { actonfile: true, newCard: true })
    const { body } = await shop.pay(ada, pack, null, {
      actonfile: true,
      rateplan: 'messages-20',
      prezzo_totale: '4.90',
    })
    expect(body).toMatchObject({ status: 'ok', message: 'success', creditiTotali: 830 })
    const { attempts, emails } = await shop.stateOf(ada)
    expect(attempts[1]?.card_token_id).not.toBeNull()
    expect(emails.map(({ props }) => (props as { last4: string }).last4)).toEqual(['1111', '1111'])
  })

  test('is recorded as ordered, and reported with its state', async () => {
    const eva = await shop.customer({ locale: 'es' })
    const order = await shop.orderOf(eva, pack, '4100000000000050', { returnTo: '/find' })
    const { status, body } = await shop.charge(eva, order)
    const flow = shop.flows.of('battito', '7')
    const plan = flow.plans.free.find(({ id }) => id === pack)!
    const { created_at, updated_at, ...row } = (await shop.stateOf(eva)).attempts[0]!
    expect(row).toEqual({
      id: body.reference,
      brand_id: 'battito',
      member_id: eva.memberId,
      order_key: order['orderKey'],
      provider: 'adyen',
      connection: 'adyen',
      provider_ref: expect.any(String),
      flow_id: '7',
      flow_version: flow.version,
      plan_id: pack,
      plan: JSON.parse(JSON.stringify({ ...plan, oldTotalMinor: null })),
      amount_minor: 1190,
      change_of: null,
      credit_minor: 0,
      replaced_by: null,
      credited_minor: null,
      currency: 'EUR',
      refunded_minor: 0,
      refund_due_at: null,
      asking_until: null,
      replacing_until: null,
      state: 'declined',
      code: body.message,
      action: null,
      sealed_request: null,
      card_token_id: null,
      locale: 'es',
      check_at: null,
      checks: 0,
      flagged: null,
      flagged_at: null,
      further_flags: [],
      granted_at: null,
      withdrawn_at: null,
      renewal_of: null,
      renewal_from: null,
      subscription_id: null,
      term_start: null,
      term_end: null,
      term_resumes_at: null,
      site_origin: 'http://battito.localhost:4500',
      return_to: '/find',
      accepts: { renewal: false, immediateStart: true, textVersion: orderTextVersion },
    })
    expect(updated_at.getTime()).toBeGreaterThanOrEqual(created_at.getTime())
    expect([status, body]).toEqual([
      200,
      {
        status: 'ko',
        message: body.message,
        reference: row.id,
        kind: 'order',
        threeDS: false,
        redirect: null,
        payment_system: 'adyen',
        paidBy: { kind: 'card', label: '' },
        data: { customerId: null },
        returnTo: '/find',
        premiumLevel: 0,
        creditiTotali: 3,
      },
    ])
    expect((await shop.look(eva, routes.orders.path)).body).toEqual({
      subscription: null,
      orders: [
        {
          reference: row.id,
          number: orderNumberOf(row.id),
          time: created_at.toISOString(),
          nomePiano: plan.name.es,
          total: '11.90',
          credit: '0.00',
          crediti: 600,
          currency: 'EUR',
          state: 'failed',
          refunded: '0.00',
          renewal: false,
          withdrawn: false,
          keepUntil: null,
          accountClosed: false,
          invoices: [],
        },
      ],
    })
  })

  test('is listed with all orders of its member, newest first, also with equal times, up to fifty', async () => {
    const { body } = await shop.pay(ada, pack, good)
    const at = new Date('2026-11-22T10:00:00Z')
    await sql`
      insert into payment_attempts
      select (jsonb_populate_record(a, jsonb_build_object(
        'id', ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'order_key', gen_random_uuid(),
        'created_at', ${at}::timestamptz + (n / 2) * interval '1 minute', 'granted_at', null))).*
      from payment_attempts a, generate_series(0, 50) n where a.id = ${body.reference}`.execute(shop.db)
    await shop.db
      .updateTable('payment_attempts')
      .set({ created_at: new Date(at.getTime() - 1) })
      .where('id', '=', body.reference)
      .execute()
    const { orders } = (await shop.look(ada, routes.orders.path)).body
    expect(orders.map(({ reference }: { reference: string }) => Number(reference.slice(-12)))).toEqual(
      Array.from({ length: 50 }, (_, n) => 50 - n),
    )
  })

  test('is not stored otherwise', async () => {
    await shop.pay(ada, pack, good)
    expect((await shop.pay(ada, pack, null, { actonfile: true })).body).toMatchObject({
      code: 'no_card_on_file',
      field: 'actonfile',
    })
  })

  test('extends a running plan instead of running beside it', async () => {
    await shop.pay(ada, 'plan-1m', good)
    const first = (await shop.stateOf(ada)).terms[0]!
    await shop.pay(ada, 'messages-60', good)
    expect(await shop.stateOf(ada)).toMatchObject({ level: 2, level_until: first.period_end })
    await shop.pay(ada, 'plan-1m', good)
    const state = await shop.stateOf(ada)
    expect(state.terms.map((term) => term.state)).toEqual(['ended', 'active'])
    expect(state.terms[1]!.period_end.getTime()).toBeGreaterThan(first.period_end.getTime() + 27 * day)
    expect(state.level_until).toEqual(state.terms[1]!.period_end)
  })
})

describe('a card number in clear', () => {
  const fields = Object.keys(tryChargeBody.shape).filter((name) => name !== 'clickid' && name !== 'accepts')
  test.each(fields)('is refused in %s', async (name) => {
    for (const typed of ['4111111111111111', '4111 1111 1111 1111', 'Ada 4111-1111-1111-1111']) {
      const order = await shop.orderOf(ada, pack, good, { [name]: typed })
      const { status, body } = await shop.call(ada, routes.tryCharge.path, order)
      // A plan could have such an id, but none does.
      expect(status).toBe(name === 'rateplan' && /^\d+$/.test(typed) ? 404 : 400)
      expect(JSON.stringify(body)).not.toContain('1111')
    }
    expect((await shop.stateOf(ada)).attempts).toEqual([])
  })

  test('is not detected in normal browser and user input', async () => {
    const userAgent =
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.7390.122 Mobile Safari/537.36'
    expect((await shop.pay(ada, pack, good, { userAgent, city: 'Roma 00100 1234567890123' })).body.status).toBe('ok')
  })
})

describe('a card that is declined', () => {
  const declining = TEST_CARDS.filter(({ behaviour }) => behaviour.kind === 'refuse' || behaviour.kind === 'invalid')
  test.each(declining)('$outcome is reported and grants nothing', async ({ number, outcome }) => {
    const { status, body } = await shop.pay(ada, pack, number)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ko', message: outcome, threeDS: false, premiumLevel: 0, creditiTotali: 3 })
    const state = await shop.stateOf(ada)
    expect(state.attempts[0]).toMatchObject({ sealed_request: null, granted_at: null, check_at: null })
    expect([state.sales, state.emails, state.consents]).toEqual([[], [], []])
  })

  test('too often in a row is refused for an hour, in favour of another one', async () => {
    for (let n = 0; n < 5; n += 1)
      expect((await shop.pay(ada, pack, '4100000000000027')).body.message).toBe('card_declined')
    expect((await shop.pay(ada, pack, good)).body).toMatchObject({ status: 'ko', message: 'change_method' })
    expect((await shop.stateOf(ada)).attempts).toHaveLength(5)
    shop.clock.offsetMs = 61 * minute
    expect((await shop.pay(ada, pack, good)).body.message).toBe('success')
  })

  test('may be tried ten times an hour', async () => {
    for (let n = 0; n < 10; n += 1)
      expect((await shop.pay(ada, pack, n % 4 === 3 ? good : '4100000000000027')).status).toBe(200)
    expect((await shop.pay(ada, pack, good)).status).toBe(429)
  })
})

describe('an order', () => {
  test.each([
    ['another price', { prezzo_totale: '11.89' }, 409, 'price_changed', undefined],
    ['another currency', { currency: 'USD' }, 409, 'price_changed', undefined],
    ['a plan that is not there', { rateplan: 'plan-9m' }, 404, undefined, undefined],
    ['a plan of another flow', { rateplan: 'plan-3m-once', prezzo_totale: '49.80' }, 404, undefined, undefined],
    ['no consent to start', { accepts: { renewal: false, immediateStart: false } }, 400, 'consent_missing', 'accepts'],
    ['a missing field of the card', { encryptedSecurityCode: undefined }, 400, 'invalid', 'encryptedSecurityCode'],
    ['no name', { firstName: ' ', lastName: '\u200b' }, 400, 'invalid', 'firstName'],
    ['no name at all', { firstName: undefined, lastName: undefined }, 400, 'invalid', 'firstName'],
    ['a number in two names', { firstName: '4111 1111', lastName: '1111 1111' }, 400, 'invalid', 'firstName'],
    ['a number in other digits', { lastName: '４１１１１１１１１１１１１１１１' }, 400, 'invalid', 'lastName'],
    ['a number with letters', { lastName: 'x4111-1111y1111-1111' }, 400, 'invalid', 'lastName'],
    ['a raw number', { cardNumber: good }, 400, 'invalid', undefined],
    ['a raw code beside it', { cardSecurityCode: '737', cardMonth: '03', cardYear: '30' }, 400, 'invalid', undefined],
    ['a raw number in the encrypted field', { encryptedCardNumber: good }, 400, 'invalid', 'encryptedCardNumber'],
    ['a padded raw number in it', { encryptedCardNumber: `${good}          ` }, 400, 'invalid', 'encryptedCardNumber'],
    ['a raw number for a name', { lastName: '4111 1111 1111 1111' }, 400, 'invalid', 'lastName'],
    ["somebody else's tracker", { clickid: 'somebody' }, 404, undefined, undefined],
  ])('with %s is refused, and nothing is stored', async (_what, changes, status, code, field) => {
    const said = await shop.pay(ada, pack, good, changes)
    expect(said.status).toBe(status)
    if (code) expect(said.body.code).toBe(code)
    if (field) expect(said.body.field).toBe(field)
    expect((await shop.stateOf(ada)).attempts).toEqual([])
  })

  test.each([
    ['one name', { firstName: 'Mononimo', lastName: undefined }, 'Mononimo'],
    ['one, in the other field', { firstName: '', lastName: 'Mononimo' }, 'Mononimo'],
    ['nothing visible beside it', { firstName: 'Mononimo', lastName: '\u200b ' }, 'Mononimo'],
    ['61 letters', { firstName: 'A'.repeat(61), lastName: 'B' }, `${'A'.repeat(61)} B`],
    ['a company’s number', { firstName: 'Müller GmbH', lastName: '12345678' }, 'Müller GmbH 12345678'],
    ['years', { firstName: 'Rossi 2024-2025', lastName: 'S.r.l.' }, 'Rossi 2024-2025 S.r.l.'],
    ['one letter in another script', { firstName: '张', lastName: '' }, '张'],
  ])('by a payer with %s is paid, under that name', async (_what, names, holder) => {
    const { body } = await shop.pay(ada, pack, good, names)
    expect(body.status).toBe('ok')
    expect(shop.charged(body.reference)).toMatchObject([{ holderName: holder }])
  })

  test('of a plan that renews requires consent to that', async () => {
    expect(
      (await shop.pay(ada, 'plan-1m', good, { accepts: { renewal: false, immediateStart: true } })).body,
    ).toMatchObject({ code: 'consent_missing', field: 'accepts' })
  })

  test('of another plan under the same key is refused', async () => {
    const order = await shop.orderOf(ada, pack, good)
    await shop.charge(ada, order)
    expect(await shop.charge(ada, { ...order, rateplan: 'messages-150', prezzo_totale: '24.90' })).toMatchObject({
      status: 409,
      body: { code: 'order_key_used' },
    })
  })

  test('needs a session', async () => {
    expect((await shop.call(null, routes.tryCharge.path, await shop.orderOf(ada, pack, good))).status).toBe(401)
    expect((await shop.call(null, routes.payRules.path, { clickid: ada.clickid })).status).toBe(401)
  })

  test('stores no card data in clear', async () => {
    await shop.pay(ada, pack, slow)
    const rows = JSON.stringify(await shop.db.selectFrom('payment_attempts').selectAll().execute())
    expect(rows).not.toContain(slow)
    // No encrypted field of the card either; three letters alone may occur in a random key.
    expect(rows).not.toMatch(/eyJ[\w-]+\./)
  })
})

describe('an order', () => {
  test('in a flow with double opt-in reaches no provider before the address is confirmed', async () => {
    const newcomer = await shop.customer({ emailConfirmed: false })
    expect(shop.flows.of('battito', newcomer.flowId).doubleOptIn).toBe(true)
    const { status, body } = await shop.pay(newcomer, pack, good)
    expect([status, body.code]).toEqual([403, 'not_verified'])
    expect((await shop.stateOf(newcomer)).attempts).toEqual([])
  })

  test('in a flow without double opt-in needs no confirmed address', async () => {
    const { of } = shop.flows
    const changed = vi.spyOn(shop.flows, 'of').mockImplementation((...id) => ({ ...of(...id), doubleOptIn: false }))
    const { body } = await shop.pay(await shop.customer({ emailConfirmed: false }), pack, good)
    changed.mockRestore()
    expect(body.message).toBe('success')
  })

  test("takes the encrypted card under the specification's names, and no number in clear under any", async () => {
    const body = await shop.orderOf(ada, pack, good)
    const { encryptedCardNumber, encryptedExpiryMonth, encryptedExpiryYear, encryptedSecurityCode, ...rest } = body
    const spec = {
      cardNumber: encryptedCardNumber,
      cardMonth: encryptedExpiryMonth,
      cardYear: encryptedExpiryYear,
      cardSecurityCode: encryptedSecurityCode,
    }
    for (const clear of ['4111111111111111', '4111 1111 1111 1111'])
      expect((await shop.charge(ada, { ...rest, ...spec, cardNumber: clear })).status).toBe(400)
    expect((await shop.charge(ada, { ...rest, ...spec, cardYear: undefined })).body).toMatchObject({
      code: 'invalid',
      field: 'encryptedExpiryYear',
    })
    expect((await shop.charge(ada, { ...rest, ...spec })).body).toMatchObject({ status: 'ok', message: 'success' })
  })

  const newcomers = () => shop.flows.of('battito', '7').plans.free.find((plan) => plan.firstSelling)!.id

  test('of a plan for new members is sold once, however many pages order it concurrently', async () => {
    const orders = await Promise.all([1, 2, 3].map(() => shop.orderOf(ada, newcomers(), good)))
    const answers = await Promise.all(orders.map((order) => shop.charge(ada, order)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([
        // With the attempt read when the first was paid, and before.
        [404, undefined],
        [409, 'order_open'],
      ]).toContainEqual([status, body.code])
    const state = await shop.stateOf(ada)
    expect(state.attempts).toHaveLength(1)
    expect((await shop.pay(ada, newcomers(), good)).status).toBe(404)
  })

  test('of a plan for new members does not wait for one that is no longer polled', async () => {
    const first = await shop.pay(ada, newcomers(), '4100000000013004')
    expect(first.body).toMatchObject({ status: 'pending' })
    expect((await shop.pay(ada, newcomers(), good)).body.code).toBe('order_open')
    const left = { check_at: null, flagged: 'unresolved', flagged_at: shop.clock.now() }
    await shop.db.updateTable('payment_attempts').set(left).where('id', '=', first.body.reference).execute()
    expect((await shop.pay(ada, newcomers(), good)).body).toMatchObject({ status: 'ok', message: 'success' })
  })

  test('is listed with its outcome', async () => {
    const { reference } = (await shop.pay(ada, pack, good)).body
    const listed = async (changes: object) => {
      await shop.db.updateTable('payment_attempts').set(changes).where('id', '=', reference).execute()
      const { orders } = (await shop.look(ada, routes.orders.path)).body
      return orders[0]?.state
    }
    const { granted_at: grantedAt } = (await shop.stateOf(ada)).attempts[0]!
    const byState = {
      pending: ['created', 'submitting', 'requires_action', 'processing', 'unknown'],
      paid: ['authorised', 'captured', 'won'],
      failed: ['declined', 'cancelled', 'expired', 'failed'],
      partially_refunded: ['partially_refunded'],
      refunded: ['refunded', 'lost'],
      disputed: ['disputed'],
    }
    for (const [shown, states] of Object.entries(byState))
      for (const state of states) expect([state, await listed({ state })]).toEqual([state, shown])
    // A flagged order is neither paid nor failed, unless it was granted.
    const flagged = { state: 'failed', flagged: 'other_amount' }
    expect([
      await listed({ ...flagged, granted_at: null }),
      await listed({ ...flagged, granted_at: grantedAt }),
    ]).toEqual(['pending', 'failed'])
    expect(await listed({ state: 'captured', flagged: null, granted_at: null, amount_minor: 0 })).toBeUndefined()
    await shop.db
      .updateTable('payment_attempts')
      .set({ granted_at: grantedAt, amount_minor: 1190 })
      .where('id', '=', reference)
      .execute()
  })

  test('of a plan for new members replaces one abandoned at the bank', async () => {
    const first = await shop.pay(ada, newcomers(), '4212345678901237')
    expect(first.body.threeDS).toBe(true)
    const eva = await shop.customer()
    await shop.pay(eva, 'messages-60', '4212345678901237')
    const replaces = first.body.reference
    expect(await shop.pay(ada, newcomers(), good)).toMatchObject({ status: 409, body: { code: 'order_open' } })
    const second = await shop.pay(ada, newcomers(), good, { replaces })
    expect(second.body).toMatchObject({ status: 'ok', message: 'success' })
    const { attempts, steps } = await shop.stateOf(ada)
    expect(attempts.map(({ state }) => state)).toEqual(['cancelled', 'authorised'])
    expect(attempts[0]).toMatchObject({ check_at: null, action: null, sealed_request: null })
    // Another member's stays open.
    expect((await shop.stateOf(eva)).attempts).toMatchObject([{ state: 'requires_action' }])
    expect(steps).toEqual(['submitting', 'requires_action', 'cancelled', 'submitting', 'authorised'])
    // Returning from the first bank page does not charge again.
    const redirectResult = await shop.answerBank(first.body.redirect!.url, 'approve')
    const back = await shop.status(ada, { reference: first.body.reference, redirectResult })
    expect(back.body).toMatchObject({ status: 'ko', result: false })
    expect((await shop.stateOf(ada)).attempts.map(({ granted_at: granted }) => granted !== null)).toEqual([false, true])
  })

  test('is looked up at its own provider only, and `result` is true once paid', async () => {
    const { body } = await shop.pay(ada, pack, good)
    expect((await shop.status(ada, { reference: body.reference })).body).toMatchObject({
      result: true,
      message: 'success',
    })
    const other = await shop.call(ada, '/pay/orders/stripe/checkTransactionStatus', {
      clickid: ada.clickid,
      reference: body.reference,
    })
    expect(other.status).toBe(404)
    const declined = await shop.pay(ada, pack, '4100000000000027')
    expect((await shop.status(ada, { reference: declined.body.reference })).body).toMatchObject({
      result: false,
      status: 'ko',
    })
  })
})
