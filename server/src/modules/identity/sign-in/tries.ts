import type { Executor } from '#platform/database/database.ts'

/** The counters of one password sign-in, cleared by its success. */
export interface Tries {
  readonly buckets: readonly string[]
  /** Null if the attempt does not count as a guess: a known browser. */
  readonly address: Buffer | null
}

export async function clearTries(executor: Executor, { buckets, address }: Tries): Promise<void> {
  await executor
    .with('guesses', (cte) => cte.deleteFrom('password_guesses').where('address_hash', '=', address))
    .deleteFrom('limit_counters')
    .where('bucket', 'in', buckets)
    .execute()
}
