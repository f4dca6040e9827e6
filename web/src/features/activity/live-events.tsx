import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyDialog, useIdlePreload } from '../../components/dialogs/lazy-dialog.ts'
import { useLocation, useNavigate } from 'react-router'
import { useSocketEvent } from '../../app/session/socket.tsx'
import { useToast } from '../../components/feedback/toast.tsx'
import { useLiveThreads } from '../chat/messages/live-threads.ts'
import { notificationsKey } from './notifications-query.ts'
import { closeMutual, tellMutual, useMutual } from './mutual.ts'

const MutualDialog = lazyDialog(() => import('./mutual-dialog.tsx'))

/** Where nothing may lie over a sum or come between a member and an order. */
const buying = /^\/(purchase|vip_plan|ok|ko|paymentCheck)(\/|$)/

/** What happens while a member is on any page: new messages, likes, visits, and two people who like each other. */
export const LiveEvents = () => {
  useIdlePreload(MutualDialog)
  const client = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isBuying = buying.test(pathname)
  const mutual = useMutual()
  useLiveThreads()
  useSocketEvent('mutual', (data) => {
    tellMutual(client, data)
    void client.invalidateQueries({ queryKey: notificationsKey })
  })
  useSocketEvent('notification', ({ type, screenName, categoriaNotifica }) => {
    void client.invalidateQueries({ queryKey: notificationsKey })
    if (pathname === '/notifications' || isBuying || categoriaNotifica === 'risposta_a_like') return
    toast({
      text:
        type === 'like' ? (
          <Trans>{screenName} ti ha messo mi piace.</Trans>
        ) : (
          <Trans>{screenName} ha visitato il tuo profilo.</Trans>
        ),
      action: { label: <Trans>Vedi</Trans>, onAction: () => void navigate('/notifications') },
    })
  })
  useSocketEvent('chat', ({ message, angelId, screenName }) => {
    const isSeen = pathname === '/chats' || pathname === `/chats/${angelId}`
    if (message.type === 'personal' || isBuying || isSeen) return
    toast({
      text: <Trans>{screenName} ti ha scritto.</Trans>,
      action: { label: <Trans>Apri</Trans>, onAction: () => void navigate(`/chats/${angelId}`) },
    })
  })
  return mutual ? (
    <Suspense fallback={null}>
      <MutualDialog mutual={mutual} onClose={() => closeMutual(client)} />
    </Suspense>
  ) : null
}
