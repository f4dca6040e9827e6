import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../app/api/api.ts'

export const savedKey = ['searches'] as const

/** The searches that the member keeps, with how many new members each would show. */
export const savedQuery = queryOptions({
  queryKey: savedKey,
  staleTime: 60_000,
  queryFn: ({ signal }) => api('GET /dispenser/searches', { signal }),
})
