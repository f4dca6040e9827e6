import type { Executor } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import { opens, reseal } from '#platform/secrets/seal.ts'

const stored = (executor: Executor) => executor.selectFrom('server_keys').select(['kid', 'sealed_private_jwk'])

/** Seals the private keys of sign-ups under the newest key. @returns how many were under an earlier one */
export async function resealSignupKeys(tx: Executor, keys: Keys): Promise<number> {
  let count = 0
  for (const { kid, sealed_private_jwk: sealed } of await stored(tx).forUpdate().execute()) {
    const again = reseal(keys, sealed)
    if (again === undefined) continue
    await tx.updateTable('server_keys').set({ sealed_private_jwk: again }).where('kid', '=', kid).execute()
    count += 1
  }
  return count
}

/** How many private keys of sign-ups open with this key alone. */
export async function signupKeysUnder(executor: Executor, key: Buffer): Promise<number> {
  const rows = await stored(executor).execute()
  return rows.filter(({ sealed_private_jwk: sealed }) => opens([key], sealed)).length
}

/** Device signals recorded within a period. */
export async function signalsWithin(executor: Executor, from: Date | null, until: Date): Promise<number> {
  const { count } = await executor
    .selectFrom('signup_devices')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('seen_at', '>=', from ?? new Date(0))
    .where('seen_at', '<=', until)
    .executeTakeFirstOrThrow()
  return Number(count)
}
