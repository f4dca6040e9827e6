import type { Executor } from './database.ts'
import { hashToken } from './ids.ts'
import { hourOf } from './attempts.ts'

/**
 * True for the first who comes with it, of however many at once. Kept beside the limits, which are swept two hours later; under the hour
 * of a time that is the thing's own and less than that ago, so that it has one row.
 */
export async function useOnce(executor: Executor, kind: string, secret: string, ownTime: Date): Promise<boolean> {
  const used = await executor
    .insertInto('limit_counters')
    .values({ bucket: `${kind} ${hashToken(secret).toString('base64url')}`, window_start: hourOf(ownTime), hits: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return used.numInsertedOrUpdatedRows === 1n
}
