import { expect, it } from 'vitest'
import { recordRequests, rows } from '#app/api/testing/recorded-requests.ts'
import { notificationsQuery } from './notifications-query.ts'

const requests = recordRequests()

it('notifications: pages of a hundred, each after the last time and id of the one before', async () => {
  const notifications = (count: number) => ({
    messages: rows(count, (n) => ({ notificationId: `n${n}`, time: `t${n}` })),
  })
  const query = notificationsQuery('visit-1')
  expect(query.queryKey).toEqual(['notifications', 'visit-1'])
  expect(await requests.pagesOf(query, notifications(100), notifications(99))).toBe(2)
  expect(requests.sent).toEqual([
    ['GET /api/get/notifications/visit-1'],
    ['GET /api/get/notifications/visit-1?before=n100&beforeAt=t100'],
  ])
})
