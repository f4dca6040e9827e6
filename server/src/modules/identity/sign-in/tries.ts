import type { Executor } from '../../../platform/database.ts'

/** The counters of one sign-in with a password, which its success clears. */
export interface Tries {
  readonly bucket: string
  /** Null where the try did not count as a guess: a browser that opened the account before. */
  readonly address: Buffer | null
}

export async function clearTries(executor: Executor, { bucket, address }: Tries): Promise<void> {
  await executor
    .with('guesses', (cte) => cte.deleteFrom('password_guesses').where('address_hash', '=', address))
    .deleteFrom('limit_counters')
    .where('bucket', '=', bucket)
    .execute()
}
