import { ages, type Gender, type Locale } from '@incontro/contract'
import type pg from 'pg'
import type { Principal } from '#platform/caller.ts'
import { lastActiveOf } from '#modules/members/index.ts'

/** The same services that requests use: sample members get no shortcuts. */
export interface DemoActions {
  sendMessage(
    member: Principal,
    message: { readonly recipientId: string; readonly body: string; readonly clientMessageId: string },
  ): Promise<unknown>
  like(member: Principal, memberId: string): Promise<unknown>
  visit(member: Principal, memberId: string): Promise<unknown>
  typing(member: Principal, memberId: string): Promise<unknown>
  markRead(member: Principal, memberId: string, seq: number): Promise<unknown>
}

/** One of the two members of an event, as far as the script needs them. */
export interface Person {
  readonly principal: Principal
  readonly lastActiveAt: Date
}

interface Row {
  id: string
  brand_id: string
  pool_id: string
  clickid: string
  level: 0 | 1 | 2
  gender: Gender
  listed_in_both: boolean
  seeks: Gender
  seeks_both: boolean
  country: string
  region_id: number | null
  locale: Locale
  flow_id: string
  confirmed: boolean
  sample: boolean
  last_active_at: Date
}

/** Both members of an event, or undefined when one no longer exists. Called for every message of the demo. */
export async function personsOf(
  pool: pg.Pool,
  one: string,
  other: string,
): Promise<readonly [Person, Person] | undefined> {
  const { rows } = await pool.query<Row>({
    name: 'demo persons',
    text: `select id, brand_id, pool_id, clickid, level, gender, listed_in_both, seeks, seeks_both, country, region_id, locale, flow_id, email_confirmed_at is not null as confirmed,
        sample is not null as sample, ${lastActiveOf('members')} as last_active_at
      from members where id in ($1, $2) and state = 'active'`,
    values: [one, other],
  })
  const [first, second] = [one, other].map((id) => rows.find((row) => row.id === id))
  return first && second ? [toPerson(first), toPerson(second)] : undefined
}

const toPerson = (row: Row): Person => ({
  lastActiveAt: row.last_active_at,
  principal: {
    memberId: row.id,
    sessionId: 'sample',
    brandId: row.brand_id,
    poolId: row.pool_id,
    clickid: row.clickid,
    level: row.level,
    gender: row.gender,
    listedInBoth: row.listed_in_both,
    seeks: row.seeks,
    seeksBoth: row.seeks_both,
    country: row.country,
    regionId: row.region_id,
    cityId: null,
    locale: row.locale,
    flowId: row.flow_id,
    emailConfirmed: row.confirmed,
    mayReachOthers: true,
    sample: row.sample,
    search: {
      age: ages.least,
      height: null,
      intent: null,
      filters: {},
      isSuggested: false,
      place: null,
      leftRegionId: null,
    },
  },
})
