import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { limit, type Match } from './match.ts'

/** A name as the index `members_name` has it: in lower case, without accents. */
const folded = (name: RawBuilder<unknown>) =>
  sql<string>`lower(regexp_replace(normalize(${name}, NFKD), '[\\u0300-\\u036f]', '', 'g')) collate "C"`
/** Comes after each name that begins like another. */
const end = '\u{10FFFF}'

/** Members whose name begins so, in the order of names. @throws Failure 400 `too_wide` for one letter */
export async function byName(tx: Executor, brandId: string, query: string): Promise<Match[]> {
  if ([...query].length < 2)
    throw new Failure(400, 'too_wide', { field: 'query', message: 'Send at least two letters of a name' })
  const typed = folded(sql`${query}::text`)
  const { rows } = await sql<{ member_id: string }>`
    select id as member_id from members
    where brand_id = ${brandId} and screen_name is not null
      and ${folded(sql`screen_name`)} >= ${typed} and ${folded(sql`screen_name`)} < (${typed}) || ${end}::text
    order by brand_id, ${folded(sql`screen_name`)} limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, matched: 'name' }))
}
