import type { Executor } from '#platform/database/database.ts'

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
