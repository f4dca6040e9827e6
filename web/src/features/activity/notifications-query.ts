import type { NotificationItem } from '@incontro/contract/domain'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, apiOver, type Sender } from '#app/api/api.ts'

export const notificationsKey = ['notifications'] as const

const fetchNotifications = async (
  clickid: string,
  last: NotificationItem | undefined,
  send: typeof api,
  signal?: AbortSignal,
): Promise<readonly NotificationItem[]> => {
  const call = {
    params: { trackerId: clickid },
    query: last ? { before: last.notificationId, beforeAt: last.time } : {},
  }
  return (await send('GET /api/get/notifications/:trackerId', { ...call, ...(signal && { signal }) })).messages
}

/** The first page for a document: null if this fails, and the browser asks again. */
export const renderedNotifications = (clickid: string, send: Sender): Promise<readonly NotificationItem[] | null> =>
  fetchNotifications(clickid, undefined, apiOver(send)).catch(() => null)

/** Likes and visits, newest first; each page starts after the last item of the one before. */
export const notificationsQuery = (clickid: string) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey, clickid],
    initialPageParam: undefined as NotificationItem | undefined,
    queryFn: ({ pageParam, signal }) => fetchNotifications(clickid, pageParam, api, signal),
    getNextPageParam: (last) => (last.length < 100 ? undefined : last[last.length - 1]),
  })
