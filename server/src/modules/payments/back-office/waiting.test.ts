import { paymentFlags as flags } from '@incontro/contract/admin'
import { expect, it } from 'vitest'
import { stepFor } from './waiting.ts'

it('each flag of a payment has a step of its own, and its variants have the same', () => {
  const unknown = stepFor('a flag of another time')
  const steps = flags.map(stepFor)
  expect(new Set([...steps, unknown]).size).toBe(flags.length + 1)
  for (const step of steps) expect(step).toMatch(/`(refund|resolve)`/)
  // What was never granted is refunded.
  const refunded = flags.filter((flag) => stepFor(flag).includes('nothing was granted'))
  expect(refunded).toEqual(['other_amount', 'paid_twice', 'paid_after_close', 'paid_after_erasing', 'credit_gone'])
  for (const flag of refunded) expect(stepFor(flag)).toContain('`refund`')
  expect([stepFor('late_refunded'), stepFor('unresolved_refund')]).toEqual([stepFor('late'), stepFor('unresolved')])
})
