import type { Locale } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'

/** What a grant needs of the member who paid. */
export interface Payer {
  /** `deleted` if they were erased: their payments belong to an anonymised row. */
  readonly state: string
  readonly level: number
  readonly email: string
  readonly locale: Locale
  readonly country: string
  /** Names of the gazetteer, for taxes. */
  readonly region: string | null
  readonly province: string | null
  readonly city: string | null
}

/** The member of an attempt, under the lock that a grant needs. The caller holds the attempt's lock. */
export async function lockPayer(tx: Tx, memberId: string): Promise<Payer> {
  const row = await tx
    .selectFrom('members as m')
    .leftJoin('geo_regions as r', 'r.id', 'm.region_id')
    .leftJoin('geo_cities as c', 'c.id', 'm.city_id')
    .select(['m.state', 'm.level', 'm.email', 'm.locale', 'm.country'])
    .select(['r.name as region', 'c.province', 'c.name as city'])
    .where('m.id', '=', memberId)
    .forNoKeyUpdate('m')
    .executeTakeFirstOrThrow()
  return { ...row, locale: row.locale as Locale }
}
