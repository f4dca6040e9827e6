import { intentIds, interestIds, promptIds } from '@incontro/contract'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Candidate, choosePicks, type Facts, inCommon, mostPicks, saysAnything } from './choose.ts'

const own: Facts = { intent: 'slowly', interests: ['sea', 'dogs', 'wine', 'art'], cityId: 1, prompts: ['sunday'] }
const silent: Facts = { intent: null, interests: [], cityId: null, prompts: [] }
const other = (facts: Partial<Facts>): Facts => ({ ...silent, ...facts })
const named = (id: string, facts: Partial<Facts> = {}): Candidate => ({ ...other(facts), id })

it.each<[Partial<Facts>, readonly string[], number]>([
  [{}, [], 0],
  [{ intent: 'slowly' }, ['intent'], 0],
  [{ intent: 'light' }, [], 0],
  [{ interests: ['sea', 'gym'] }, ['interests'], 1],
  [{ cityId: 1 }, ['town'], 0],
  [{ cityId: 2 }, [], 0],
  [{ prompts: ['dish', 'sunday'] }, ['prompt'], 0],
  [{ prompts: ['dish'] }, [], 0],
  [
    { cityId: 1, interests: ['sea', 'dogs'], prompts: ['sunday'], intent: 'slowly' },
    ['interests', 'intent', 'town', 'prompt'],
    2,
  ],
  [{ intent: 'slowly', interests: ['sea'] }, ['intent', 'interests'], 1],
])('what %j has in common is %j, strongest first', (facts, reasons, sharedInterests) => {
  expect(inCommon(own, other(facts))).toMatchObject({ reasons, sharedInterests })
})

it.each<[Partial<Facts>, boolean]>([
  [{}, false],
  [{ intent: 'open' }, false],
  [{ intent: 'slowly' }, true],
  [{ interests: ['sea'] }, true],
  [{ cityId: 1 }, true],
  [{ prompts: ['dish'] }, true],
])('who says %j says something that another could share: %s', (facts, says) =>
  expect(saysAnything(other(facts))).toBe(says),
)

it('counts nothing that both left out, and no aim that is none', () => {
  expect(inCommon(silent, silent).reasons).toEqual([])
  expect(inCommon({ ...silent, intent: 'open' }, { ...silent, intent: 'open' }).reasons).toEqual([])
})

it('picks those with most in common, of equal ones the first, at most five', () => {
  const candidates = [
    named('none'),
    named('town', { cityId: 1 }),
    named('aim', { intent: 'slowly' }),
    named('three', { interests: ['sea', 'dogs', 'wine'] }),
    named('four', { interests: ['sea', 'dogs', 'wine', 'art'] }),
    named('prompt', { prompts: ['sunday'] }),
    named('one', { interests: ['sea'] }),
    named('another', { interests: ['dogs'] }),
  ]
  const chosen = choosePicks(own, candidates).map(({ id }) => id)
  expect(chosen).toEqual(['three', 'four', 'aim', 'town', 'one'])
  expect(choosePicks(own, [named('none')])).toEqual([])
})

it('never picks without a reason, more than five, or anybody twice', () => {
  const facts = {
    intent: fc.option(fc.constantFrom(...intentIds)),
    interests: fc.uniqueArray(fc.constantFrom(...interestIds.slice(0, 8))),
    cityId: fc.option(fc.integer({ min: 1, max: 3 })),
    prompts: fc.uniqueArray(fc.constantFrom(...promptIds.slice(0, 5))),
  }
  const candidates = fc
    .array(fc.record(facts), { maxLength: 30 })
    .map((all) => all.map((one, index) => ({ ...one, id: String(index) })))
  fc.assert(
    fc.property(fc.record(facts), candidates, (viewer, all) => {
      const chosen = choosePicks(viewer, all)
      const reasonable = all.filter((one) => inCommon(viewer, one).reasons.length > 0)
      expect(chosen).toHaveLength(Math.min(mostPicks, reasonable.length))
      expect(new Set(chosen).size).toBe(chosen.length)
      for (const one of chosen) expect(reasonable).toContain(one)
    }),
  )
})
