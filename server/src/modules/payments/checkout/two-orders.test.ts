import { routes } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '../port.ts'
import { openShop, type Customer, type Said, type Shop } from '../testing/shop.ts'
import { tills, type Till } from '../testing/faults/tills.ts'

/* An order that waits at the bank or on a provider's page, and another one for the same: nothing is charged twice. */

const pack = 'messages-60'
const good = '4111111111111111'
const asksBank = '4212345678901237'
const slow = '4100000000013004'
const minute = 60_000

/** Holds an answer of the card provider until it is let go. */
const line: { completing: Promise<void> | null; begun: () => void } = { completing: null, begun: () => undefined }
const slowAtTheBank = (real: PaymentProvider): PaymentProvider => ({
  ...real,
  async complete(input) {
    const reported = await real.complete(input)
    line.begun()
    await line.completing
    return reported
  },
})

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop({
    provider: slowAtTheBank,
    connections: (_connect, sandbox, network) =>
      Object.values<Till>(tills).flatMap(({ connect }) =>
        connect ? [{ brandId: null, provider: connect(sandbox, network) }] : [],
      ),
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  shop.clock.offsetMs = 0
  ada = await shop.customer()
})
afterEach(async () => {
  Object.assign(line, { completing: null, begun: () => undefined })
  expect((await shop.stateOf(ada)).differences).toEqual([])
})

interface Conflict {
  readonly code: string
  readonly order: { readonly reference: string; readonly state: string; readonly replaceable: boolean }
}
const conflictOf = ({ status, body }: Said): Conflict => {
  expect(status).toBe(409)
  return body as unknown as Conflict
}
const states = async () => (await shop.stateOf(ada)).attempts.map(({ state }) => state)
const granted = async () => (await shop.stateOf(ada)).attempts.filter(({ granted_at: at }) => at !== null).length
const orderBy = (till: Till, plan = pack) => till.order(shop, ada, { plan, orderKey: randomUUID() })
const replace = (reference: string, plan = pack, card: string = good) =>
  shop.pay(ada, plan, card, { replaces: reference })
const approveAtBank = async ({ body }: Said) => ({
  reference: body.reference,
  redirectResult: await shop.answerBank(body.redirect!.url, 'approve'),
})

/** The page of a cancelled order is gone at some providers. */
const approveIfOpen = (till: Till, said: Said): Promise<object> =>
  // What the page says then does not matter: nothing may come of it.
  till.approve(shop, said).catch(() => ({}))

const waiting: readonly Till[] = [tills.bankCard, tills.mollie, tills.stripe, tills.paypal, tills.trustpay]

describe.each(waiting.map((till) => [till.name, till] as const))('an order that waits at %s', (_name, till) => {
  test('is named to the second one for the same pack, which is not charged', async () => {
    const first = await orderBy(till)
    const conflict = conflictOf(await shop.pay(ada, pack, good))
    expect(conflict).toMatchObject({
      code: 'order_open',
      order: {
        reference: first.body.reference,
        plan: expect.stringContaining('60'),
        total: '11.90',
        currency: 'EUR',
        system: till.name,
        label: expect.any(String),
        state: 'waiting',
        replaceable: till !== tills.trustpay,
        renewal: false,
      },
    })
    expect(await states()).toEqual(['requires_action'])
    // Another pack is another thing.
    expect((await shop.pay(ada, 'messages-150', good)).body.message).toBe('success')
  })

  test('is cancelled before the one that replaces it is charged, and takes no money afterwards', async () => {
    const first = await orderBy(till)
    const { reference } = first.body
    const said = await replace(reference)
    // Its page cannot be closed: it has to be left there.
    if (till === tills.trustpay) return expect(conflictOf(said).order).toMatchObject({ replaceable: false })
    expect(said.body).toMatchObject({ status: 'ok', message: 'success' })
    expect(await states()).toEqual([till === tills.stripe ? 'expired' : 'cancelled', 'authorised'])
    const brought = await approveIfOpen(till, first)
    await shop.status(ada, { reference, ...brought }, till.name)
    await shop.sweep()
    expect(till.held(shop.sandbox, reference)).toBe(0)
    expect(await granted()).toBe(1)
  })

  test('and was paid meanwhile is granted, and its replacement is not charged', async () => {
    // At the bank nothing is paid before the member comes back; a page that cannot be closed is not replaced.
    if (till === tills.bankCard || till === tills.trustpay) return
    const first = await orderBy(till)
    await till.approve(shop, first)
    const conflict = conflictOf(await replace(first.body.reference))
    expect(conflict).toMatchObject({ code: 'order_paid', order: { state: 'paid', replaceable: false } })
    expect(await granted()).toBe(1)
    expect(await states()).toHaveLength(1)
    // A second one is the member's wish now.
    expect((await shop.pay(ada, pack, good)).body.message).toBe('success')
  })

  test('does not stand in the way when it was left for an hour, and grants nothing after that', async () => {
    const first = await orderBy(till)
    shop.clock.offsetMs = 59 * minute
    conflictOf(await shop.pay(ada, pack, good))
    shop.clock.offsetMs = 60 * minute
    expect((await shop.pay(ada, pack, good)).body.message).toBe('success')
    const brought = await approveIfOpen(till, first)
    await shop.status(ada, { reference: first.body.reference, ...brought }, till.name)
    if (till !== tills.trustpay) expect(till.held(shop.sandbox, first.body.reference)).toBe(0)
    expect(await granted()).toBe(1)
  })
})

