import type { QueryClient } from '@tanstack/react-query'
import { type Counts, countsKey } from '#app/session/session.tsx'

/** What was loaded: a member, or a page of the list with its members. Other data has neither. */
type Loaded = { readonly id?: unknown; readonly liked?: unknown; readonly members?: unknown } | null | undefined

/**
 * Shows a like as not given in whatever was loaded since it was: the counts, the member's page, a page of the list.
 * Loading these again could change the order of a list that the member is looking at.
 */
export const forgetLike = (client: QueryClient, memberId: string): void => {
  const isLiked = (one: unknown): boolean => (one as Loaded)?.id === memberId && (one as Loaded)?.liked === true
  const without = (one: unknown): unknown => (isLiked(one) ? { ...(one as object), liked: false } : one)
  client.setQueryData<Counts>(
    countsKey,
    (now) => now && { ...now, likedMemberIds: now.likedMemberIds.filter((id) => id !== memberId) },
  )
  client.setQueriesData({}, (data: unknown) => {
    const members = (data as Loaded)?.members
    return Array.isArray(members) && members.some(isLiked)
      ? { ...(data as object), members: members.map(without) }
      : without(data)
  })
}
