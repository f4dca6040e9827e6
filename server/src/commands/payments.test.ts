import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reconcile } from '#modules/payments/index.ts'
import { reconcileNightly, type Reconciling } from '#modules/payments/back-office/reconcile.ts'
import { newIdAt } from '#platform/ids.ts'
import { openShop, type Customer, type Said, type Shop } from '#modules/payments/testing/shop.ts'
import { createMollie } from '#providers/mollie/index.ts'
import { createPayPal } from '#providers/paypal/index.ts'
import { runPayments } from './payments.ts'

/* The finance commands: payments that need a decision, and reconciliation with the providers. */

const pack = 'messages-20-first'
const minute = 60_000

/** Replaces or blocks the provider's replies. */
const network: { change: ((text: string) => string) | null; away: boolean; changeOfPayPal: (text: string) => string } =
  {
    change: null,
    away: false,
    changeOfPayPal: (text) => text,
  }
let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop({
    connections: (_adyen, { origin, config }) => [
      {
        brandId: null,
        provider: createMollie({
          baseUrl: `${origin}/mollie/v2`,
          apiKey: config.mollie.apiKey,
          async fetch(input, init) {
            if (network.away) throw new TypeError('fetch failed')
            const response = await fetch(input, init)
            const text = await response.text()
            return new Response(network.change?.(text) ?? text, { status: response.status })
          },
        }),
      },
      {
        brandId: null,
        provider: createPayPal({
          baseUrl: `${origin}/paypal`,
          ...config.paypal,
          async fetch(input, init) {
            const response = await fetch(input, init)
            return new Response(network.changeOfPayPal(await response.text()), { status: response.status })
          },
        }),
      },
    ],
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  Object.assign(network, { change: null, away: false })
  ada = await shop.customer()
})

const run = (...args: string[]) => runPayments(args, { ...shop.deps, brandKeys: ['battito', 'vicino'], user: 'grace' })
const text = async (...args: string[]) => (await run(...args)).lines.join('\n')
const answer = (said: Said, choice: string) =>
  fetch(said.body._links?.checkout?.href ?? '', {
    method: 'POST',
    body: new URLSearchParams({ choice }),
    redirect: 'manual',
  })
const status = ({ body }: Said, system = 'mollie') => shop.status(ada, { reference: body.reference }, system)
async function bought(): Promise<Said> {
  const said = await shop.payOnPage(ada, 'mollie', pack)
  await answer(said, 'pay')
  expect((await status(said)).body.result).toBe(true)
  return said
}
/** A payment completed on the provider's page after the order was given up. */
async function paidLate(): Promise<Said> {
  const said = await shop.payOnPage(ada, 'mollie', pack)
  await shop.db
    .updateTable('payment_attempts')
    .set({ state: 'cancelled', check_at: null })
    .where('id', '=', said.body.reference)
    .execute()
  await answer(said, 'pay')
  const { id } = recordOf(said)
  const hook = await vi.waitFor(() => {
    const found = shop.sandbox.webhooks.find(({ raw }) => raw.toString() === `id=${id}`)
    if (!found) throw new Error('no webhook yet')
    return found
  })
  await shop.deliver(hook, 'mollie')
  await shop.work()
  await shop.work()
  return said
}
const recordOf = ({ body }: Said) => {
  const found = shop.sandbox.sandbox.state.molliePayments
    .all()
    .find((one) => one.metadata['reference'] === body.reference)
  if (!found) throw new Error('the provider has no such payment')
  return found
}

