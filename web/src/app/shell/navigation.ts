import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  Bell,
  CreditCard,
  Crown,
  Layers,
  type LucideIcon,
  MessageCircle,
  Search,
  SlidersHorizontal,
  UserRound,
} from 'lucide-react'
import type { Counts } from '../session/session.tsx'
import { type Goer, peoplePlaces } from './people-places.ts'

export interface Destination {
  readonly to: string
  readonly label: MessageDescriptor
  readonly icon: LucideIcon
  readonly unread: number
}

/** The destinations of a member, in order. */
export const destinations = (session: Goer, counts: Counts | undefined): readonly Destination[] => {
  const find = { to: '/find', label: msg`Find`, icon: Search, unread: 0 }
  const match = { to: '/match', label: msg`Match`, icon: Layers, unread: 0 }
  const people = peoplePlaces(session).map((place) => (place === '/find' ? find : match))
  return [
    ...people,
    { to: '/chats', label: msg`Messages`, icon: MessageCircle, unread: counts?.unreadMessages ?? 0 },
    {
      to: '/notifications',
      label: msg`Notifications`,
      icon: Bell,
      unread: (counts?.unreadLikes ?? 0) + (counts?.unreadVisits ?? 0),
    },
  ]
}

export const profileDestination: Destination = { to: '/profile', label: msg`Profile`, icon: UserRound, unread: 0 }
export const settingsDestination: Destination = {
  to: '/settings',
  label: msg`Settings`,
  icon: SlidersHorizontal,
  unread: 0,
}
export const purchasesDestination: Destination = {
  to: '/purchases',
  label: msg`Plan and purchases`,
  icon: CreditCard,
  unread: 0,
}
/** Destinations that work for every member: used offline, when the member is unknown. */
export const offlineDestinations: readonly Destination[] = [
  { to: '/find', label: msg`Find`, icon: Search, unread: 0 },
  { to: '/chats', label: msg`Messages`, icon: MessageCircle, unread: 0 },
  { to: '/notifications', label: msg`Notifications`, icon: Bell, unread: 0 },
  profileDestination,
]
export const vipDestination: Destination = { to: '/vip_plan/cred', label: msg`VIP`, icon: Crown, unread: 0 }
