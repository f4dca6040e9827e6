import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { isPurchasePage } from '#app/shell/purchase-page.ts'
import { useSocketEvent } from '#app/session/socket.tsx'
import { useAnnouncement } from '#components/feedback/announcement.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { notificationsKey } from './notifications-query.ts'
import { announceMutual } from './mutual.ts'

/** Reacts on every member page to likes, visits and mutual likes. */
export const LiveActivity = () => {
  const client = useQueryClient()
  const { t } = useLingui()
  const toast = useToast()
  const { region, announce } = useAnnouncement()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const refresh = () => void client.invalidateQueries({ queryKey: notificationsKey })
  // Read in another tab, or a like was undone.
  useSocketEvent('unread', refresh)
  useSocketEvent('mutual', (data) => {
    announceMutual(client, data)
    refresh()
  })
  useSocketEvent('notification', ({ type, memberName, category }) => {
    refresh()
    if (isPurchasePage(pathname) || category === 'risposta_a_like') return
    const text = type === 'like' ? t`${memberName} liked you.` : t`${memberName} visited your profile.`
    if (pathname === '/notifications') return announce(text)
    toast({
      text,
      action: { label: <Trans>View</Trans>, onAction: () => void navigate('/notifications') },
    })
  })
  return region
}