describe('plans', () => {
  test('of any length stand in each other’s way, and the first is continued', async () => {
    const first = await shop.pay(ada, 'plan-1m', asksBank)
    for (const plan of ['plan-1m', 'plan-6m'])
      expect(conflictOf(await shop.pay(ada, plan, good)).order.reference).toBe(first.body.reference)
    // Asked where it stands, it says where to go on.
    expect((await shop.status(ada, { reference: first.body.reference })).body).toMatchObject({
      threeDS: true,
      redirect: { url: first.body.redirect!.url },
    })
    expect((await shop.status(ada, await approveAtBank(first))).body.result).toBe(true)
    expect(await granted()).toBe(1)
  })

  test('are replaced by another one', async () => {
    const first = await shop.pay(ada, 'plan-1m', asksBank)
    expect((await replace(first.body.reference, 'plan-6m')).body.message).toBe('success')
    expect(await states()).toEqual(['cancelled', 'authorised'])
  })
})

describe.each(
  [tills.bankCard, tills.mollie, tills.stripe, tills.paypal].map((till: Till) => [till.name, till] as const),
)('an order of the plan that was left at %s when that renews', (_name, till) => {
  async function leftBesideRenewal(): Promise<Said> {
    await shop.pay(ada, 'plan-1m', good)
    const [term] = (await shop.stateOf(ada)).terms
    await shop.renew()
    await shop.mailOut()
    shop.clock.offsetMs = term!.period_end.getTime() - Date.now() - 10 * minute
    const said = await orderBy(till, 'plan-1m')
    expect(said.body.threeDS).toBe(true)
    shop.clock.offsetMs += 61 * minute
    return said
  }
  const renewals = async () => (await shop.stateOf(ada)).attempts.filter(({ renewal_of: of }) => of !== null)

  test('is closed before the renewal is charged, and takes no money beside it', async () => {
    const left = await leftBesideRenewal()
    await shop.renew()
    expect(await renewals()).toMatchObject([{ state: 'authorised' }])
    const brought = await approveIfOpen(till, left)
    await shop.status(ada, { reference: left.body.reference, ...brought }, till.name)
    await shop.sweep()
    expect(till.held(shop.sandbox, left.body.reference)).toBe(0)
    expect(await granted()).toBe(2)
  })

  test('and was paid there meanwhile takes the place of the renewal', async () => {
    // At the bank nothing is paid before the member comes back.
    if (till === tills.bankCard) return
    const left = await leftBesideRenewal()
    await till.approve(shop, left)
    await shop.renew()
    await shop.renew()
    expect(await renewals()).toEqual([])
    expect(await granted()).toBe(2)
  })
})

