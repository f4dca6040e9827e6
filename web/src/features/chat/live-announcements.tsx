import type { EventOf } from '@incontro/contract/domain'
import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { useSocketEvent } from '#app/session/socket.tsx'
import { useAnnouncement } from '#components/feedback/announcement.tsx'
import { isSystem } from './messages/system.ts'

/** Announces new messages to screen readers on the pages that show them, where no toast does. */
export const LiveAnnouncements = () => {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const { region, announce } = useAnnouncement()
  const wordsOf = ({ memberId, memberName, message }: EventOf<'chat'>): string => {
    // Messages of the service are long, and contain marks.
    if (isSystem(memberId)) return t`${memberName} sent you a message.`
    if (message.blurredMessage !== null) return `${memberName}: ${t`Hidden message`}`
    if (message.media) return `${memberName}: ${message.media.kind === 'photo' ? t`Photo` : t`Voice message`}`
    return `${memberName}: ${message.msg}`
  }
  useSocketEvent('chat', (event) => {
    const { message, memberId, memberName } = event
    if (message.type === 'personal') return
    if (pathname === `/chats/${memberId}`) announce(wordsOf(event))
    else if (pathname === '/chats') announce(t`${memberName} sent you a message.`)
  })
  return region
}
