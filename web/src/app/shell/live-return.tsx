import { Plural, Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useToast } from '#components/feedback/toast.tsx'
import { isPurchasePage } from './purchase-page.ts'
import { type Counts, countsKey, useSession } from '../session/session.tsx'
import { useSocket } from '../session/socket.tsx'

/** After this many milliseconds in the background a page is fetched again (section 9). */
const longMs = 180_000

/**
 * Refreshes a page to which the member returns after more than three minutes, in place, and then announces what
 * arrived meanwhile. Until then, events may have been missed, because browsers suspend hidden pages.
 */
export const LiveReturn = () => {
  const client = useQueryClient()
  const { emit } = useSocket()
  const { clickid } = useSession().session
  const toast = useToast()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const announce = useEffectEvent((before: Counts | undefined) => {
    const now = client.getQueryData<Counts>(countsKey)
    if (!before || !now || isPurchasePage(pathname)) return
    const [messages, likes] = [now.unreadMessages - before.unreadMessages, now.unreadLikes - before.unreadLikes]
    if (messages > 0 && !pathname.startsWith('/chats'))
      toast({
        text: <Plural value={messages} one="A message while you were away." other="# messages while you were away." />,
        action: { label: <Trans>Open</Trans>, onAction: () => void navigate('/chats') },
      })
    else if (likes > 0 && pathname !== '/notifications')
      toast({
        text: <Plural value={likes} one="A like while you were away." other="# likes while you were away." />,
        action: { label: <Trans>View</Trans>, onAction: () => void navigate('/notifications') },
      })
  })
  const refresh = useEffectEvent((before: Counts | undefined) => {
    void emit('brain', { trackerId: clickid, requestOrigin: 'online' })
    void client.invalidateQueries().then(() => announce(before))
  })
  useEffect(() => {
    let left: { readonly at: number; readonly counts: Counts | undefined } | undefined
    const onChange = () => {
      if (document.hidden) {
        left = { at: Date.now(), counts: client.getQueryData<Counts>(countsKey) }
      } else if (left && Date.now() - left.at > longMs) {
        refresh(left.counts)
        left = undefined
      }
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [client])
  return null
}
