import { type FilterId, filterIds, type SearchFilters } from '@incontro/contract'
import { type Counts, sumOf } from './counts.ts'
import type { Area } from './queries.ts'

/**
 * Below this number only "fewer" is shown, so that a small place reveals nothing about its members (section 2 of the
 * decisions).
 */
const smallest = 50

/** The count as members may know it. */
export const found = (count: number): { total: number | null; fewerThan: number | null } =>
  count < smallest ? { total: null, fewerThan: smallest } : { total: count, fewerThan: null }

export interface Loosening {
  readonly loosen?: { filter: FilterId | 'all'; total: number | null; fewerThan: number | null }
}

/**
 * Finds the filter that excludes most members, when the filters find no one. Nothing if there are no members without
 * them either.
 */
export async function loosening(
  { counts }: { readonly counts: Pick<Counts, 'of'> },
  area: Area,
  mode: 'find' | 'match',
): Promise<Loosening> {
  const countWith = async (filters: SearchFilters): Promise<number> =>
    sumOf(await counts.of({ ...area, filters }, mode))
  const all = await countWith({})
  if (all === 0) return {}
  let most: { filter: FilterId | 'all'; count: number } = { filter: 'all', count: 0 }
  // Sequentially, so that one member trying filters uses one connection.
  for (const filter of filterIds.filter((id) => area.filters[id] !== undefined)) {
    const { [filter]: _, ...others } = area.filters
    const count = Object.keys(others).length === 0 ? all : await countWith(others)
    if (count > most.count) most = { filter, count }
  }
  return { loosen: { filter: most.filter, ...found(most.filter === 'all' ? all : most.count) } }
}
