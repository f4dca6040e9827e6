import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyDialog, useIdlePreload } from '../../components/dialogs/lazy-dialog.ts'
import { useLocation, useNavigate } from 'react-router'
import { isPurchasePage } from '../../app/shell/purchase-page.ts'
import { useSocketEvent } from '../../app/session/socket.tsx'
import { useAnnouncement } from '../../components/feedback/announcement.tsx'
import { useToast } from '../../components/feedback/toast.tsx'
import { notificationsKey } from './notifications-query.ts'
import { closeMutual, announceMutual, useMutual } from './mutual.ts'

const MutualDialog = lazyDialog(() => import('./mutual-dialog.tsx'))

/** Reacts on every member page to likes, visits and mutual likes. */
export const LiveActivity = () => {
  useIdlePreload(MutualDialog)
  const client = useQueryClient()
  const { t } = useLingui()
  const toast = useToast()
  const { region, announce } = useAnnouncement()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const mutual = useMutual()
  useSocketEvent('mutual', (data) => {
    announceMutual(client, data)
    void client.invalidateQueries({ queryKey: notificationsKey })
  })
  useSocketEvent('notification', ({ type, memberName, category }) => {
    void client.invalidateQueries({ queryKey: notificationsKey })
    if (isPurchasePage(pathname) || category === 'risposta_a_like') return
    if (pathname === '/notifications')
      return announce(
        type === 'like' ? t`${memberName} ti ha messo mi piace.` : t`${memberName} ha visitato il tuo profilo.`,
      )
    toast({
      text:
        type === 'like' ? (
          <Trans>{memberName} ti ha messo mi piace.</Trans>
        ) : (
          <Trans>{memberName} ha visitato il tuo profilo.</Trans>
        ),
      action: { label: <Trans>Vedi</Trans>, onAction: () => void navigate('/notifications') },
    })
  })
  return (
    <>
      {region}
      <Suspense fallback={null}>
        {mutual && <MutualDialog mutual={mutual} onClose={() => closeMutual(client)} />}
      </Suspense>
    </>
  )
}
