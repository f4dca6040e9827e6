import type { Gender, Locale } from '@incontro/contract'
import { openWallet, move } from '../credits/index.ts'
import type { Executor } from '../../platform/database.ts'
import { newTrackerId } from '../../platform/ids.ts'

export interface NewMember {
  readonly id: string
  readonly brandId: string
  readonly poolId: string
  /** The visit's tracker id; another one is made when a member of the brand has it already. */
  readonly clickid: string | undefined
  readonly email: string
  readonly passwordHash: string
  readonly screenName: string
  readonly gender: Gender
  readonly seeks: Gender
  readonly age: number
  readonly country: string
  readonly regionId: number
  readonly cityId: number | null
  readonly locale: Locale
  readonly flow: { readonly id: string; readonly version: string }
  readonly source: string
  readonly campid: string | null
  /** Credits given at registration, by the flow. */
  readonly gift: { readonly messages: number; readonly icebreakers: number; readonly likes: number }
  readonly at: Date
}

/**
 * Makes a member with their reservations and their wallet. Runs inside the caller's transaction.
 * @returns the tracker id, or null when the email is taken in this brand.
 */
export async function createMember(tx: Executor, member: NewMember): Promise<string | null> {
  const clickid = await freeTrackerId(tx, member)
  await tx.insertInto('members').values({
    id: member.id, brand_id: member.brandId, pool_id: member.poolId, clickid, email: member.email, password_hash: member.passwordHash,
    screen_name: member.screenName, gender: member.gender, seeks: member.seeks, age_stated: member.age, age_stated_on: member.at,
    country: member.country, region_id: member.regionId, city_id: member.cityId, locale: member.locale, flow_id: member.flow.id,
    flow_version: member.flow.version, source: member.source, campid: member.campid, last_active_at: member.at, created_at: member.at,
  }).execute()
  const reserved = await tx.insertInto('member_emails').values({ brand_id: member.brandId, email: member.email, member_id: member.id })
    .onConflict((conflict) => conflict.doNothing()).executeTakeFirst()
  if (reserved.numInsertedOrUpdatedRows !== 1n) return null
  await tx.insertInto('member_clickids').values({ brand_id: member.brandId, clickid, member_id: member.id }).execute()
  await openWallet(tx, member.id, member.brandId)
  for (const account of ['messages', 'icebreakers', 'likes'] as const) {
    await move(tx, { memberId: member.id, brandId: member.brandId, account, house: 'gifts', amount: member.gift[account], key: `registration:${account}`, at: member.at })
  }
  return clickid
}

async function freeTrackerId(tx: Executor, member: NewMember): Promise<string> {
  if (member.clickid === undefined) return newTrackerId()
  const taken = await tx.selectFrom('member_clickids').select('member_id').where('brand_id', '=', member.brandId).where('clickid', '=', member.clickid).executeTakeFirst()
  return taken ? newTrackerId() : member.clickid
}
