import { queryOptions } from '@tanstack/react-query'
import { api, type ReplyOf } from '#app/api/api.ts'

export type Account = ReplyOf<'GET /api/users/account'>

/**
 * The account's address and how the member can reauthenticate. Always fetched, because a session's freshness changes
 * with time.
 */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  staleTime: 0,
  queryFn: ({ signal }) => api('GET /api/users/account', { signal }),
})
