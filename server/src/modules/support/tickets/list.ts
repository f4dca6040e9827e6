import type { ContactTopic, Locale } from '@incontro/contract'
import type { adminRoutes, TicketRow, TicketViewName } from '@incontro/contract/admin'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import type { TicketDeps } from '../deps.ts'
import type { Ticket } from './ticket-row.ts'

const pageSize = 50

/** The condition of each view and its order. States are literals: as parameters, their indexes could not be used. */
const views: Readonly<
  Record<
    TicketViewName,
    {
      readonly where: (staffId: string) => RawBuilder<boolean>
      readonly by: 'waiting_since' | 'last_at'
      readonly newestFirst?: true
    }
  >
> = {
  open: { where: () => sql`state = 'open'`, by: 'waiting_since' },
  mine: { where: (staffId) => sql`state <> 'closed' and assigned_to = ${staffId}`, by: 'last_at' },
  waiting: { where: () => sql`state = 'waiting'`, by: 'last_at' },
  closed: { where: () => sql`state = 'closed'`, by: 'last_at', newestFirst: true },
}

/** A page of a view. Tickets of the caller's own accounts as a member are left out. */
export async function listTickets(
  deps: TicketDeps,
  { site, staff, query }: Call<typeof adminRoutes.tickets>,
): Promise<{ tickets: TicketRow[]; more: boolean }> {
  const { where, by, newestFirst } = views[query.view]
  const own = await deps.ownMemberIds(deps.db, staff, site.brandId)
  const column = sql.ref(by)
  const order = newestFirst ? sql`desc` : sql`asc`
  const after =
    query.afterAt === undefined || query.afterId === undefined
      ? sql``
      : sql`and (${column}, id) ${newestFirst ? sql`<` : sql`>`} (${query.afterAt}::timestamptz, ${query.afterId}::uuid)`
  const { rows } = await sql<Ticket>`
    select * from tickets
    where brand_id = ${site.brandId} and ${where(staff.staffId)} ${after}
      and (member_id is null or member_id <> all(${own}::uuid[]))
    order by ${column} ${order}, id ${order} limit ${sql.lit(pageSize + 1)}`.execute(deps.db)
  const shown = rows.slice(0, pageSize)
  const names = await namesFor(deps, shown)
  const at = deps.clock()
  return { tickets: shown.map((one) => rowView(one, names, staff.staffId, at)), more: rows.length > pageSize }
}

const namesFor = (
  { namesOf }: Pick<TicketDeps, 'namesOf'>,
  tickets: readonly Ticket[],
): Promise<ReadonlyMap<string, string>> =>
  namesOf(
    tickets.flatMap(({ assigned_to: assigned, claimed_by: claimed }) =>
      [assigned, claimed].filter((id): id is string => id !== null),
    ),
  )

/** @param staffId who looks: a ticket that they have open themselves is held by no colleague */
export const rowView = (one: Ticket, names: ReadonlyMap<string, string>, staffId: string, at: Date): TicketRow => ({
  id: one.id,
  name: one.name,
  topic: one.topic as ContactTopic,
  subject: one.subject,
  state: one.state as TicketRow['state'],
  locale: one.locale as Locale,
  isMember: one.member_id !== null,
  openedAt: one.opened_at.toISOString(),
  waitingSince: one.waiting_since?.toISOString() ?? null,
  lastAt: one.last_at.toISOString(),
  assignedTo:
    one.assigned_to === null ? null : { id: one.assigned_to, name: names.get(one.assigned_to) ?? one.assigned_to },
  heldBy: isHeld(one, staffId, at) ? (names.get(one.claimed_by ?? '') ?? null) : null,
})

/** Whether a colleague has it open. */
export const isHeld = (one: Ticket, staffId: string, at: Date): boolean =>
  one.claimed_by !== null && one.claimed_by !== staffId && (one.claimed_until ?? at) > at

export interface TicketFigures {
  /** How many wait for an answer, counted up to a thousand. */
  readonly open: number
  readonly oldestAt: Date | null
  /** Minutes from opened to first answered, of the last 30 days; null if none was. */
  readonly medianMinutes: number | null
}

/** Figures are of the newest so many first answers at most. */
const most = 20_000

export async function ticketFigures(executor: Executor, brandId: string, at: Date): Promise<TicketFigures> {
  const since = new Date(at.getTime() - 30 * 86_400_000)
  const { rows } = await sql<{ open: number; oldest: Date | null; median: number | null }>`
    with answered as (
      select first_answered_at - opened_at as took from tickets
      where brand_id = ${brandId} and first_answered_at > ${since}
      order by first_answered_at desc limit ${sql.lit(most)}),
    waiting as (select 1 from tickets where brand_id = ${brandId} and state = 'open' limit 1000)
    select (select count(*)::int from waiting) as open,
      (select waiting_since from tickets where brand_id = ${brandId} and state = 'open' order by waiting_since limit 1) as oldest,
      (select percentile_cont(0.5) within group (order by extract(epoch from took) / 60) from answered) as median`.execute(
    executor,
  )
  const [row] = rows
  return { open: row?.open ?? 0, oldestAt: row?.oldest ?? null, medianMinutes: row?.median ?? null }
}
