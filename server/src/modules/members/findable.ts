import { ages, type Gender } from '@incontro/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'

/** How long a member counts as new (rule 5.2), in days. */
const newForDays = 7

/**
 * Entries whose time is more recent than this are always read; what enters the list below is marked by its transaction
 * (`entered_in`), which is the column's default (decision 041).
 */
export const recentForMs = 900_000
/** Marked from here on: the rest of `recentForMs` is for transactions that take long and clocks that differ. */
export const markedFromMs = 600_000

/* docs/decisions/054: an entry for each pair of where a member is listed and whom they seek, 1 for most, at most 4. */

/** The number of a pair in the sets of `other_pairs`: 1, 2, 4 or 8. */
export const pairBit = ({ gender, seeks }: { readonly gender: Gender; readonly seeks: Gender }): number =>
  (gender === 'man' ? 1 : 4) * (seeks === 'man' ? 1 : 2)

/** The set of all pairs of these genders and those sought is the product of their sums. */
const sumOf = (gender: string, isBoth: string, ofMan: number, ofWoman: number): string =>
  `case when ${isBoth} then ${ofMan + ofWoman} when ${gender} = 'man' then ${ofMan} else ${ofWoman} end`
const otherPairs = sql.raw(
  `((${sumOf('m.gender', 'm.listed_in_both', 1, 4)}) * (${sumOf('m.seeks', 'm.seeks_both', 1, 2)})
    - (${sumOf('a.gender', 'false', 1, 4)}) * (${sumOf('b.seeks', 'false', 1, 2)}))::smallint`,
)
const everyPair = sql.raw(`
    cross join lateral (select m.gender union all select case m.gender when 'man' then 'woman' else 'man' end where m.listed_in_both) a
    cross join lateral (select m.seeks union all select case m.seeks when 'man' then 'woman' else 'man' end where m.seeks_both) b`)

const keyColumns = ['pool_id', 'country', 'region_id', 'member_id', 'gender', 'seeks']
/** The columns of an entry's key. */
export const entryKey = (alias: string): RawBuilder<unknown> =>
  sql.raw(keyColumns.map((column) => `${alias}.${column}`).join(', '))

/** Entries are always locked in this order, to prevent deadlocks. */
export const lockOrder = sql.raw('e.member_id, e.gender, e.seeks')

/** SQL expression: how many entries `members m` has while listed. */
export const entriesWhenListed = sql.raw(
  '(case when m.listed_in_both then 2 else 1 end) * (case when m.seeks_both then 2 else 1 end)',
)

/** Marks entries that others may be shown from now on, although the entries did not change: not blocked any more. */
export async function markEntered(tx: Executor, memberIds: readonly string[]): Promise<void> {
  await sql`
    with entered as (
      select ${entryKey('e')} from discovery_entries e
      where e.member_id = any(${[...memberIds]}::uuid[]) order by ${lockOrder} for no key update)
    update discovery_entries e set entered_in = default from entered n
    where (${entryKey('e')}) = (${entryKey('n')})`.execute(tx)
}

/**
 * SQL expression: the time by which `members m` is sorted in the list. For those who hide when they were active only the
 * day: their place among others would tell the minute.
 */
export const listedTime = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when m.hides_last_seen then date_trunc('day', ${time}, 'UTC') else ${time} end`

/** SQL condition: `members m` may be in the list. */
export const isListable = sql`m.state = 'active' and (m.email_confirmed_at is not null or not m.needs_confirmation)
  and m.region_id is not null and not m.is_hidden`

/**
 * Rewrites the member's entries in the list, in the transaction that changed the member, their choices or filters. Listed
 * are active members with a region, whose address is confirmed or need not be (rule 12.2), and who are not hidden.
 */
export async function refreshFindable(tx: Executor, memberId: string): Promise<void> {
  await sql`
    with listed as (
      select ${entryKey('e')} from discovery_entries e where e.member_id = ${memberId} order by ${lockOrder} for update)
    delete from discovery_entries e using listed l where (${entryKey('e')}) = (${entryKey('l')})`.execute(tx)
  await insertFindable(tx, sql`m.id = ${memberId} and ${isListable}`, sql`now()`)
}

/** Inserts list entries of these members, an expression over `members m`, with the values that filters compare. */
export async function insertFindable(tx: Executor, which: RawBuilder<unknown>, at: RawBuilder<unknown>): Promise<void> {
  // Only what the member chose restricts who sees them, not the ages suggested at sign-up; a distance filter requires a
  // city.
  await sql`
    insert into discovery_entries (pool_id, country, region_id, city_id, member_id, gender, seeks, is_new, active_at, created_at, born_on,
      height_cm, intent, interests, has_words, asks_age_from, asks_age_to, asks_within_km, asks_more, shows_presence, other_pairs)
    select m.pool_id, m.country, m.region_id, m.city_id, m.id, a.gender, b.seeks, m.created_at > ${at} - ${newForDays} * interval '1 day',
      case when not m.hides_last_seen and exists (select from member_presence here where here.member_id = m.id) then 'infinity'
        else ${listedTime(sql`m.last_active_at`)} end,
      m.created_at, (m.age_stated_on - make_interval(years => m.age_stated))::date, m.height_cm, c.intent,
      coalesce(c.interests, '{}'), m.about <> '' or m.looking_for <> '' or exists (select from profile_prompts p where p.member_id = m.id),
      coalesce((s.filters -> 'age' ->> 'from')::int, ${ages.least}), coalesce((s.filters -> 'age' ->> 'to')::int, ${ages.most}),
      case when m.city_id is not null then (s.filters ->> 'distance')::smallint end,
      coalesce(s.filters ?| array['height', 'intents'], false), not m.hides_last_seen, ${otherPairs}
    from members m${everyPair}
    left join profile_choices c on c.member_id = m.id
    left join search_settings s on s.member_id = m.id and not s.is_suggested
    where ${which}`.execute(tx)
}

/**
 * Members who have been here for a week are no longer new. Batch by batch, each committed by itself; what time does not
 * suffice for is left to the next run.
 */
export async function endNewness(
  executor: Executor,
  at: Date,
  { until = Infinity, batch = 2000 }: { readonly until?: number; readonly batch?: number } = {},
): Promise<void> {
  while (performance.now() < until) {
    // Without waiting, like every statement that changes several entries: locked ones are handled an hour later.
    const { numAffectedRows } = await sql`
      with grown as (
        select ${entryKey('e')} from discovery_entries e
        where is_new and created_at <= ${at}::timestamptz - ${newForDays} * interval '1 day'
        order by created_at limit ${batch} for no key update skip locked)
      update discovery_entries e set is_new = false, entered_in = default from grown g
      where (${entryKey('e')}) = (${entryKey('g')})`.execute(executor)
    if (Number(numAffectedRows ?? 0n) < batch) return
  }
}
