import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'

export const notificationsKey = ['notifications'] as const

/** Likes and visits, newest first; each page starts after the last item of the one before. */
export const notificationsQuery = (clickid: string) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey, clickid],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('GET /api/get/notifications/:trackerId', {
          params: { trackerId: clickid },
          query: pageParam === undefined ? {} : { before: pageParam },
          signal,
        })
      ).messages,
    getNextPageParam: (last) => (last.length < 100 ? undefined : last[last.length - 1]?.notificationId),
  })