describe('what cannot be known yet', () => {
  test('a bank that is still deciding has to be waited for', async () => {
    const first = await shop.pay(ada, pack, slow)
    const conflict = conflictOf(await shop.pay(ada, pack, good))
    expect(conflict.order).toMatchObject({ state: 'processing', replaceable: false })
    expect(conflictOf(await replace(first.body.reference)).order).toMatchObject({ state: 'processing' })
    expect(await states()).toEqual(['processing'])
  })

  test('an order on its way back from the bank is not replaced, whatever its answer takes', async () => {
    const first = await shop.pay(ada, pack, asksBank)
    let letGo: () => void = () => undefined
    line.completing = new Promise((resolve) => (letGo = resolve))
    const begun = new Promise<void>((resolve) => (line.begun = resolve))
    const back = shop.status(ada, await approveAtBank(first))
    await begun
    expect(conflictOf(await replace(first.body.reference)).code).toBe('order_open')
    letGo()
    expect((await back).body.result).toBe(true)
    expect(conflictOf(await replace(first.body.reference)).code).toBe('order_paid')
    expect(await granted()).toBe(1)
  })

  test('a tab that replaces an order after another tab has, and has paid, is charged nothing', async () => {
    const first = await shop.pay(ada, pack, asksBank)
    const late = await shop.orderOf(ada, pack, good, { replaces: first.body.reference })
    expect((await replace(first.body.reference)).body).toMatchObject({ status: 'ok', message: 'success' })
    expect(conflictOf((await shop.charge(ada, late)) as Said).code).toBe('order_paid')
    expect(await states()).toEqual(['cancelled', 'authorised'])
    expect(await granted()).toBe(1)
    // Without a word of the old order it is another one.
    expect((await shop.pay(ada, pack, good)).body.message).toBe('success')
  })

  test('tabs, double clicks and processes that replace one order charge once', async () => {
    const first = await shop.pay(ada, pack, asksBank)
    const second = await shop.orderOf(ada, pack, good, { replaces: first.body.reference })
    const others = await Promise.all(
      [1, 2, 3].map(() => shop.orderOf(ada, pack, good, { replaces: first.body.reference })),
    )
    const said = await Promise.all([second, second, ...others].map((order) => shop.charge(ada, order)))
    const taken = await Promise.all(
      (await shop.stateOf(ada)).attempts.map(({ id }) => tills.card.held(shop.sandbox, id)),
    )
    expect(taken.filter((minor) => minor > 0)).toHaveLength(1)
    expect(await granted()).toBe(1)
    // The one who was too late is notified.
    for (const one of said) expect([200, 409]).toContain(one.status)
  })
})

describe('a reference to replace', () => {
  test('of another member, or of nothing, is not found and cancels nothing', async () => {
    const eva = await shop.customer()
    const hers = await shop.pay(eva, pack, asksBank)
    for (const reference of [hers.body.reference, randomUUID()]) expect((await replace(reference)).status).toBe(404)
    expect((await shop.stateOf(eva)).attempts).toMatchObject([{ state: 'requires_action' }])
    expect(await states()).toEqual([])
  })

  test('of a paid order takes nothing back', async () => {
    const { reference } = (await shop.pay(ada, pack, good)).body
    expect(conflictOf(await replace(reference)).code).toBe('order_paid')
    expect(await granted()).toBe(1)
    expect(await states()).toHaveLength(1)
  })

  test('of one that was refused is no obstacle', async () => {
    const { reference } = (await shop.pay(ada, pack, '4100000000000027')).body
    expect((await replace(reference)).body.message).toBe('success')
  })

  test('cancels nothing when the new order is refused anyway', async () => {
    const first = await shop.pay(ada, pack, asksBank)
    const { attemptsPerHour } = shop.limits
    Object.assign(shop.limits, { attemptsPerHour: 1 })
    const refused = await replace(first.body.reference)
    Object.assign(shop.limits, { attemptsPerHour })
    expect(refused.status).toBe(429)
    expect(await states()).toEqual(['requires_action'])
  })
})

test('the bank transfer’s order has the specification’s name too', async () => {
  const order = await shop.orderOf(ada, pack, null)
  const path = (provider: string) => routes.tryChargeOnPage.path.replace(':provider', provider)
  const said = await shop.call(ada, path('trustpay'), order)
  expect(said).toMatchObject({
    status: 200,
    body: { threeDS: true, payment_system: 'trustpay', _links: { checkout: { href: expect.any(String) } } },
  })
  expect((await shop.call(ada, path('trustpay'), order)).body.reference).toBe(said.body.reference)
  const another = { ...order, orderKey: randomUUID(), rateplan: 'messages-150', prezzo_totale: '24.90' }
  expect((await shop.call(ada, path('adyen'), another)).status).toBe(404)
  expect((await shop.call(null, path('trustpay'), order)).status).toBe(401)
})
