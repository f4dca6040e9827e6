import { afterEach, expect, it, vi } from 'vitest'
import { createAllowance } from './allowance.ts'

afterEach(() => {
  vi.restoreAllMocks()
})
/** Controls the clock of the allowances created from now on. */
function stoppedClock(): { advance(ms: number): void } {
  let now = 1_000_000
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  return { advance: (ms) => void (now += ms) }
}
const allowed = (allow: () => boolean) => {
  let count = 0
  while (count < 100 && allow()) count += 1
  return count
}

it('allows a burst, then a steady rate, and never more than the burst together', () => {
  const clock = stoppedClock()
  const allow = createAllowance({ burst: 4, perSecond: 2 })
  expect(allowed(allow)).toBe(4)
  clock.advance(499)
  expect(allow()).toBe(false)
  clock.advance(1)
  expect([allow(), allow()]).toEqual([true, false])
  clock.advance(3_600_000)
  expect(allowed(allow)).toBe(4)
})

it('restores what was taken, up to the burst', () => {
  stoppedClock()
  const allow = createAllowance({ burst: 2, perSecond: 1 })
  allow()
  allow.restore()
  expect(allowed(allow)).toBe(2)
  allow.restore()
  expect(allowed(allow)).toBe(1)
  for (let n = 0; n < 5; n += 1) allow.restore()
  expect(allowed(allow)).toBe(2)
})
