import type { Executor } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import { opens, reseal } from '#platform/secrets/seal.ts'

/** Seals the requests of open payments under the newest key. @returns how many were under an older one */
export async function resealRequests(tx: Executor, keys: Keys): Promise<number> {
  const rows = await tx
    .selectFrom('payment_attempts')
    .select(['id', 'sealed_request'])
    .where('sealed_request', 'is not', null)
    .forUpdate()
    .execute()
  let count = 0
  for (const { id, sealed_request: sealed } of rows) {
    const again = sealed === null ? undefined : reseal(keys, sealed)
    if (again === undefined) continue
    await tx.updateTable('payment_attempts').set({ sealed_request: again }).where('id', '=', id).execute()
    count += 1
  }
  return count
}

/** Number of sealed requests that only this key opens. */
export async function requestsUnder(executor: Executor, key: Buffer): Promise<number> {
  const rows = await executor
    .selectFrom('payment_attempts')
    .select('sealed_request')
    .where('sealed_request', 'is not', null)
    .execute()
  return rows.filter(({ sealed_request: sealed }) => sealed !== null && opens([key], sealed)).length
}
