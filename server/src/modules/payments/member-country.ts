import { timeZoneOf } from '@incontro/contract'
import type { Executor } from '#platform/database/database.ts'

/** The country of a member's account, by whose calendar and laws their terms are counted, wherever they are. */
export async function countryOf(executor: Executor, memberId: string): Promise<string> {
  const { country } = await executor
    .selectFrom('members')
    .select('country')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return country
}

export const memberTimeZone = async (executor: Executor, memberId: string): Promise<string> =>
  timeZoneOf(await countryOf(executor, memberId))
