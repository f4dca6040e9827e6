import { queryOptions } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'

export const savedKey = ['searches'] as const

/** The member's saved searches, each with the number of new members that it would show. */
export const savedQuery = queryOptions({
  queryKey: savedKey,
  staleTime: 60_000,
  queryFn: ({ signal }) => api('GET /dispenser/searches', { signal }),
})
