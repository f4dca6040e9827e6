import type { adminRoutes, MailingRow as RowView, MailingView, ReasonNot } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import type { MailingDeps } from './deps.ts'
import {
  authorOf,
  digestOf,
  type MailingCall,
  type MailingRow,
  segmentNameOf,
  stateOf,
  textsOf,
} from './mailing-row.ts'
import { segmentOf } from './segments.ts'
import { verdictsOf } from './verdicts.ts'

const pageSize = 50

/** @throws Failure 404 */
export async function mailingAt(
  db: Executor,
  { site, params }: Pick<MailingCall, 'site' | 'params'>,
): Promise<MailingRow> {
  const row = await db
    .selectFrom('mailings')
    .selectAll()
    .where('brand_id', '=', site.brandId)
    .where('id', '=', params.mailing)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const nameOf = (names: ReadonlyMap<string, string>, author: string): string =>
  names.get(author.replace('staff:', '')) ?? '—'
export const namesFor = (deps: MailingDeps, authors: readonly (string | null)[]) =>
  deps.namesOf(authors.flatMap((one) => (one?.startsWith('staff:') ? one.slice(6) : [])))

const rowView = (row: MailingRow, names: ReadonlyMap<string, string>): RowView => ({
  id: row.id,
  name: row.name,
  segment: segmentNameOf(row),
  startsAt: row.starts_at?.toISOString() ?? null,
  state: stateOf(row),
  changedBy: nameOf(names, row.changed_by),
  changedAt: row.changed_at.toISOString(),
})

export async function listMailings(deps: MailingDeps, { site, query }: Call<typeof adminRoutes.mailings>) {
  const { beforeAt, beforeId } = query
  const after =
    beforeAt !== undefined && beforeId !== undefined
      ? sql`and (changed_at, id) < (${beforeAt}::timestamptz, ${beforeId}::uuid)`
      : sql``
  const { rows } = await sql<MailingRow>`
    select * from mailings where brand_id = ${site.brandId} ${after}
    order by changed_at desc, id desc limit ${pageSize + 1}`.execute(deps.db)
  const shown = rows.slice(0, pageSize)
  const names = await namesFor(
    deps,
    shown.map((row) => row.changed_by),
  )
  return { mailings: shown.map((row) => rowView(row, names)), more: rows.length > pageSize }
}

/** @throws Failure 404 */
export async function readMailing(deps: MailingDeps, call: Call<typeof adminRoutes.mailing>): Promise<MailingView> {
  const row = await mailingAt(deps.db, call)
  const names = await namesFor(deps, [row.made_by, row.changed_by, row.approved_by])
  const author = authorOf(call)
  return {
    ...rowView(row, names),
    texts: textsOf(row),
    languages: [...(deps.brands.byKey(row.brand_id)?.languages ?? [])],
    madeBy: nameOf(names, row.made_by),
    approvedBy: row.approved_by === null ? null : nameOf(names, row.approved_by),
    approvedAt: row.approved_at?.toISOString() ?? null,
    mayApprove: row.made_by !== author && row.changed_by !== author,
    begunAt: row.begun_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    digest: digestOf(row),
    figures: await figuresOf(deps.db, row),
  }
}

const none = {
  waiting: 0,
  queued: 0,
  sent: 0,
  failed: 0,
  dropped: 0,
  bounced: 0,
  complained: 0,
  unsubscribed: 0,
}

/** What became of a mailing so far, of members who still have an account. */
async function figuresOf(db: Executor, { brand_id: brandId, id, begun_at: begunAt }: MailingRow): Promise<typeof none> {
  if (begunAt === null) return none
  const { rows } = await sql<{ state: 'waiting' | 'queued' | 'sent' | 'failed' | 'dropped'; n: number }>`
    select state, count(*)::int as n from promotions
    where brand_id = ${brandId} and source = 'mailing' and about = ${id} group by state`.execute(db)
  const { rows: came } = await sql<Pick<typeof none, 'bounced' | 'complained' | 'unsubscribed'>>`
    select
      count(distinct v.email_id) filter (where v.kind = 'failed' and v.class = 'hard')::int as bounced,
      count(distinct v.email_id) filter (where v.kind = 'complained')::int as complained,
      (select count(distinct l.member_id)::int from mail_suppressions l join promotions q on q.member_id = l.member_id
        and q.source = 'mailing' and q.about = ${id} and q.state = 'sent'
        where l.brand_id = ${brandId} and l.list = 'promotion' and l.created_at >= q.sent_at
          and l.created_at < q.sent_at + interval '7 days') as unsubscribed
    from mail_events v join promotions p on p.email_id = v.email_id
    where v.brand_id = ${brandId} and v.created_at >= ${begunAt} and v.kind in ('failed', 'complained')
      and p.source = 'mailing' and p.about = ${id}`.execute(db)
  return { ...none, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])), ...came[0] }
}

/** For so long a count looks at members, so many at a time. */
const [countMs, countPage] = [5000, 2000]

/** @throws Failure 404 */
export async function countMailing(deps: MailingDeps, call: Call<typeof adminRoutes.countMailing>) {
  const { db } = deps
  const row = await mailingAt(db, call)
  const { brand_id: brandId, id } = row
  const now = deps.clock()
  const until = performance.now() + countMs
  const not: Partial<Record<ReasonNot, number>> = {}
  let [members, reached, whole] = [0, 0, true]
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string; fits: boolean }>`
      select m.id, (${segmentOf[segmentNameOf(row)](now)}) as fits from members m
      where m.brand_id = ${brandId} and m.state = 'active' and m.id > ${last} order by m.id limit ${countPage}`.execute(
      db,
    )
    const ids = rows.flatMap((one) => (one.fits ? one.id : []))
    for (const verdict of (await verdictsOf(db, deps, brandId, ids, now, { source: 'mailing', about: id })).values()) {
      if (verdict.kind === 'drop' && verdict.why === 'closed') continue
      members += 1
      // It waits for the morning.
      if (verdict.kind === 'send' || verdict.why === 'quiet') reached += 1
      else if (verdict.why !== 'closed') not[verdict.why] = (not[verdict.why] ?? 0) + 1
    }
    if (rows.length < countPage) break
    last = rows.at(-1)?.id ?? last
    if (performance.now() > until) {
      whole = false
      break
    }
  }
  return { members, reached, not, whole }
}
