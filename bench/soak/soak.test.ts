import { expect, it } from 'vitest'
import { soak } from './soak.ts'

/*
 * Simulates each fault once, in order, while twenty members in groups of four write to each other. Every acknowledged
 * message has to exist once, in order, paid for once and shown to both. `npm run soak -- MINUTES` runs longer, with
 * payments.
 */
it('keeps every message once and in order when processes are killed and networks fail', async () => {
  const report = await soak({
    members: 20,
    seconds: 0,
    paceMs: 150,
    faultEvery: 1,
    seed: 1,
    payments: false,
  })
  expect(report.damage).toEqual([])
  expect(report.faults).toBe(8)
  expect(report.messages).toBeGreaterThan(200)
  // Without repeats, no message was lost on the way, and the test would show nothing.
  expect(report.repeats).toBeGreaterThan(10)
}, 240_000)
