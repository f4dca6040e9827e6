import type { FilterId, SearchFilters } from '@incontro/contract'

export const withoutFilter = (filters: SearchFilters, id: FilterId): SearchFilters => {
  const { [id]: _, ...others } = filters
  return others
}
