import { ages, type IntentId, type SearchFilters, searchFilters } from '@incontro/contract'
import type { SearchPlace, SearchSettings } from '#platform/caller.ts'
import type { Database, Executor } from '#platform/database/database.ts'
import type { Flow } from '#modules/flows/index.ts'
import { refreshFindable } from './findable.ts'

/** The search part of a session: columns of `members m`, with `searchJoin`. */
export const searchColumns = `(m.age_stated + extract(year from age(m.age_stated_on)))::int as age, m.height_cm, own.intent, search.filters, search.is_suggested,
  search.region_id as search_region_id, search.city_id as search_city_id, search.whole_country, search.left_region_id`
export const searchJoin = `left join search_settings search on search.member_id = m.id
  left join profile_choices own on own.member_id = m.id`

export interface SearchRow {
  readonly age: number
  readonly height_cm: number | null
  readonly intent: IntentId | null
  readonly filters: unknown
  readonly is_suggested: boolean | null
  readonly search_region_id: number | null
  readonly search_city_id: number | null
  /** Null without a row. */
  readonly whole_country: boolean | null
  readonly left_region_id: number | null
}

export function toSearchSettings(row: SearchRow): SearchSettings {
  return {
    age: row.age,
    height: row.height_cm,
    intent: row.intent,
    filters: readFilters(row.filters),
    isSuggested: row.is_suggested === true,
    place: keptPlace(row),
    leftRegionId: row.left_region_id,
  }
}

/** Parses stored filters. Filters of a later version, unknown here, have no effect. */
export const readFilters = (stored: unknown): SearchFilters => searchFilters.safeParse(stored ?? {}).data ?? {}

export const keptPlace = (
  row: Pick<SearchRow, 'search_region_id' | 'search_city_id' | 'whole_country'>,
): SearchPlace | null =>
  row.search_region_id === null && row.whole_country !== true
    ? null
    : { regionId: row.search_region_id, cityId: row.search_city_id }

/** The home area is free; elsewhere is for paying members where the flow has the hook (rule 12.1). */
export const mayLookElsewhere = (flow: Pick<Flow, 'hooks'>, level: number): boolean =>
  level > 0 || !flow.hooks.changeRegion

/** Where a member searches now: back at home, once they may no longer search elsewhere. */
export function searchPlace(
  flow: Pick<Flow, 'hooks'>,
  level: number,
  home: SearchPlace,
  { place, leftRegionId }: Pick<SearchSettings, 'place' | 'leftRegionId'>,
): SearchPlace {
  if (place === null) return home
  // Those who left a region with few people keep the place they chose, until they choose another or move.
  const hasLeft = leftRegionId !== null && leftRegionId === home.regionId
  return place.regionId === home.regionId || hasLeft || mayLookElsewhere(flow, level) ? place : home
}

/** @param place null to follow the member's home */
export async function savePlace(
  executor: Executor,
  memberId: string,
  place: SearchPlace | null,
  leftRegionId: number | null,
): Promise<void> {
  const values = {
    region_id: place?.regionId ?? null,
    city_id: place?.cityId ?? null,
    whole_country: place !== null && place.regionId === null,
    left_region_id: leftRegionId,
  }
  await executor
    .insertInto('search_settings')
    .values({ member_id: memberId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
}

/** Saves a member's filters, which also restrict by whom they are seen. */
export const saveFilters = (db: Database, memberId: string, filters: SearchFilters): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockMember(tx, memberId)
    await writeFilters(tx, memberId, filters, false)
    await refreshFindable(tx, memberId)
  })

/** The same with the place, for a saved search; in the transaction that opens it. */
export async function saveSearch(
  tx: Executor,
  memberId: string,
  {
    filters,
    place,
    leftRegionId,
  }: {
    readonly filters: SearchFilters
    readonly place: SearchPlace | null
    readonly leftRegionId: number | null
  },
): Promise<void> {
  await lockMember(tx, memberId)
  await writeFilters(tx, memberId, filters, false)
  await savePlace(tx, memberId, place, leftRegionId)
  await refreshFindable(tx, memberId)
}

const suggestedYears = 8

/** New members start with filters for about their age, which they see and can change. Years. */
export const suggestAge = (tx: Executor, memberId: string, age: number): Promise<void> =>
  writeFilters(
    tx,
    memberId,
    { age: { from: Math.max(ages.least, age - suggestedYears), to: Math.min(ages.most, age + suggestedYears) } },
    true,
  )

async function writeFilters(
  tx: Executor,
  memberId: string,
  filters: SearchFilters,
  isSuggested: boolean,
): Promise<void> {
  const values = { filters: JSON.stringify(filters), is_suggested: isSuggested }
  await tx
    .insertInto('search_settings')
    .values({ member_id: memberId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
}

/** Taken by every change of a member, so that concurrent ones are serialised. */
export async function lockMember(tx: Executor, memberId: string): Promise<void> {
  await tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
}
