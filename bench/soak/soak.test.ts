import { expect, it } from 'vitest'
import { soak } from './soak.ts'

/*
 * Each fault once, in the order of the list, while twenty members write to each other, each in a group of four: what was
 * acknowledged is there, once, in order, paid for once and shown to both. `npm run soak -- MINUTES` goes on for longer, with payments.
 */
it('loses, doubles and disorders nothing when processes, broker and database are killed and networks lost', async () => {
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
  // Otherwise nothing was lost on the way, and nothing proved.
  expect(report.repeats).toBeGreaterThan(10)
}, 120_000)
