import { queryOptions } from '@tanstack/react-query'
import { api, type ReplyOf } from '#app/api/api.ts'

export type OwnFacts = ReplyOf<'GET /api/users/facts/:trackerId'>

export const lifeQuery = (trackerId: string) =>
  queryOptions({
    queryKey: ['own facts', trackerId] as const,
    queryFn: ({ signal }) => api('GET /api/users/facts/:trackerId', { params: { trackerId }, signal }),
  })
