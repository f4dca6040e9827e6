import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Bell, Crown, Layers, type LucideIcon, MessageCircle, Search, UserRound } from 'lucide-react'
import type { Counts } from '../session/session.tsx'

export interface Destination {
  readonly to: string
  readonly label: MessageDescriptor
  readonly icon: LucideIcon
  readonly unread: number
}

/** Where a member can go, in order. In message-invite flows the match deck is the home and the search is left out. */
export const destinations = (
  session: { readonly flow: { readonly messageInvites: 0 | 1 } },
  counts: Counts | undefined,
): readonly Destination[] => {
  const invites = session.flow.messageInvites === 1
  const find = { to: '/find', label: msg`Trova`, icon: Search, unread: 0 }
  const match = { to: '/match', label: msg`Match`, icon: Layers, unread: 0 }
  const people = invites ? [match] : [find, match]
  return [
    ...people,
    { to: '/chats', label: msg`Chat`, icon: MessageCircle, unread: counts?.unreadMessages ?? 0 },
    {
      to: '/notifications',
      label: msg`Notifiche`,
      icon: Bell,
      unread: (counts?.unreadLikes ?? 0) + (counts?.unreadVisits ?? 0),
    },
  ]
}

export const profileDestination: Destination = { to: '/profile', label: msg`Profilo`, icon: UserRound, unread: 0 }
export const vipDestination: Destination = { to: '/vip_plan/cred', label: msg`VIP`, icon: Crown, unread: 0 }
