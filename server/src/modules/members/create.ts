import type { Gender, GenderWord, Locale } from '@incontro/contract'
import { openWallet, move } from '#modules/credits/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { dayOf } from '#platform/day.ts'
import { newTrackerId } from '#platform/ids.ts'

/** No brand reminds a member earlier of having been away for long. */
const notAwayForMs = 300 * 86_400_000

export interface NewMember {
  readonly id: string
  readonly brandId: string
  readonly poolId: string
  /** The visit's tracker id; replaced by a new one if a member of the brand has it already. */
  readonly clickid: string | undefined
  readonly email: string
  readonly passwordHash: string | null
  /** Null until the member is asked. */
  readonly memberName: string | null
  readonly gender: Gender
  readonly listedInBoth?: boolean
  readonly seeks: Gender
  readonly seeksBoth?: boolean
  /** The word that they chose for their gender; null for woman or man. */
  readonly genderWord?: GenderWord | null
  readonly hidesGenderWord?: boolean
  readonly age: number
  readonly country: string
  readonly regionId: number | null
  readonly cityId: number | null
  readonly locale: Locale
  readonly flow: { readonly id: string; readonly version: string; readonly doubleOptIn: boolean }
  readonly source: string
  readonly campid: string | null
  /** Credits given at registration, by the flow; null for nothing, and no gift of welcome later. */
  readonly gift: { readonly messages: number; readonly icebreakers: number; readonly likes: number } | null
  readonly at: Date
}

/**
 * Inserts a member with reservations and wallet, in the caller's transaction.
 * @returns the tracker id, or null when the email is taken in this brand
 */
export async function createMember(tx: Executor, member: NewMember): Promise<string | null> {
  const wished = member.clickid ?? newTrackerId()
  await tx
    .insertInto('members')
    .values({
      id: member.id,
      brand_id: member.brandId,
      pool_id: member.poolId,
      clickid: wished,
      email: member.email,
      password_hash: member.passwordHash,
      screen_name: member.memberName,
      gender: member.gender,
      listed_in_both: member.listedInBoth ?? false,
      seeks: member.seeks,
      seeks_both: member.seeksBoth ?? false,
      gender_word: member.genderWord ?? null,
      hides_gender_word: member.hidesGenderWord ?? false,
      age_stated: member.age,
      age_stated_on: dayOf(member.at),
      country: member.country,
      region_id: member.regionId,
      city_id: member.cityId,
      locale: member.locale,
      flow_id: member.flow.id,
      flow_version: member.flow.version,
      needs_confirmation: member.flow.doubleOptIn,
      source: member.source,
      campid: member.campid,
      last_active_at: member.at,
      created_at: member.at,
      ...(member.gift ? {} : { welcome_gift_shown_at: member.at }),
      absence_check_at: new Date(member.at.getTime() + notAwayForMs),
    })
    .execute()
  const reserved = await tx
    .insertInto('member_emails')
    .values({ brand_id: member.brandId, email: member.email, member_id: member.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (reserved.numInsertedOrUpdatedRows !== 1n || (await isHeld(tx, member))) return null
  const clickid = await reserveTrackerId(tx, member, wished)
  await openWallet(tx, member.id, member.brandId)
  for (const account of ['messages', 'icebreakers', 'likes'] as const) {
    await move(tx, {
      memberId: member.id,
      brandId: member.brandId,
      account,
      house: 'gifts',
      amount: member.gift?.[account] ?? 0,
      key: `registration:${account}`,
      at: member.at,
    })
  }
  return clickid
}

/** A changed address stays reserved while the change can be undone. */
async function isHeld(tx: Executor, { brandId, email, at }: NewMember): Promise<boolean> {
  const row = await tx
    .selectFrom('former_emails')
    .select('member_id')
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .where('kept_until', '>', at)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Reserves the wanted tracker id, or a new one if a member of the brand has it: by inserting, so that of two concurrent
 * requests one gets it.
 */
async function reserveTrackerId(tx: Executor, member: NewMember, wished: string): Promise<string> {
  const reserved = await tx
    .insertInto('member_clickids')
    .values({ brand_id: member.brandId, clickid: wished, member_id: member.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (reserved.numInsertedOrUpdatedRows === 1n) return wished
  const clickid = newTrackerId()
  await tx.insertInto('member_clickids').values({ brand_id: member.brandId, clickid, member_id: member.id }).execute()
  await tx.updateTable('members').set({ clickid }).where('id', '=', member.id).execute()
  return clickid
}