test('a payment that needs a decision is listed with the next step, refunded, and removed from the list', async () => {
  const said = await paidLate()
  const id = said.body.reference
  const listed = await text('list', '--brand', 'battito')
  expect(listed).toContain(`${id}  `)
  expect(listed).toMatch(/paid_twice\n.*mollie tr_\w+\n.*`refund` makes that at once/)
  expect(await text('list', '--brand', 'vicino')).not.toContain(id)
  const amount = (recordOf(said).amount / 100).toFixed(2)
  expect(await run('refund', '--id', id, '--amount', amount, '--reason', 'paid on an old page')).toMatchObject({
    ok: true,
  })
  expect(
    await shop.db.selectFrom('audit_entries').select('command').where('action', '=', 'payment_refunded').execute(),
  ).toEqual([{ command: 'grace' }])
  await shop.sweep()
  expect(recordOf(said).refunds).toMatchObject([{ amount: recordOf(said).amount }])
  expect(await text('list', '--brand', 'battito')).not.toContain(id)
  await vi.waitFor(() => expect(recordOf(said).refunds).toMatchObject([{ status: 'refunded' }]))
  await shop.deliver({ raw: Buffer.from(`id=${recordOf(said).id}`), headers: {} }, 'mollie')
  await shop.work()
  await shop.work()
  const shown = await text('show', '--id', id)
  expect(shown).toMatch(/cancelled → cancelled {2}refunded by command:grace: paid on an old page/)
  expect(shown).toMatch(/refund .* \(back_office\) .* refunded/)
  expect(await shop.stateOf(ada)).toMatchObject({
    level: 0,
    sales: [],
    attempts: [{ state: 'cancelled', flagged: null }],
  })
})

test('a refund needs a reason, and never exceeds what was paid less earlier refunds', async () => {
  const said = await bought()
  const id = said.body.reference
  const { amount } = recordOf(said)
  const refund = (minor: number, ...more: string[]) =>
    run('refund', '--id', id, '--amount', (minor / 100).toFixed(2), '--reason', 'a courtesy', ...more)
  expect(await refund(amount + 1)).toMatchObject({ ok: false, lines: [expect.stringMatching(/more than is left/)] })
  expect(await refund(amount - 100, '--by', 'Ada')).toMatchObject({ ok: true })
  expect(await refund(101)).toMatchObject({ ok: false })
  // A refund counts in every state: requested, accepted by the provider, completed.
  const { db } = shop
  await db.updateTable('refunds').set({ state: 'accepted', check_at: null }).where('attempt_id', '=', id).execute()
  expect(await refund(101)).toMatchObject({ ok: false })
  await db.updateTable('refunds').set({ state: 'refunded' }).where('attempt_id', '=', id).execute()
  await db
    .updateTable('payment_attempts')
    .set({ refunded_minor: amount - 100 })
    .where('id', '=', id)
    .execute()
  expect(await refund(101)).toMatchObject({ ok: false })
  expect(await run('refund', '--id', id, '--amount', '1.00')).toMatchObject({ ok: false })
  for (const bad of ['1', '-1.00', '1.005', '0.00', 'all'])
    expect(await run('refund', '--id', id, '--amount', bad, '--reason', 'x')).toMatchObject({ ok: false })
  // The member keeps what was bought.
  expect((await shop.stateOf(ada)).level).toBe(1)
  const [first] = await db.selectFrom('refunds').selectAll().where('attempt_id', '=', id).execute()
  const earlier = new Date(first!.created_at.getTime() - minute)
  await db
    .insertInto('refunds')
    .values({ ...first!, id: crypto.randomUUID(), amount_minor: 1, state: 'failed', created_at: earlier })
    .execute()
  const shown = (await text('show', '--id', id)).match(/refund .*/g)
  expect(shown?.map((line) => line.includes(' 0.01 '))).toEqual([true, false])
})

test('a payment is resolved once, and its history shows by whom and why', async () => {
  const id = (await paidLate()).body.reference
  expect(await run('resolve', '--id', id, '--reason', 'refunded in the console')).toMatchObject({ ok: true })
  expect(await text('show', '--id', id)).toContain('paid_twice resolved by command:grace: refunded in the console')
  expect(await run('resolve', '--id', id, '--reason', 'again')).toMatchObject({ ok: false })
  // A paid order stays paid.
  const { reference } = (await shop.pay(ada, 'messages-60', '4111111111111111')).body
  await shop.db.updateTable('payment_attempts').set({ flagged: 'x' }).where('id', '=', reference).execute()
  const reason = 'x'.repeat(1000)
  expect(await run('resolve', '--id', reference, '--reason', `${reason}x`)).toMatchObject({ ok: false })
  expect(await run('resolve', '--id', reference, '--reason', reason)).toMatchObject({ ok: true })
  expect((await shop.stateOf(ada)).attempts).toMatchObject([{}, { state: 'authorised', flagged: null }])
  const unknownId = '0190a1b2-0000-7000-8000-000000000000'
  for (const verb of ['resolve', 'show'])
    expect(await run(verb, '--id', unknownId, '--reason', 'x')).toMatchObject({ ok: false })
})

