import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkedInBrands, checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import type { Flow, RatePlan } from './flow.ts'
import { createPriceHistory } from './index.ts'

const day = 86_400_000
const plan = 'plan-6m'
let testServer: TestServer
let now = Date.parse('2027-01-01T10:00:00Z')
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(now), jobs: false })
})
afterAll(() => testServer.close())
beforeEach(() => testServer.database.db.deleteFrom('plan_prices').execute())

const brands = checkedInBrands()
const real = checkedInFlows()

/** Starts the installation with the plan at this price, in cents; null: not for sale. */
async function startWith(total: number | null, currency = 'EUR'): Promise<void> {
  const price = (plans: readonly RatePlan[]): readonly RatePlan[] =>
    plans.flatMap((one) => {
      if (one.id !== plan) return [one]
      return total === null ? [] : [{ ...one, totalMinor: total, currency }]
    })
  const priced = (flow: Flow): Flow => ({
    ...flow,
    plans: { ...flow.plans, free: price(flow.plans.free), premium: price(flow.plans.premium) },
  })
  const history = createPriceHistory({
    db: testServer.database.db,
    brands,
    flows: { all: (key) => real.all(key).map(priced) },
    clock: () => new Date(now),
  })
  await Promise.all([history.load(), history.load()])
}
/** The price sent to a member's browser. */
async function shown(): Promise<string | null> {
  const { token, session } = await testServer.member({ form: { fluxId: '7' } })
  const { body } = await testServer.call('/pay/pay_rules/get_pay_rules', { token, body: { clickid: session.clickid } })
  return body.rateplan.find(({ product_id: id }: { product_id: string }) => id === plan).vecchioPrezzo
}

describe('a previous price', () => {
  it.each<[string, readonly (readonly [days: number, total: number | null])[], number, string | null]>([
    ['nothing is known of', [[0, 8000]], 0, null],
    [
      'was the same',
      [
        [0, 8000],
        [40, 8000],
      ],
      0,
      null,
    ],
    [
      'was known for 30 days',
      [
        [0, 9900],
        [30, 8000],
      ],
      0,
      '99.00',
    ],
    [
      'was known for less',
      [
        [0, 9900],
        [29, 8000],
      ],
      0,
      null,
    ],
    [
      'was lower, so that this is no reduction',
      [
        [0, 7000],
        [40, 8000],
      ],
      0,
      null,
    ],
    [
      'was raised just before, so that the lowest counts',
      [
        [0, 8500],
        [40, 12_000],
        [45, 8000],
      ],
      0,
      '85.00',
    ],
    [
      'was lower within the 30 days',
      [
        [0, 9900],
        [30, 7500],
        [35, 9900],
        [45, 8000],
      ],
      0,
      null,
    ],
    [
      'was lower before the 30 days',
      [
        [0, 7500],
        [30, 9900],
        [60, 8000],
      ],
      0,
      '99.00',
    ],
    [
      'was for a while what it is now',
      [
        [0, 9900],
        [30, 8000],
        [35, 9900],
        [45, 8000],
      ],
      0,
      null,
    ],
    [
      'was asked for a part of the last 30 days only, however long before',
      [
        [0, 9900],
        [40, null],
        [50, 8000],
      ],
      0,
      null,
    ],
    [
      'was lowered almost 30 days ago',
      [
        [0, 9900],
        [40, 8000],
      ],
      29,
      '99.00',
    ],
    [
      'was lowered 30 days ago, which is no news',
      [
        [0, 9900],
        [40, 8000],
      ],
      30,
      null,
    ],
  ])('that %s', async (_, changes, later, expected) => {
    const begun = now
    for (const [days, total] of changes) {
      now = begun + days * day
      await startWith(total)
    }
    now += later * day
    expect(await shown()).toBe(expected)
  })

  it('is not shown in another currency', async () => {
    await startWith(9900, 'GBP')
    now += 40 * day
    await startWith(8000)
    expect(await shown()).toBeNull()
  })

  it('belongs to brand and flow, whatever a plan of that id cost in another', async () => {
    const begun = now
    await startWith(9900)
    now += 40 * day
    const others = [
      { brand_id: 'local', flow_id: 'other' },
      { brand_id: 'elsewhere', flow_id: '7' },
    ].map((other) => ({ ...other, plan_id: plan, currency: 'EUR' }))
    await testServer.database.db
      .insertInto('plan_prices')
      .values(
        others.flatMap((other) => [
          { ...other, total_minor: 8500, from_at: new Date(begun), until_at: new Date(now) },
          { ...other, total_minor: 8400, from_at: new Date(now), until_at: null },
        ]),
      )
      .execute()
    await startWith(8000)
    expect(await shown()).toBe('99.00')
    const current = await testServer.database.db
      .selectFrom('plan_prices')
      .select(['brand_id', 'flow_id'])
      .where('total_minor', '=', 8400)
      .where('until_at', 'is', null)
      .execute()
    expect(current).toHaveLength(2)
  })

  it('is stored once for each price, with its period', async () => {
    const begun = new Date(now)
    await startWith(9900)
    await startWith(9900)
    now += day
    await startWith(8000)
    const rows = await testServer.database.db
      .selectFrom('plan_prices')
      .select(['from_at', 'until_at', 'total_minor'])
      .where('brand_id', '=', 'local')
      .where('flow_id', '=', '7')
      .where('plan_id', '=', plan)
      .orderBy('from_at')
      .execute()
    expect(rows).toEqual([
      { from_at: begun, until_at: new Date(now), total_minor: 9900 },
      { from_at: new Date(now), until_at: null, total_minor: 8000 },
    ])
    now += day
    await startWith(8000, 'GBP')
    const { rows: same } = await testServer.database.pool.query(
      `select currency, total_minor, until_at from plan_prices where brand_id = 'local' and flow_id = '7' and plan_id = $1
       order by from_at`,
      [plan],
    )
    expect(same).toEqual([
      { currency: 'EUR', total_minor: 9900, until_at: new Date(now - day) },
      { currency: 'EUR', total_minor: 8000, until_at: new Date(now) },
      { currency: 'GBP', total_minor: 8000, until_at: null },
    ])
  })
})
