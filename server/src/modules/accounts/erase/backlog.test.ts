import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { createLog } from '#platform/process/log.ts'
import { mostADay } from '../absence/end-absent.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import type { AccountDeps } from '../deps.ts'
import { accountJobs } from '../jobs.ts'
import { eraseDue } from './erase-due.ts'

/*
 * Whether ten million members are erased when it was promised: on the day that the email names, so within 24 hours after
 * the thirty days. Simulated hour by hour, with the rate that was measured.
 */

const members = 10_000_000
/** Members in a run of the job, by the hour: typical ones beside two writers on two cores (docs/scale.md). */
const measuredRate = 25_000
/** One in a hundred is always within the thirty days, as `bench/load` has them. */
const askedPerHour = (members * 0.01) / (30 * 24)
/** A run each hour, which begins no member after its time limit. */
const perRun = (rate: number): number => Math.floor((rate * accountJobs['accounts-erase'].limitMs) / 3_600_000)

interface Course {
  readonly rate: number
  /** Accounts closed for absence each day, all in the same hour. */
  readonly closedADay: number
  /** Hours from the twelfth day on in which nothing runs. */
  readonly stoppedFor: number
}

/** @returns the hours that the slowest erasure of sixty days came late, and what waits at their end */
function simulate({ rate, closedADay, stoppedFor }: Course): { readonly latest: number; readonly left: number } {
  const waiting: { at: number; n: number }[] = []
  let latest = 0
  for (let hour = 0; hour < 60 * 24; hour += 1) {
    waiting.push({ at: hour, n: askedPerHour + (hour % 24 === 9 ? closedADay : 0) })
    let room = hour >= 12 * 24 && hour < 12 * 24 + stoppedFor ? 0 : perRun(rate)
    while (room > 0 && waiting[0]) {
      const oldest = waiting[0]
      const n = Math.min(room, oldest.n)
      room -= n
      oldest.n -= n
      latest = Math.max(latest, hour - oldest.at)
      if (oldest.n === 0) waiting.shift()
    }
  }
  return { latest, left: waiting.reduce((sum, { n }) => sum + n, 0) }
}

describe('ten million members', () => {
  it('are erased on their day, whatever is closed for absence and after half a day without any job', () => {
    // A quarter of all members in a year, in the long run; and as many as may be, in the first months.
    const usual = simulate({ rate: measuredRate, closedADay: Math.ceil((members * 0.25) / 365), stoppedFor: 0 })
    expect(usual.latest).toBeLessThanOrEqual(2)
    for (const stoppedFor of [0, 6, 12]) {
      const { latest, left } = simulate({ rate: measuredRate, closedADay: mostADay, stoppedFor })
      expect([stoppedFor, latest <= 24]).toEqual([stoppedFor, true])
      expect(left).toBeLessThan(mostADay)
    }
  })

  it('would not be, if everybody of many years were closed on one day, or erased one in ten seconds', () => {
    expect(simulate({ rate: measuredRate, closedADay: 3 * mostADay, stoppedFor: 0 }).latest).toBeGreaterThan(24)
    expect(simulate({ rate: 360, closedADay: 0, stoppedFor: 0 }).latest).toBeGreaterThan(24)
  })
})

describe('the job', () => {
  let testServer: TestServer
  beforeAll(async () => {
    testServer = await startTestServer({ jobs: false })
  })
  afterAll(() => testServer.close())

  it('erases several at once, thousands an hour, and no member under a legal hold', async () => {
    const { db, pool } = testServer.database
    const ids: string[] = []
    for (let n = 0; n < 30; n += 1) ids.push((await testServer.member()).session.angelId)
    await sql`
      update members set state = 'deleting', deletion_due_at = now() - interval '1 hour' where id = any(${ids}::uuid[])`.execute(
      db,
    )
    await sql`insert into legal_holds (member_id, reason, made_by, created_at) values (${ids[0]}, 'a case', 'command:anna', now())`.execute(
      db,
    )
    const clock = () => new Date()
    let most = 0
    const begun = performance.now()
    const erased = await eraseDue(
      {
        db,
        clock,
        enqueueEmail: emailQueue(clock),
        signalKeys: [Buffer.alloc(32)],
        log: {
          ...createLog('silent'),
          // At the end of each.
          info: () =>
            void pool
              .query<{ n: number }>('select count(*)::int as n from erasures')
              .then(({ rows }) => (most = Math.max(most, rows[0]?.n ?? 0))),
        },
      } as unknown as AccountDeps,
      {},
    )
    const perHour = (erased * 3_600_000) / (performance.now() - begun)
    expect(erased).toBe(29)
    expect(perHour).toBeGreaterThan(1000)
    await expect.poll(() => most).toBeGreaterThan(1)
    const { rows } = await sql<{ id: string }>`select id from members where id = any(${ids}::uuid[])`.execute(db)
    expect(rows).toEqual([{ id: ids[0] }])
  })
})
