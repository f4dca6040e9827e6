import { expect, it } from 'vitest'
import { checkOut, releaseBefore } from '../../tools/release/version-before.mjs'
import { soak } from './soak.ts'

/*
 * Installs the last release, upgrades it process by process while members write and pay, goes back to it on the new
 * schema, and upgrades again. Takes minutes, so it runs with `npm test -- full`; `npm run soak -- upgrade` shows it.
 */
it.runIf(process.env['TEST_FULL'] !== undefined)(
  'keeps every message and payment in an upgrade from the last release and back, with both versions serving',
  async () => {
    const before = await checkOut(releaseBefore())
    const report = await soak({
      before,
      members: 20,
      seconds: 0,
      paceMs: 500,
      faultEvery: 2,
      seed: 1,
      payments: true,
    })
    expect(report.damage).toEqual([])
    expect(report.faults).toBe(9)
    expect(report.messages).toBeGreaterThan(200)
    expect(report.orders).toBeGreaterThan(5)
  },
  900_000,
)