test('what a payment waits for is listed, each reason with its step, and closed by its name', async () => {
  const { reference: id } = (await shop.pay(ada, 'messages-60', '4111111111111111')).body
  const further = ['refund_failed', 'second_payment'].map((reason) => ({ reason, at: new Date().toISOString() }))
  const flags = { flagged: 'differs_amount', flagged_at: new Date(), further_flags: JSON.stringify(further) }
  await shop.db.updateTable('payment_attempts').set(flags).where('id', '=', id).execute()
  const listed = await text('list', '--brand', 'battito')
  for (const words of [`differs_amount, refund_failed, second_payment`, 'did not reach the member', 'a second time'])
    expect(listed).toContain(words)
  const resolve = (...more: string[]) => run('resolve', '--id', id, '--reason', 'done', ...more)
  expect(JSON.stringify(await resolve())).toContain('--flag differs_amount or --flag refund_failed')
  expect(await resolve('--flag', 'late_failed')).toMatchObject({ ok: false })
  expect(await resolve('--flag', 'refund_failed')).toMatchObject({ ok: true })
  const shown = await text('show', '--id', id)
  expect(shown.match(/needs a decision: \w+/g)).toEqual([
    'needs a decision: differs_amount',
    'needs a decision: second_payment',
  ])
  expect(await resolve('--flag', 'differs_amount')).toMatchObject({ ok: true })
  expect(await resolve()).toMatchObject({ ok: true })
  expect(await resolve()).toMatchObject({ ok: false })
})

test('refunding a payment of a wrong amount closes it, and stops the status checks', async () => {
  const said = await shop.payOnPage(ada, 'mollie', pack)
  await answer(said, 'pay')
  network.change = (reply) => reply.replaceAll(/"value":"\d+\.\d\d"/g, '"value":"0.01"')
  await status(said)
  const id = said.body.reference
  expect(await text('show', '--id', id)).toMatch(/needs a decision: other_amount/)
  expect(await run('resolve', '--id', id, '--reason', 'a fault of the provider')).toMatchObject({ ok: true })
  expect(await shop.stateOf(ada)).toMatchObject({ sales: [], attempts: [{ state: 'failed', check_at: null }] })
})

test('events that match no payment are listed', async () => {
  const stray = (id: string, daysAgo: number) => ({
    connection: 'mollie',
    event_id: id,
    body: '{}',
    received_at: new Date(Date.now() - daysAgo * 24 * 60 * minute),
    processed_at: new Date(),
    error: 'no such payment',
  })
  await shop.db
    .insertInto('payment_webhooks')
    .values([
      stray('tr_stray:paid', 29),
      stray('tr_old:paid', 30),
      { ...stray('tr_of_another:paid', 1), connection: 'mollie:vicino' },
      { ...stray('tr_other_fault:paid', 1), error: 'another' },
      { ...stray('tr_known:paid', 1), error: null },
    ])
    .execute()
  const listed = await text('list', '--brand', 'battito')
  expect(listed).toMatch(/mollie {2}tr_stray:paid {2}matches no payment of ours/)
  for (const other of ['tr_old', 'tr_of_another', 'tr_other_fault', 'tr_known']) expect(listed).not.toContain(other)
})

