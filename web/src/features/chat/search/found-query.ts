import type { Session } from '@incontro/contract/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'

/** Shortest search text, in characters. */
export const shortestSearch = 2

/** Messages of a conversation that contain a text, newest first. A paid level makes messages readable, so it is part of the key. */
export const foundQuery = ({ premiumLevel }: Pick<Session, 'premiumLevel'>, memberId: string, text: string) =>
  infiniteQueryOptions({
    queryKey: ['found', memberId, premiumLevel > 0, text],
    enabled: text.length >= shortestSearch,
    // Never cached, because messages may have been edited or withdrawn since.
    gcTime: 0,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      api('POST /api/messages/:angelId/search', {
        params: { memberId },
        body: { text, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ before }) => before ?? undefined,
  })

/** A message with the 25 before it and the 24 after it. */
export const surroundingsQuery = ({ clickid }: Pick<Session, 'clickid'>, memberId: string, seq: number) =>
  queryOptions({
    queryKey: ['surroundings', memberId, seq],
    gcTime: 0,
    queryFn: ({ signal }) =>
      api('GET /api/get/messages/:trackerId/:partnerId', {
        params: { trackerId: clickid, otherMemberId: memberId },
        query: { before: seq + 25 },
        signal,
      }),
  })
