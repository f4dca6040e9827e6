import type { RatePlan } from '@incontro/contract/domain'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cheapest, isPlan, type PayRules, payRulesQuery, renderedPayRules, visiblePlans } from './pay-rules.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const plan = (planId: string, totalPrice: string, changes: Partial<RatePlan> = {}) =>
  ({ planId, totalPrice, visible: true, period: null, ...changes }) as RatePlan

it('cheapest compares total prices, and takes the first of two equal ones', () => {
  const plans = [plan('a', '24.90'), plan('b', '9.90'), plan('c', '9.90'), plan('d', '100.00')]
  expect(cheapest(plans)?.planId).toBe('b')
  expect(cheapest([])).toBeUndefined()
})

it('visible plans keep the order of the flow, and only a plan with a term is a plan', () => {
  const plans = [
    plan('a', '1.00'),
    plan('b', '2.00', { visible: false }),
    plan('c', '3.00', { period: { unit: 'month', count: 1 } }),
  ]
  expect(visiblePlans({ ratePlan: plans } as unknown as PayRules).map(({ planId }) => planId)).toEqual(['a', 'c'])
  expect(plans.map(isPlan)).toEqual([false, false, true])
})

it('another member or another level has other plans', () => {
  const session = { clickid: 'visit-1', premiumLevel: 0, country: 'IT' }
  const keys = [session, { ...session, premiumLevel: 1 }, { ...session, clickid: 'visit-2' }].map((one) =>
    JSON.stringify(payRulesQuery(one).queryKey),
  )
  expect(new Set(keys).size).toBe(3)
})

const after =
  (ms: number, status = 200) =>
  () =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(Response.json({ noticeDays: 3 }, { status })), ms))

it('a document waits 500 ms for what is on offer, and is sent without it after that or a failure', async () => {
  for (const [send, expected] of [
    [after(499), { noticeDays: 3 }],
    [after(501), null],
    [after(0, 503), null],
  ] as const) {
    const rules = renderedPayRules('c1', send)
    await vi.advanceTimersByTimeAsync(501)
    expect(await rules).toEqual(expected)
  }
})
