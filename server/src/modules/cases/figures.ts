import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'

export interface QueueFigures {
  /** How many wait, counted up to a thousand. */
  readonly open: number
  readonly oldestAt: Date | null
  /** Minutes from opened to decided, of the last 30 days; null if none was decided. */
  readonly medianMinutes: number | null
  /** Decided in the last 30 days, by their authors. */
  readonly decisions: readonly { readonly by: string; readonly count: number }[]
  /** How often a second look agreed, of how many in the last 30 days. */
  readonly agreed: number
  readonly lookedAgain: number
}

/** Figures are of the newest so many decisions at most. */
const most = 20_000

/** How the queue of a brand stands. */
export async function figuresOf(executor: Executor, brandId: string, at: Date): Promise<QueueFigures> {
  const since = new Date(at.getTime() - 30 * 86_400_000)
  const { rows } = await sql<{
    open: number
    oldest: Date | null
    median: number | null
    agreed: number
    lookedAgain: number
    decisions: { by: string; count: number }[] | null
  }>`
    with decided as (
      select kind, verdict, decided_by, decided_at - opened_at as took from cases
      where brand_id = ${brandId} and state = 'closed' and decided_at > ${since} and decided_by not in ('member', 'rule')
      order by decided_at desc limit ${sql.lit(most)}),
    waiting as (select opened_at from cases where brand_id = ${brandId} and state = 'open' limit 1000)
    select (select count(*)::int from waiting) as open, (
        select opened_at from cases where brand_id = ${brandId} and state = 'open' order by opened_at limit 1) as oldest,
      (select percentile_cont(0.5) within group (order by extract(epoch from took) / 60) from decided where kind <> 'sample') as median,
      (select count(*)::int from decided where kind = 'sample' and verdict = 'agree') as agreed,
      (select count(*)::int from decided where kind = 'sample') as "lookedAgain",
      (select json_agg(json_build_object('by', by, 'count', n) order by n desc, by) from (
        select decided_by as by, count(*)::int as n from decided where kind <> 'sample' group by 1) authors) as decisions`.execute(
    executor,
  )
  const [row] = rows
  return {
    open: row?.open ?? 0,
    oldestAt: row?.oldest ?? null,
    medianMinutes: row?.median ?? null,
    decisions: row?.decisions ?? [],
    agreed: row?.agreed ?? 0,
    lookedAgain: row?.lookedAgain ?? 0,
  }
}
