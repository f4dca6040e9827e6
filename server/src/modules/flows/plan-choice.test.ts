import { describe, expect, it, test } from 'vitest'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { type Buyer, type Flow, type Level, plansFor } from './index.ts'
import { preselectedPlan } from './plan-choice.ts'
import { toFlowSettings } from './view.ts'

const flows = checkedInFlows()
const normal = flows.of('battito', '7')
const compliant = flows.of('battito', '0000')
const withAgeCheck: Flow = { ...normal, ageCheck: true }

describe('the hooks of a flow', () => {
  const none = { blurred: false, pagination: false, outOfCredits: false, outOfLikes: false, changeRegion: false }
  it.each([
    ['blurred', 'blurred'],
    ['pagination', 'paginazione'],
    ['outOfCredits', 'fine_crediti'],
    ['outOfLikes', 'file_like'],
    ['changeRegion', 'cambia_regione'],
  ])('%s is sent to the browser as %s, and no other is', (hook, code) => {
    const { hooks } = toFlowSettings({ ...normal, hooks: { ...none, [hook]: true } })
    expect(Object.entries(hooks).filter(([, on]) => on === 1)).toEqual([[code, 1]])
  })
})

test.each([
  [false, false],
  [true, false],
  [false, true],
])('the two profile buttons are set separately: %s, %s', (closesAtProfile, closesAtChat) => {
  const { pages } = toFlowSettings({ ...normal, findModal: { closesAtProfile, closesAtChat } })
  expect(pages[0]?.find.hooks).toEqual({
    closesAtProfile: Number(closesAtProfile),
    closesAtChat: Number(closesAtChat),
  })
})

test('an invisible plan is not sold', () => {
  const [first, ...others] = normal.plans.free
  const hidden = { ...normal, plans: { ...normal.plans, free: [{ ...first!, visible: false }, ...others] } }
  const ids = (flow: Flow) => plansFor(flow, { level: 0, cardOnFile: false, ageChecked: false }).map(({ id }) => id)
  expect(ids(hidden)).toEqual(ids(normal).filter((id) => id !== first?.id))
})

describe('plan choice (section 4 and 6)', () => {
  it.each<[string, Flow, Level, readonly string[], string]>([
    [
      'free',
      normal,
      0,
      ['messages-20-first', 'messages-60', 'messages-150', 'plan-6m', 'plan-3m', 'plan-1m'],
      'messages-20-first',
    ],
    [
      'paid with credits',
      normal,
      1,
      ['messages-20', 'messages-60', 'messages-150', 'plan-6m', 'plan-3m', 'plan-1m'],
      'messages-20',
    ],
    [
      'top tier',
      normal,
      2,
      ['messages-20', 'messages-60', 'messages-150', 'plan-6m', 'plan-3m', 'plan-1m'],
      'messages-20',
    ],
    [
      'free in 0000',
      compliant,
      0,
      ['messages-20', 'messages-60', 'messages-150', 'plan-6m-once', 'plan-3m-once', 'plan-1m-once'],
      'messages-20',
    ],
    [
      'paid in 0000',
      compliant,
      1,
      ['messages-20', 'messages-60', 'messages-150', 'plan-6m-once', 'plan-3m-once', 'plan-1m-once'],
      'messages-20',
    ],
  ])('%s', (_, flow, level, ids, first) => {
    const buyer = { level, cardOnFile: false, ageChecked: false }
    expect(plansFor(flow, buyer).map((plan) => plan.id)).toEqual(ids)
    expect(preselectedPlan(flow, buyer)?.id).toBe(first)
  })

  it('offers nothing for new members to who has bought before, whatever their level is now', () => {
    const buyer = { cardOnFile: false, ageChecked: false }
    const again = { ...buyer, level: 0, boughtBefore: true } as const
    expect(plansFor(normal, again)).toEqual(plansFor(normal, { ...buyer, level: 1 }))
    expect(preselectedPlan(normal, again)?.id).toBe('messages-20')
  })

  it('leaves out invisible plans', () => {
    const hidden: Flow = {
      ...normal,
      plans: { ...normal.plans, free: normal.plans.free.map((plan) => ({ ...plan, visible: plan.level === 2 })) },
    }
    expect(plansFor(hidden, { level: 0, cardOnFile: false, ageChecked: false }).map((plan) => plan.id)).toEqual([
      'plan-6m',
      'plan-3m',
      'plan-1m',
    ])
    expect(preselectedPlan(hidden, { level: 0, cardOnFile: false, ageChecked: false })).toBeUndefined()
  })

  it.each<[Flow, Level, Partial<Buyer>, boolean]>([
    [withAgeCheck, 0, {}, true],
    [withAgeCheck, 0, { cardOnFile: true }, false],
    [withAgeCheck, 0, { ageChecked: true }, false],
    [withAgeCheck, 1, {}, false],
    [normal, 0, {}, false],
  ])('sells a free member only the age check, where the flow requires it (%#)', (flow, level, facts, asked) => {
    const plans = plansFor(flow, { level, cardOnFile: false, ageChecked: false, ...facts })
    expect(plans.some(({ totalMinor }) => totalMinor === 0)).toBe(asked)
    expect(plans.length === 1).toBe(asked)
  })
})
