import type { QueryClient } from '@tanstack/react-query'
import { type Counts, countsKey } from '../../app/session/session.tsx'

const isLiked = (value: unknown, memberId: string): value is { readonly liked: true } =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  value.id === memberId &&
  'liked' in value &&
  value.liked === true

const without = (value: unknown, memberId: string): unknown =>
  isLiked(value, memberId) ? { ...value, liked: false } : value

/**
 * Shows a like as not given in whatever was loaded since it was: the counts, the member's page, a page of the list.
 * Loading these again could change the order of a list that the member is looking at.
 */
export const forgetLike = (client: QueryClient, memberId: string): void => {
  client.setQueryData<Counts>(
    countsKey,
    (now) => now && { ...now, likedMemberIds: now.likedMemberIds.filter((id) => id !== memberId) },
  )
  client.setQueriesData<unknown>({}, (data: unknown) => {
    if (typeof data !== 'object' || data === null) return data
    if (!('members' in data) || !Array.isArray(data.members)) return without(data, memberId)
    const members: readonly unknown[] = data.members
    return members.some((member) => isLiked(member, memberId))
      ? { ...data, members: members.map((member) => without(member, memberId)) }
      : data
  })
}
