import type { ClauseKey, Locale, OwnReportView, RestrictionView } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { ordersBehind } from '../authorities/orders-behind.ts'
import { clauseOf } from '../decisions/clauses.ts'
import { appealEnds } from './appeal-term.ts'
import type { Appellant } from './appellant.ts'
import { isAppealable } from './appealable.ts'

/** Most of each kind that the page shows. */
const most = 100

interface AppealColumns {
  readonly appeal: {
    readonly text: string
    readonly time: string
    readonly outcome: 'confirmed' | 'reversed' | null
    readonly answer: string | null
    readonly decidedAt: string | null
  } | null
}

const appealSql = (condition: ReturnType<typeof sql>) => sql`
  (select json_build_object('text', a.body, 'time', a.filed_at, 'outcome', a.outcome, 'answer', a.answer, 'decidedAt', a.decided_at)
    from appeals a where ${condition}) as appeal`

const iso = (value: string | Date): string => new Date(value).toISOString()
const appealView = ({ appeal }: AppealColumns) =>
  appeal && {
    ...appeal,
    time: iso(appeal.time),
    decidedAt: appeal.decidedAt === null ? null : iso(appeal.decidedAt),
  }

/** Until when there can be an appeal; null after it, or when there is one. */
function termOf(decidedAt: Date, appeal: unknown, at: Date): string | null {
  const ends = appealEnds(decidedAt)
  return appeal === null && ends >= at ? ends.toISOString() : null
}

/**
 * A member's reports, also of members of other brands, and the decisions about them, newest first, or the notice of who
 * has no account. No other member is named in them.
 */
export async function casesOf(
  executor: Executor,
  appellant: Appellant,
  locale: Locale,
  at: Date,
): Promise<{ reports: OwnReportView[]; restrictions: RestrictionView[] }> {
  const { brandId } = appellant
  const memberId = 'memberId' in appellant ? appellant.memberId : null
  const whose =
    'memberId' in appellant
      ? sql`r.reporter_id = ${memberId}`
      : sql`r.id = ${appellant.reportId} and r.brand_id = ${brandId} and r.notifier is not null`
  const reports = await sql<
    Pick<OwnReportView, 'id' | 'reason' | 'contentKind' | 'state'> & {
      created_at: Date
      decided_at: Date | null
    } & AppealColumns
  >`
    select r.id, r.reason, r.content_kind as "contentKind", r.state, r.created_at, r.decided_at,
      ${appealSql(sql`a.report_id = r.id`)}
    from reports r where ${whose}
    order by r.created_at desc, r.id desc limit ${sql.lit(most)}`.execute(executor)
  const restrictions = await sql<
    {
      id: string
      kind: RestrictionView['kind']
      from_at: Date
      until_at: Date | null
      lifted_at: Date | null
      ground: RestrictionView['ground']
      clause: ClauseKey
      facts: string
      content_type: RestrictionView['contentType']
      content_date: Date | null
      automated_detection: boolean
      automated_decision: boolean
      territory: string
    } & AppealColumns
  >`
    select x.id, x.kind, x.from_at, x.until_at, x.lifted_at, x.ground, x.clause, x.facts, x.content_type, x.content_date,
      x.automated_detection, x.automated_decision, x.territory,
      ${appealSql(sql`a.brand_id = x.brand_id and a.restriction_id = x.id`)}
    from restrictions x where x.member_id = ${memberId} and x.brand_id = ${brandId}
      and not exists (${sql.raw(ordersBehind('x'))} and o.silent_until > ${at})
    order by x.from_at desc, x.id desc limit ${sql.lit(most)}`.execute(executor)
  return {
    reports: reports.rows.map(({ created_at: madeAt, decided_at: decidedAt, ...row }) => ({
      ...row,
      time: madeAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
      appeal: appealView(row),
      appealUntil: isAppealable(row.state) && decidedAt ? termOf(decidedAt, row.appeal, at) : null,
    })),
    restrictions: restrictions.rows.map((row) => {
      const clause = clauseOf(row.clause)
      return {
        id: row.id,
        kind: row.kind,
        from: row.from_at.toISOString(),
        until: row.until_at?.toISOString() ?? null,
        liftedAt: row.lifted_at?.toISOString() ?? null,
        inForce: row.kind !== 'warning' && row.lifted_at === null && (row.until_at === null || row.until_at > at),
        ground: row.ground,
        clause: row.clause,
        section: clause.section,
        rule: clause.name[locale],
        facts: row.facts,
        contentType: row.content_type,
        contentDate: row.content_date?.toISOString() ?? null,
        automatedDetection: row.automated_detection,
        automatedDecision: row.automated_decision,
        territory: row.territory.split(' ').filter(Boolean),
        appeal: appealView(row),
        appealUntil: termOf(row.from_at, row.appeal, at),
      }
    }),
  }
}
