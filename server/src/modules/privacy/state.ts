import type { adminRoutes } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { Call } from '#platform/http/bind.ts'
import { nameOfAuthors, type PrivacyDeps } from './deps.ts'

const nights = 14
const day = 86_400_000
/** Holds that are shown; an installation with more has other questions. */
const mostHolds = 200

interface Counts {
  readonly open: number
  readonly late: number
  readonly exports_of_month: number
  readonly exports_waiting: number
  readonly export_waits_since: Date | null
  readonly deletions: number
  readonly erasures: number
  readonly erasure_runs_since: Date | null
}

/** The figures of the privacy desk, what keeps data longer, and what was deleted. */
export async function privacyState(
  deps: PrivacyDeps,
  { site: { brandId }, staff }: Call<typeof adminRoutes.privacyState>,
) {
  const now = deps.clock()
  const own = await deps.ownMemberIds(deps.db, staff, brandId)
  const [counts, holds, retention] = await Promise.all([
    countsOf(deps, brandId, own, now),
    holdsOf(deps, brandId, own, now),
    retentionOf(deps, now),
  ])
  return {
    open: counts.open,
    late: counts.late,
    byThemselves: {
      exportsOfMonth: counts.exports_of_month,
      exportsWaiting: counts.exports_waiting,
      exportWaitsSince: counts.export_waits_since?.toISOString() ?? null,
      deletionsScheduled: counts.deletions,
      erasuresRunning: counts.erasures,
      erasureRunsSince: counts.erasure_runs_since?.toISOString() ?? null,
    },
    holds,
    retention,
  }
}

async function countsOf({ db }: PrivacyDeps, brandId: string, own: readonly string[], now: Date): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      q.open, q.late, e.exports_of_month, e.exports_waiting, e.export_waits_since, d.deletions, r.erasures, r.erasure_runs_since
    from
      (select count(*)::int as open, (count(*) filter (where due_at < ${now}))::int as late from privacy_requests
        where brand_id = ${brandId} and closed_at is null and (member_id is null or member_id <> all(${own}::uuid[]))) q,
      (select count(*)::int as exports_of_month, (count(*) filter (where x.state = 'making'))::int as exports_waiting,
          min(x.asked_at) filter (where x.state = 'making') as export_waits_since
        from data_exports x join members m on m.id = x.member_id
        where m.brand_id = ${brandId} and x.asked_at > ${new Date(now.getTime() - 30 * day)}) e,
      (select count(*)::int as deletions from members where state = 'deleting' and brand_id = ${brandId}) d,
      (select count(*)::int as erasures, min(x.started_at) as erasure_runs_since
        from erasures x join members m on m.id = x.member_id where m.brand_id = ${brandId}) r`.execute(db)
  return rows[0]!
}

async function holdsOf(deps: PrivacyDeps, brandId: string, own: readonly string[], now: Date) {
  const { rows } = await sql<{
    member_id: string
    name: string
    reason: string
    made_by: string
    created_at: Date
    ends_at: Date | null
  }>`
    select h.member_id, shown_name(m.screen_name, m.locale) as name, h.reason, h.made_by, h.created_at, h.ends_at
    from legal_holds h join members m on m.id = h.member_id
    where m.brand_id = ${brandId} and (h.ends_at is null or h.ends_at > ${now}) and h.member_id <> all(${own}::uuid[])
    order by h.created_at desc, h.member_id limit ${sql.lit(mostHolds)}`.execute(deps.db)
  const nameOf = await nameOfAuthors(
    deps,
    rows.map((row) => row.made_by),
  )
  return rows.map((row) => ({
    member: { id: row.member_id, name: row.name },
    reason: row.reason,
    since: row.created_at.toISOString(),
    until: row.ends_at?.toISOString() ?? null,
    by: nameOf(row.made_by),
  }))
}

/** Of each table with an age: its rule, and what went in the last nights. */
async function retentionOf({ db, retention: { rules, tables } }: PrivacyDeps, now: Date) {
  const rows = await db
    .selectFrom('retention_runs')
    .select(['table_name', 'ran_at', 'removed'])
    .where('ran_at', '>', new Date(now.getTime() - nights * day))
    .orderBy('ran_at', 'desc')
    .execute()
  return Object.entries(rules).flatMap(([table, rule]) => {
    if (rule.kind !== 'age' && rule.kind !== 'month') return []
    const runs = rows.filter((row) => row.table_name === table)
    return {
      table,
      holds: tables[table]?.holds ?? '',
      days: rule.days,
      why: rule.why,
      lastRanAt: runs[0]?.ran_at.toISOString() ?? null,
      lastRemoved: Number(runs[0]?.removed ?? 0),
      removed: runs.reduce((sum, run) => sum + Number(run.removed), 0),
    }
  })
}
