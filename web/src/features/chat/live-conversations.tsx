import { Trans } from '@lingui/react/macro'
import { useLocation, useNavigate } from 'react-router'
import { isPurchasePage } from '#app/shell/purchase-page.ts'
import { useSocketEvent } from '#app/session/socket.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { useLiveConversations } from './messages/live-conversations.ts'
import { useSendWaiting } from './outbox/use-outbox.ts'

/**
 * On any page: keeps the opened conversations current, sends the messages that waited for a connection, and announces
 * a new message where no conversation shows it.
 */
export const LiveConversations = () => {
  const toast = useToast()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useSendWaiting()
  useLiveConversations()
  useSocketEvent('chat', ({ message, memberId, memberName }) => {
    const isSeen = pathname === '/chats' || pathname === `/chats/${memberId}`
    if (message.type === 'personal' || isPurchasePage(pathname) || isSeen) return
    toast({
      text: <Trans>{memberName} sent you a message.</Trans>,
      action: { label: <Trans>Open</Trans>, onAction: () => void navigate(`/chats/${memberId}`) },
    })
  })
  return null
}
