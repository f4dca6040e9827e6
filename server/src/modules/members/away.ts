import { sql } from 'kysely'
import type { Database, Executor } from '#platform/database/database.ts'
import { entriesWhenListed, entryKey, isListable, refreshFindable } from './findable.ts'
import { lockMember } from './search-settings.ts'

/** Days without a visit after which a member leaves the list until they return. */
const awayDays = 180

export interface BatchLimits {
  /** No batch is begun when `performance.now()` is past this. */
  readonly until?: number
  /** Entries per statement. */
  readonly batch?: number
}

const genders = ['woman', 'man'] as const

/**
 * Removes the entries of members who have been away for long, so that the list's indexes do not grow with everyone who
 * ever signed up. Sample members stay. Reads the end of each list's index, and nothing else; so what a run left over is
 * what the next one finds.
 */
export async function leaveList(
  db: Database,
  pools: readonly string[],
  now: Date,
  { until = Infinity, batch = 2000 }: BatchLimits = {},
): Promise<void> {
  const before = new Date(now.getTime() - awayDays * 86_400_000)
  const countries = await db.selectFrom('geo_regions').select('country').distinct().execute()
  for (const poolId of new Set(pools))
    for (const { country } of countries)
      for (const gender of genders) for (const seeks of genders) await leave({ poolId, country, gender, seeks })

  async function leave(list: Record<'poolId' | 'country' | 'gender' | 'seeks', string>): Promise<void> {
    while (performance.now() < until) {
      const { numAffectedRows } = await sql`
        with away as (
          select ${entryKey('e')} from discovery_entries e
          where e.pool_id = ${list.poolId} and e.country = ${list.country} and e.gender = ${list.gender} and e.seeks = ${list.seeks}
            and e.is_new = false and e.active_at < ${before}
            and not exists (select from members m where m.id = e.member_id and m.sample)
          order by e.active_at limit ${batch} for update of e skip locked)
        delete from discovery_entries e using away a
        where (${entryKey('e')}) = (${entryKey('a')})`.execute(db)
      if (Number(numAffectedRows ?? 0n) < batch) return
    }
  }
}

/** Lists members again who were away for long and have just arrived, also if only some of their entries have gone. */
export async function returnToList(executor: Executor, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select m.id from members m where m.id = any(${[...memberIds]}::uuid[]) and ${isListable}
      and (select count(*) from discovery_entries e where e.member_id = m.id) < ${entriesWhenListed}`.execute(executor)
  for (const { id } of rows)
    await executor.transaction().execute(async (tx) => {
      // As every change of an entry, so that two at once do not insert two.
      await lockMember(tx, id)
      await refreshFindable(tx, id)
    })
}
