import { move, openWallet } from '#modules/credits/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { dayOf } from '#platform/day.ts'
import type { Storage } from '#platform/storage.ts'
import type { SampleMember } from './fixtures.ts'
import { sampleId } from './rng.ts'
import { drawPortrait } from './portraits/portrait.ts'

/** Values added when members are inserted. */
export interface Membership {
  readonly poolId: string
  readonly flow: { readonly id: string; readonly version: string }
}

/** Enough for a sample to answer for a very long time, and few enough for a login to run out. */
const gifts = {
  sample: { messages: 5000, icebreakers: 500, likes: 500 },
  login: { messages: 12, icebreakers: 6, likes: 10 },
} as const

const chunk = 400
const storageKey = (member: SampleMember): string => `samples/${member.photoId}.svg`

/** Whether the pictures exist: checks one of the last. */
export const hasPortraits = async (storage: Storage, members: readonly SampleMember[]): Promise<boolean> => {
  const last = members.at(-1)
  return last !== undefined && (await storage.stat(storageKey(last))) !== undefined
}

/** Draws all pictures into the storage, a few concurrently. */
export async function writePortraits(storage: Storage, members: readonly SampleMember[]): Promise<void> {
  const rest = members.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const member of rest) {
        await storage.put(
          storageKey(member),
          drawPortrait({ seed: String(member.number), gender: member.gender, age: member.age, hair: member.hair }),
        )
      }
    }),
  )
}

/** Inserts members with their reservations and photos. */
export async function writeMembers(
  tx: Tx,
  members: readonly SampleMember[],
  of: (member: SampleMember) => Membership,
  passwordHash: string,
  now: Date,
): Promise<void> {
  for (let start = 0; start < members.length; start += chunk) {
    const some = members.slice(start, start + chunk)
    await tx
      .insertInto('members')
      .values(
        some.map((member) => {
          const { poolId, flow } = of(member)
          return {
            id: member.id,
            brand_id: member.brandId,
            pool_id: poolId,
            clickid: clickidOf(member),
            email: member.email,
            password_hash: member.login ? passwordHash : null,
            screen_name: member.memberName,
            gender: member.gender,
            listed_in_both: member.listedInBoth,
            seeks: member.seeks,
            seeks_both: member.seeksBoth,
            gender_word: member.genderWord,
            hides_gender_word: member.hidesGenderWord,
            // The same date for all, so that age differences stay.
            age_stated: member.age,
            age_stated_on: dayOf(now),
            country: member.country,
            region_id: member.regionId,
            city_id: member.cityId,
            locale: member.locale,
            about: member.about,
            looking_for: member.lookingFor,
            hair_color: member.hair === 'grey' ? null : member.hair,
            height_cm: member.heightCm,
            level: member.level,
            flow_id: flow.id,
            flow_version: flow.version,
            source: 'sample',
            email_confirmed_at: member.createdAt,
            sample: true,
            welcome_gift_shown_at: member.createdAt,
            last_active_at: member.lastActiveAt,
            created_at: member.createdAt,
          }
        }),
      )
      .execute()
    await tx
      .insertInto('member_emails')
      .values(some.map((member) => ({ brand_id: member.brandId, email: member.email, member_id: member.id })))
      .execute()
    await tx
      .insertInto('member_clickids')
      .values(some.map((member) => ({ brand_id: member.brandId, clickid: clickidOf(member), member_id: member.id })))
      .execute()
    await tx
      .insertInto('member_photos')
      .values(
        some.map((member) => ({
          member_id: member.id,
          id: member.photoId,
          storage_key: storageKey(member),
          state: 'approved',
          is_default: true,
          created_at: member.createdAt,
        })),
      )
      .execute()
  }
}

const clickidOf = (member: SampleMember): string => sampleId('clickid', member.id)

/** Inserts wallets with a new member's credits, through the ledger. Level 2 writes and likes free. */
export async function writeWallets(tx: Tx, members: readonly SampleMember[]): Promise<void> {
  for (const member of members) {
    await openWallet(tx, member.id, member.brandId)
    if (member.level === 2) continue
    const gift = member.login ? gifts.login : gifts.sample
    // Paid levels only pay for messages.
    const accounts = member.level === 1 ? (['messages'] as const) : (['messages', 'icebreakers', 'likes'] as const)
    for (const account of accounts) {
      await move(tx, {
        memberId: member.id,
        brandId: member.brandId,
        account,
        house: 'gifts',
        amount: gift[account],
        key: `registration:${account}`,
        at: member.createdAt,
      })
    }
  }
}
