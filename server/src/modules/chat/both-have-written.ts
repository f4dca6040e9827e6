import type pg from 'pg'
import { createLru } from '#platform/flow-control/lru.ts'

export type BothHaveWritten = (conversationIds: readonly string[]) => Promise<ReadonlySet<string>>

/** Looks up in which conversations both have written. Cached, because that never changes back. */
export function createBothHaveWritten(pool: pg.Pool): BothHaveWritten {
  const known = createLru<string, true>(20_000)
  return async (conversationIds) => {
    const unknown = conversationIds.filter((id) => !known.has(id))
    if (unknown.length > 0) {
      const { rows } = await pool.query<{ id: string }>({
        name: 'both have written',
        text: 'select id from conversations where id = any($1::uuid[]) and low_wrote and high_wrote',
        values: [unknown],
      })
      for (const { id } of rows) known.set(id, true)
    }
    return new Set(conversationIds.filter((id) => known.has(id)))
  }
}
