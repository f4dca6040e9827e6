import type { Database, Executor } from '#platform/database/database.ts'
import { type BatchOptions, deleteInBatches } from '#platform/database/delete-in-batches.ts'
import { hashToken } from '#platform/ids.ts'

/** A row outlives its token by this much, because the clocks of two servers differ. */
const marginMs = 3_600_000

/**
 * True for the first presentation of a secret, also among concurrent ones.
 * @param endsAt when the secret expires by itself; until then its use is remembered
 */
export async function useOnce(executor: Executor, kind: string, secret: string, endsAt: Date): Promise<boolean> {
  const used = await executor
    .insertInto('used_tokens')
    .values({ kind, token_hash: hashToken(secret), ends_at: endsAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return used.numInsertedOrUpdatedRows === 1n
}

export async function sweepUsed(db: Database, at: Date, time?: BatchOptions): Promise<void> {
  const before = new Date(at.getTime() - marginMs)
  await deleteInBatches(db, { table: 'used_tokens', column: 'ends_at', before }, time)
}
