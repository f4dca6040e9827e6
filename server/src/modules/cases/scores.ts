import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Case } from './claims.ts'
import { hoursFor } from './rules.ts'

export interface Scored {
  readonly id: string
  readonly risk: number
}

/** Most cases that one call scores. */
const most = 500

/**
 * Scores the open cases of a brand that were opened, or became more urgent, since they were scored.
 * @returns whether there may be more
 */
export async function scoreUnscored(
  db: Database,
  brandId: string,
  at: Date,
  scoresOf: (cases: readonly Case[]) => Promise<readonly Scored[]>,
): Promise<boolean> {
  const rows = await db
    .selectFrom('cases')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where(sql<boolean>`state = 'open' and scored_at is null`)
    .orderBy('opened_at')
    .limit(most)
    .execute()
  if (rows.length === 0) return false
  const before = new Map(rows.map((row) => [row.id, row]))
  const scored = (await scoresOf(rows)).map(({ id, risk }) => {
    const { opened_at: opened, risk: was } = before.get(id)!
    return { id, risk, was, due: new Date(opened.getTime() + hoursFor(risk) * 3_600_000) }
  })
  // A case that became more urgent meanwhile keeps that, and is scored with the next ones.
  await sql`
    update cases c set risk = w.risk, due_at = least(c.due_at, w.due), scored_at = ${at}
    from unnest(${scored.map(({ id }) => id)}::uuid[], ${scored.map(({ risk }) => risk)}::int[],
      ${scored.map(({ was }) => was)}::int[], ${scored.map(({ due }) => due)}::timestamptz[]) as w (id, risk, was, due)
    where c.brand_id = ${brandId} and c.id = w.id and c.state = 'open' and c.risk = w.was`.execute(db)
  return rows.length === most
}

/** What members did may have changed the score of the cases about them. */
export async function unscoreOf(db: Database, brandId: string, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length > 0)
    await sql`
      update cases set scored_at = null
      where brand_id = ${brandId} and member_id = any(${memberIds}::uuid[]) and state = 'open'`.execute(db)
}
