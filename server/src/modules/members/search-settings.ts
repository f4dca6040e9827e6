import { ages, type IntentId, type SearchFilters, searchFilters } from '@incontro/contract'
import type { Place, SearchSettings } from '../../platform/caller.ts'
import type { Database, Executor } from '../../platform/database.ts'
import type { Flow } from '../flows/index.ts'
import { refreshFindable } from './findable.ts'

/** The search part of a session: columns of `members m`, with `searchJoin`. */
export const searchColumns = `(m.age_stated + extract(year from age(m.age_stated_on)))::int as age, m.height_cm, own.intent, search.filters, search.is_suggested,
  search.region_id as search_region_id, search.city_id as search_city_id`
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
}

export function toSearchSettings(row: SearchRow): SearchSettings {
  return {
    age: row.age,
    height: row.height_cm,
    intent: row.intent,
    filters: readFilters(row.filters),
    isSuggested: row.is_suggested === true,
    place: keptPlace(row),
  }
}

/** Parses stored filters. Filters of a later version, unknown here, have no effect. */
export const readFilters = (stored: unknown): SearchFilters => searchFilters.safeParse(stored ?? {}).data ?? {}

export const keptPlace = (row: Pick<SearchRow, 'search_region_id' | 'search_city_id'>): Place | null =>
  row.search_region_id === null ? null : { regionId: row.search_region_id, cityId: row.search_city_id }

/** The home area is free; elsewhere is for paying members where the flow has the hook (decision 12.1). */
export const mayLookElsewhere = (flow: Pick<Flow, 'hooks'>, level: number): boolean =>
  level > 0 || !flow.hooks.changeRegion

/** Where a member searches now: back at home, once they may no longer search elsewhere. */
export function searchPlace(
  flow: Pick<Flow, 'hooks'>,
  level: number,
  home: { readonly regionId: number | null; readonly cityId: number | null },
  kept: Place | null,
): { readonly regionId: number | null; readonly cityId: number | null } {
  if (kept === null) return home
  return kept.regionId === home.regionId || mayLookElsewhere(flow, level) ? kept : home
}

/** @param place null to follow the member's home */
export async function savePlace(executor: Executor, memberId: string, place: Place | null): Promise<void> {
  const values = { region_id: place?.regionId ?? null, city_id: place?.cityId ?? null }
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
  { filters, place }: { readonly filters: SearchFilters; readonly place: Place | null },
): Promise<void> {
  await lockMember(tx, memberId)
  await writeFilters(tx, memberId, filters, false)
  await savePlace(tx, memberId, place)
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