test('reconciliation reports each difference on a line, and nothing when there is none', async () => {
  shop.clock.offsetMs = 10 * 24 * 60 * minute
  const ours = ['--brand', 'battito']
  const said = await bought()
  expect(await run('reconcile', ...ours)).toMatchObject({
    ok: true,
    lines: ['1 compared, 0 differ, 0 of providers that cannot be asked about one payment'],
  })
  expect((await run('reconcile', '--brand', 'vicino')).lines[0]).toMatch(/^0 compared/)
  const at = (await shop.stateOf(ada)).attempts[0]?.granted_at ?? new Date(0)
  const between = async (from: number, to: number) => {
    const times = { since: new Date(at.getTime() + from), until: new Date(at.getTime() + to) }
    return (await reconcile(shop.deps, { ...times, brandId: 'battito' })).compared
  }
  expect([await between(0, 1), await between(-minute, 0), await between(1, minute)]).toEqual([1, 0, 0])
  network.change = (reply) => reply.replaceAll('"currency":"EUR"', '"currency":"USD"')
  expect((await run('reconcile', ...ours)).lines[0]).toMatch(/ {2}amount {2}ours: .* EUR {2}theirs: captured .* USD/)
  network.change = (reply) => reply.replaceAll(/"value":"\d+\.\d\d"/g, '"value":"0.01"')
  const differing = await run('reconcile', ...ours)
  expect(differing.ok).toBe(false)
  expect(differing.lines[0]).toMatch(
    new RegExp(`^${said.body.reference}  amount  ours: captured .* EUR  theirs: captured 0.01 EUR`),
  )
  network.change = (reply) => reply.replaceAll('"status":"paid"', '"status":"failed"')
  expect((await run('reconcile', ...ours)).lines[0]).toMatch(/ {2}state {2}.*theirs: declined/)
  network.away = true
  expect((await run('reconcile', ...ours)).lines[0]).toMatch(/ {2}unanswered {2}/)
  expect(await run('reconcile', ...ours, '--days', '0')).toMatchObject({ ok: false })
  // The nightly job flags a difference for a decision, and leaves an unanswered payment for the next night.
  await shop.payments.jobs['payment-reconcile']?.run({}, { attempt: 1, last: false })
  expect((await shop.stateOf(ada)).attempts).toMatchObject([{ flagged: null }])
  Object.assign(network, { away: false })
  await shop.payments.jobs['payment-reconcile']?.run({}, { attempt: 1, last: false })
  expect((await shop.stateOf(ada)).attempts).toMatchObject([{ flagged: 'differs_state', state: 'captured' }])
  expect(await text('list', ...ours)).toMatch(/differs_state/)
})

