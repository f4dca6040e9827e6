import { expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { isFull } from '#test/pages/variants.ts'
import { measureGrant } from '../grant/run.ts'
import { measureRenewals } from '../renewals/run.ts'

/*
 * The benchmarks of payments, small, under `npm test -- full`: that they measure what they say. The figures come from `npm run bench`.
 */

it.runIf(isFull)(
  'renews every due plan once, measures the run, and loses nothing when the server is killed in it',
  async () => {
    const database = await createTestDatabase({ bystanders: false })
    const result = await measureRenewals(database.url, {
      terms: 20,
      killedTerms: 20,
      kills: 1,
      answerMs: 50,
      timeoutMs: 50_000,
    })
    expect(result.wrong).toEqual([])
    expect(result.seconds).toBeGreaterThan(0.02)
    expect(result.memory.every((mib) => mib > 50)).toBe(true)
    expect(result.delay.max).toBeGreaterThanOrEqual(result.delay.p99)
    await database.drop()
  },
  90_000,
)

it.runIf(isFull)(
  'grants every order of a burst once and measures both sides',
  async () => {
    const database = await createTestDatabase({ bystanders: false })
    const { grant, burst, wrong } = await measureGrant(database.url, {
      members: 2,
      ordersEach: 2,
      pairs: 1,
      burst: { rate: 40, seconds: 0.5 },
    })
    expect(wrong).toEqual([])
    expect(grant.ratio).toBeGreaterThan(1)
    expect(burst).toMatchObject({ accepted: burst.offered, refused: {} })
    expect(burst.offered).toBeGreaterThan(10)
    await database.drop()
  },
  90_000,
)
