import type { Locale } from '@incontro/contract'
import type { Tx } from '../../../platform/database.ts'

/** What a grant needs of the member who paid. */
export interface Payer {
  /** `deleted` if they were erased: their payments belong to an anonymised row. */
  readonly state: string
  readonly level: number
  readonly email: string
  readonly locale: Locale
  readonly country: string
}

/** The member of an attempt, under the lock that a grant needs. The caller holds the attempt's lock. */
export async function lockPayer(tx: Tx, memberId: string): Promise<Payer> {
  const row = await tx
    .selectFrom('members')
    .select(['state', 'level', 'email', 'locale', 'country'])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, locale: row.locale as Locale }
}
