import type { NotificationItem } from '@incontro/contract/domain'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { componentTests, renderMemberPage } from '#app/testing/member-page.tsx'
import Notifications from './notifications.tsx'

componentTests()

const item = (type: 'like' | 'visita', memberName: string, isRead: boolean) =>
  ({
    notificationId: memberName,
    memberId: memberName,
    memberName,
    age: 30,
    type,
    isRead,
    time: new Date().toISOString(),
  }) as NotificationItem

it('keeps what its document shows where it cannot be fetched again, and opens where something is new', async () => {
  const items = [item('like', 'Ada', true), item('visita', 'Bea', false)]
  const { sent } = renderMemberPage(<Notifications />, { loaded: { items, verification: null, texts: null } })
  await screen.findByRole('link', { name: 'Bea, 30' })
  // Refused without a retry, as every request of this test.
  await waitFor(() => expect(sent.map(([what]) => what)).toContain('GET /api/get/notifications/tracker'))
  await waitFor(() => expect(screen.queryByText('We can’t load your notifications')).toBeNull())
  expect(screen.getByRole('link', { name: 'Bea, 30' })).toBeTruthy()
  expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Visits')
})
