import { type FilterId, filterIds, type SearchFilters } from '@incontro/contract'
import { type Count, type Counts, mostCounted } from './counts.ts'
import type { Area } from './queries.ts'

/**
 * Below this number only "fewer" is shown, so that a small place reveals nothing about its members (rule 2.5).
 */
const smallest = 50

interface Found {
  readonly total: number | null
  readonly fewerThan: number | null
  readonly moreThan: number | null
}

/** The count as members may know it: exactly one of the three. */
export const found = (count: number, hasMore: boolean): Found => ({
  total: count >= smallest && !hasMore ? count : null,
  fewerThan: count < smallest ? smallest : null,
  moreThan: hasMore ? mostCounted : null,
})

export interface Loosening {
  readonly loosen?: Found & { readonly filter: FilterId | 'all' }
}

/**
 * Finds the filter that excludes most members, when the filters find no one. Nothing if there are no members without
 * them either.
 */
export async function relaxFilters(
  { counts }: { readonly counts: Pick<Counts, 'of'> },
  area: Area,
  mode: 'find' | 'match',
): Promise<Loosening> {
  const countWith = (filters: SearchFilters): Promise<Count> => counts.of({ ...area, filters }, mode)
  const all = await countWith({})
  if (all.total === 0) return {}
  let most: { filter: FilterId | 'all'; count: Count } = { filter: 'all', count: { ...all, total: 0 } }
  // Sequentially, so that one member trying filters uses one connection.
  for (const filter of filterIds.filter((id) => area.filters[id] !== undefined)) {
    const { [filter]: _, ...others } = area.filters
    const count = Object.keys(others).length === 0 ? all : await countWith(others)
    if (count.total > most.count.total) most = { filter, count }
  }
  const { total, hasMore } = most.filter === 'all' ? all : most.count
  return { loosen: { filter: most.filter, ...found(total, hasMore) } }
}