test('reconciliation compares refunds, and lists fees where the provider reports them', async () => {
  shop.clock.offsetMs = 30 * 24 * 60 * minute
  const ours = ['--brand', 'battito']
  const said = await bought()
  const paypal = await shop.payOnPage(ada, 'paypal', 'messages-60')
  const { url: page } = await fetch(paypal.body._links?.checkout?.href ?? '')
  await fetch(page, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' })
  expect((await status(paypal, 'paypal')).body.result).toBe(true)
  const { attempts } = await shop.stateOf(ada)
  const fee = attempts.find(({ provider }) => provider === 'paypal')!.amount_minor * 0.034 + 35
  const last = '2 compared, 0 differ, 0 of providers that cannot be asked about one payment'
  const fees = `paypal keeps ${(Math.round(fee) / 100).toFixed(2)} EUR of 1 payments as its fee`
  expect(await run('reconcile', ...ours)).toMatchObject({ ok: true, lines: [fees, last] })
  // A payment that differs cost its fee, too.
  network.changeOfPayPal = (reply) =>
    reply.replaceAll('"currency_code":"EUR","value":"11.90"', '"currency_code":"EUR","value":"11.89"')
  expect((await run('reconcile', ...ours)).lines).toEqual([
    expect.stringMatching(/ {2}amount {2}/),
    fees,
    last.replace(' 0 differ', ' 1 differ'),
  ])
  network.changeOfPayPal = (reply) => reply
  // Refunded at the provider without a webhook.
  const refunded = (reply: string) => reply.replaceAll(/("amountRefunded":\{[^}]*"value":")[^"]*"/g, '$11.50"')
  network.change = refunded
  expect((await run('reconcile', ...ours)).lines[0]).toMatch(
    new RegExp(`^${said.body.reference}  refund  ours: 0.00 EUR refunded  theirs: 1.50 EUR refunded  Another amount`),
  )
  // One of ours that is under way is not a difference; nor is it once it is recorded.
  const refund = await shop.db
    .insertInto('refunds')
    .values({
      id: newIdAt(shop.clock.now()),
      brand_id: 'battito',
      member_id: ada.memberId,
      attempt_id: said.body.reference,
      reason: 'back_office',
      amount_minor: 150,
      currency: 'EUR',
      credits: 0,
      state: 'accepted',
      created_at: shop.clock.now(),
      updated_at: shop.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await run('reconcile', ...ours)).ok).toBe(true)
  await shop.db.updateTable('refunds').set({ state: 'failed' }).where('id', '=', refund.id).execute()
  expect((await run('reconcile', ...ours)).ok).toBe(false)
  // A payment of long ago is compared when money of it went back.
  const { granted_at: at } = attempts.find(({ id }) => id === said.body.reference)!
  const earlier = new Date(at!.getTime() - 60 * 24 * 60 * minute)
  await shop.db
    .updateTable('payment_attempts')
    .set({ granted_at: earlier })
    .where('id', '=', said.body.reference)
    .execute()
  expect((await run('reconcile', ...ours)).lines[0]).toMatch(new RegExp(`^${said.body.reference}  refund  `))
  // A run without time for more than a page leaves the rest to a job of its own, in no queue of other nightly jobs.
  const flags = async () => (await shop.stateOf(ada)).attempts.map(({ flagged }) => flagged).toSorted()
  let rest: Reconciling | undefined = {}
  const seen: (readonly (string | null)[])[] = []
  while (rest) {
    await reconcileNightly(shop.deps, rest, 0)
    seen.push(await flags())
    const { rows } = await sql<{ payload: Reconciling; queue: number | null }>`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = 'payment-reconcile' and j.payload::jsonb ? 'from' returning j.payload, j.job_queue_id as queue`.execute(
      shop.db,
    )
    expect(rows.map(({ queue }) => queue)).toEqual(rows.map(() => null))
    rest = rows[0]?.payload
  }
  expect(seen).toEqual([
    [null, null],
    ['differs_refund', null],
    ['differs_refund', null],
  ])
  expect(await text('list', ...ours)).toMatch(/differs_refund\n.*\n.*Another amount was refunded at the provider/)
})

test('a night without a comparison, or in which a provider did not answer, is made up for by the next', async () => {
  const day = 24 * 60 * minute
  const nightly = () => shop.payments.jobs['payment-reconcile']?.run({}, { attempt: 1, last: false })
  const flags = async () => (await shop.stateOf(ada)).attempts.map(({ flagged }) => flagged)
  network.change = null
  shop.clock.offsetMs = 5 * day
  await nightly()
  shop.clock.offsetMs += day
  await bought()
  shop.clock.offsetMs += 2 * day
  network.away = true
  await nightly()
  shop.clock.offsetMs += 2 * day
  network.away = false
  network.change = (reply) => reply.replaceAll('"status":"paid"', '"status":"failed"')
  await nightly()
  expect(await flags()).toEqual(['differs_state'])
  // Once it is compared it is not asked about for ever.
  await shop.db
    .updateTable('payment_attempts')
    .set({ flagged: null, flagged_at: null })
    .where('member_id', '=', ada.memberId)
    .execute()
  shop.clock.offsetMs += 2 * day
  await nightly()
  expect(await flags()).toEqual([null])
})

test('check reports for each provider whether it answers', async () => {
  expect(await run('check')).toMatchObject({ ok: true })
  network.away = true
  const { ok, lines } = await run('check')
  expect(ok).toBe(false)
  expect(lines).toEqual(
    expect.arrayContaining(['mollie  Mollie does not answer', 'paypal  answers and takes our credentials']),
  )
})

test.each([
  [[]],
  [['pay']],
  [['list']],
  [['list', '--brand', 'nobody']],
  [['show', '--id', '1']],
  [['list', '--surprise']],
])('refuses %j', async (args) => {
  expect(await run(...args)).toMatchObject({ ok: false })
})
