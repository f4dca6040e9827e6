import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'

/** Who reports: a member, or a notifier who leaves an address. */
export type Reporter = { readonly memberId: string } | { readonly brandId: string; readonly hash: Buffer }

/**
 * A reporter whose reports are repeatedly baseless is warned, and then their reports are not taken for a while
 * (regulation (EU) 2022/2065, article 23): counted over a year, after the warning only.
 */
export const repeatedRules = { warnedAt: 3, refusedAt: 5, refusedForDays: 30, countedForDays: 365 } as const

/** Baseless reports of a reporter in the last year, and when the last one was decided. */
export async function unfoundedOf(
  executor: Executor,
  reporter: Reporter,
  at: Date,
): Promise<{ readonly count: number; readonly last: Date | null }> {
  const whose =
    'memberId' in reporter
      ? sql`reporter_id = ${reporter.memberId}`
      : sql`brand_id = ${reporter.brandId} and notifier_hash = ${reporter.hash}`
  const { rows } = await sql<{ count: number; last: Date | null }>`
    select count(*)::int as count, max(decided_at) as last from reports
    where ${whose} and unfounded and decided_at > ${new Date(at.getTime() - repeatedRules.countedForDays * 86_400_000)}`.execute(
    executor,
  )
  return rows[0] ?? { count: 0, last: null }
}

/** Until when no reports of this reporter are taken; null if they are. */
export async function refusedUntil(executor: Executor, reporter: Reporter, at: Date): Promise<Date | null> {
  const { count, last } = await unfoundedOf(executor, reporter, at)
  if (count < repeatedRules.refusedAt || last === null) return null
  const until = new Date(last.getTime() + repeatedRules.refusedForDays * 86_400_000)
  return until > at ? until : null
}
