import type { WireGender } from '@incontro/contract'
import type { Brands } from '#modules/brands/index.ts'
import { placeNamed, type PlaceNames } from '#modules/geo/index.ts'
import type { Listing } from '#platform/caller.ts'
import type { Tx } from '#platform/database/database.ts'
import { dayOf } from '#platform/day.ts'
import { notFound } from '#platform/http/problem.ts'
import { knownAge } from './counted-changes.ts'
import { refreshFindable } from './findable.ts'
import { listingAfter, listingOf } from './genders.ts'
import { chosenName } from './names.ts'

/*
 * What support corrects for a member: by the rules for their own changes, without counting against the number that they
 * may make themselves.
 */

/** @returns the name before; undefined when it is the same. @throws Failure 400 as `chosenName`, with `field` as `name` */
export async function correctName(
  tx: Tx,
  { brands }: { readonly brands: Pick<Brands, 'byKey'> },
  { brandId, memberId, name }: { readonly brandId: string; readonly memberId: string; readonly name: string },
): Promise<{ readonly before: string | null; readonly after: string } | undefined> {
  const brand = brands.byKey(brandId)
  if (!brand) throw notFound()
  const after = chosenName(name, brand, 'name')
  const { screen_name: before } = await tx
    .selectFrom('members')
    .select('screen_name')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (before === after) return undefined
  await tx.updateTable('members').set({ screen_name: after }).where('id', '=', memberId).execute()
  await refreshFindable(tx, memberId)
  return { before, after }
}

/** @returns the age before and after; undefined when it is the same */
export async function restateAge(
  tx: Tx,
  { memberId, age: after, at }: { readonly memberId: string; readonly age: number; readonly at: Date },
): Promise<{ readonly before: number; readonly after: number } | undefined> {
  const { known: before } = await tx
    .selectFrom('members')
    .select(knownAge.as('known'))
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (before === after) return undefined
  await tx
    .updateTable('members')
    .set({ age_stated: after, age_stated_on: dayOf(at) })
    .where('id', '=', memberId)
    .execute()
  await refreshFindable(tx, memberId)
  return { before, after }
}

/** @returns where the member was listed before and is now; undefined when it is the same */
export async function correctListing(
  tx: Tx,
  { memberId, listedAll }: { readonly memberId: string; readonly listedAll: readonly WireGender[] },
): Promise<{ readonly before: Listing; readonly after: Listing } | undefined> {
  const row = await tx
    .selectFrom('members')
    .select(['gender', 'listed_in_both', 'seeks', 'seeks_both'])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const before = listingOf(row)
  const after = listingAfter({ listedAll }, before)
  if (after.gender === before.gender && after.listedInBoth === before.listedInBoth) return undefined
  await tx
    .updateTable('members')
    .set({ gender: after.gender, listed_in_both: after.listedInBoth })
    .where('id', '=', memberId)
    .execute()
  await refreshFindable(tx, memberId)
  return { before, after }
}

interface Home {
  readonly regionId: number | null
  readonly cityId: number | null
}

/** @returns the home before and after; undefined when it is the same. @throws Failure 400 as `placeNamed` */
export async function correctHome(
  tx: Tx,
  { geo }: { readonly geo: PlaceNames },
  { memberId, ...place }: { readonly memberId: string; readonly region: string; readonly city?: string | undefined },
): Promise<{ readonly before: Home; readonly after: Home } | undefined> {
  const member = await tx
    .selectFrom('members')
    .select(['country', 'region_id', 'city_id'])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const before: Home = { regionId: member.region_id, cityId: member.city_id }
  const after = placeNamed(geo, member.country, place, before.cityId)
  if (after.regionId === before.regionId && after.cityId === before.cityId) return undefined
  await tx
    .updateTable('members')
    .set({ region_id: after.regionId, city_id: after.cityId })
    .where('id', '=', memberId)
    .execute()
  await refreshFindable(tx, memberId)
  return { before, after }
}
