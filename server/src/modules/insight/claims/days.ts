import { sql, type RawBuilder } from 'kysely'
import type { Database, Executor, Tx } from '#platform/database/database.ts'
import { dayOf } from '#platform/day.ts'

/*
 * Claims count three months each night. A day that ended two days ago is counted once and stored; only the rest is read
 * again. What is withdrawn or taken back later than that stays counted.
 */

const dayMs = 86_400_000
/** First messages have had a day for their answer, and another in which messages are withdrawn. */
const settledMs = 2 * dayMs
/** Longer than any claim's period. */
const keptDays = 100

export type Interval = readonly [from: Date, to: Date]

/** How a period is read: days that are stored, and what is left of it before, between and after them. */
export interface Parts {
  readonly days: readonly string[]
  readonly rest: readonly Interval[]
}

/** First messages by members who are no samples, with their recipient. */
const firstMessages = (poolId: string, [from, to]: Interval): RawBuilder<unknown> => sql`
  select g.conversation_id, g.sender_id, g.created_at, s.brand_id, case when c.low_id = g.sender_id then c.high_id else c.low_id end as recipient_id
  from conversations c
  join messages g on g.conversation_id = c.id and g.seq = 1 and g.withdrawn_at is null and g.created_at >= ${from} and g.created_at < ${to}
  join members s on s.id = g.sender_id and s.sample is null
  -- A conversation begins with its first message.
  where c.pool_id = ${poolId} and c.created_at >= ${hoursAfter(from, -1)} and c.created_at < ${hoursAfter(to, 1)}`

const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * 3_600_000)

/** First messages by the member who received them. */
const messagesReceived = (poolId: string, interval: Interval): RawBuilder<unknown> => sql`
  select recipient_id as member_id, count(*)::integer as n from (${firstMessages(poolId, interval)}) f group by 1`

/** Likes by the member who received them. */
const likesReceived = (poolId: string, [from, to]: Interval): RawBuilder<unknown> => sql`
  select r.other_id as member_id, count(*)::integer as n
  from reactions r
  join members s on s.id = r.member_id and s.sample is null and s.pool_id = ${poolId}
  where r.kind = 'like' and r.created_at >= ${from} and r.created_at < ${to}
  group by 1`

/** First messages by the sender's brand, and how many the recipient answered within a day. */
export const answers = (poolId: string, interval: Interval): RawBuilder<unknown> => sql`
  select f.brand_id, count(*)::integer as sent, (count(*) filter (where exists (
      select from messages a where a.conversation_id = f.conversation_id and a.sender_id <> f.sender_id and a.withdrawn_at is null
        and a.created_at <= f.created_at + interval '24 hours')))::integer as answered
  from (${firstMessages(poolId, interval)}) f
  join members r on r.id = f.recipient_id and r.sample is null
  group by 1`

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** The whole days of a period. */
function daysBetween(from: Date, to: Date): readonly string[] {
  const first = Math.ceil(from.getTime() / dayMs)
  const end = Math.floor(to.getTime() / dayMs)
  return Array.from({ length: Math.max(0, end - first) }, (_, n) => dayOf(new Date((first + n) * dayMs)))
}

/**
 * Counts and stores the days that are two days old, each in its own transaction, and removes those of no period.
 * @param isOver asked before each day: the next run continues
 */
export async function measureDays(
  db: Database,
  poolId: string,
  now: Date,
  isOver: () => boolean = () => false,
): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * dayMs)
  const known = new Set(await storedDays(db, poolId))
  for (const day of daysBetween(oldest, new Date(now.getTime() - settledMs)))
    if (!known.has(day) && !isOver()) await db.transaction().execute((tx) => measureDay(tx, poolId, day))
  for (const table of ['received_by_day', 'measured_days'] as const)
    await db
      .deleteFrom(table)
      .where('pool_id', '=', poolId)
      .where('day', '<', sql<Date>`${dayOf(oldest)}::date`)
      .execute()
  await db
    .deleteFrom('answers_by_day')
    .where('day', '<', sql<Date>`${dayOf(oldest)}::date`)
    .execute()
}

async function measureDay(tx: Tx, poolId: string, day: string): Promise<void> {
  const { numAffectedRows } =
    await sql`insert into measured_days (pool_id, day) values (${poolId}, ${day}::date) on conflict do nothing`.execute(
      tx,
    )
  // Another process has counted it.
  if (numAffectedRows === 0n) return
  const whole = [startOf(day), hoursAfter(startOf(day), 24)] as const
  await countReceived(tx, poolId, day, whole)
  await sql`
    insert into answers_by_day (brand_id, day, sent, answered)
    select brand_id, ${day}::date, sent, answered from (${answers(poolId, whole)}) counted`.execute(tx)
}

/** Adds what members received in an interval to a day. */
const countReceived = (db: Executor, poolId: string, day: string, interval: Interval): Promise<unknown> =>
  sql`
    insert into received_by_day as d (pool_id, day, member_id, first_messages, likes)
    select ${poolId}, ${day}::date, coalesce(m.member_id, l.member_id), coalesce(m.n, 0), coalesce(l.n, 0)
    from (${messagesReceived(poolId, interval)}) m full join (${likesReceived(poolId, interval)}) l on l.member_id = m.member_id
    on conflict (pool_id, day, member_id) do update
      set first_messages = d.first_messages + excluded.first_messages, likes = d.likes + excluded.likes`.execute(db)

/**
 * Stands for the parts of a period that are not stored by day: they are counted once for each measurement and read by
 * member like the days.
 */
export const restDay = '-infinity'

export async function countRest(db: Executor, poolId: string, rest: readonly Interval[]): Promise<void> {
  await db
    .deleteFrom('received_by_day')
    .where('pool_id', '=', poolId)
    .where('day', '=', sql<Date>`${restDay}::date`)
    .execute()
  for (const interval of rest) await countReceived(db, poolId, restDay, interval)
}

async function storedDays(db: Database, poolId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from measured_days where pool_id = ${poolId} order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

/** Divides a period into the stored days and the rest. */
export async function partsOf(db: Database, poolId: string, from: Date, to: Date): Promise<Parts> {
  const stored = new Set(await storedDays(db, poolId))
  const days = daysBetween(from, to).filter((day) => stored.has(day))
  const rest: Interval[] = []
  let at = from
  for (const day of days) {
    if (at < startOf(day)) rest.push([at, startOf(day)])
    at = hoursAfter(startOf(day), 24)
  }
  if (at < to) rest.push([at, to])
  return { days, rest }
}
