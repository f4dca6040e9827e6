import { createHash } from 'node:crypto'
import type { Locale } from '@incontro/contract'
import { maskContacts } from '@incontro/contract/contacts'
import type { I18n } from '@lingui/core'
import { i18nFor } from '#platform/text/i18n.ts'
import type { DueNotice } from '../../rules/channel.ts'

/** A notification as the service worker shows it. Short names, as everything of it is encrypted for each device. */
export interface Payload {
  /** Title, body, page to open, tag: a later one with the same tag replaces it. */
  readonly t: string
  readonly b: string
  readonly u: string
  readonly g: string
  /** Unread messages, for the badge. */
  readonly n: number
  /** Tags of the conversations with unread messages: those of others are read, and close. Left out where there are many. */
  readonly k?: readonly string[]
  /** Without the brand’s icon. */
  readonly d?: true
  readonly l: Locale
  /** What its button says that opens the settings. */
  readonly s: string
}

export interface PushFacts {
  readonly event: DueNotice['event']
  readonly title: string
  readonly locale: Locale
  /** The member it is about. */
  readonly otherId: string | null
  readonly otherName: string | null
  readonly unread: number
  /** The members of conversations with unread messages, one more than `mostUnreadNamed` at most. */
  readonly unreadFrom: readonly string[]
  /** Neither brand nor name nor event. */
  readonly discreet: boolean
}

/** Of how many conversations with unread messages a payload says so. */
export const mostUnreadNamed = 20

/** Bytes of a payload: push services take 4096 encrypted ones. */
export const mostPayloadBytes = 2048

interface Words {
  readonly body: (i18n: I18n) => string
  /** With the name as the title, where it may be shown. */
  readonly named?: (i18n: I18n) => string
  readonly page: string
}

const words: Readonly<Record<DueNotice['event'], Words>> = {
  message: {
    body: (i18n) => i18n._('You have a new message'),
    named: (i18n) => i18n._('Wrote to you'),
    page: '/chats',
  },
  firstMessage: {
    body: (i18n) => i18n._('Someone new wrote to you'),
    named: (i18n) => i18n._('Wrote to you for the first time'),
    page: '/chats',
  },
  invite: {
    body: (i18n) => i18n._('You have an invite to read'),
    named: (i18n) => i18n._('Sent you an invite'),
    page: '/chats',
  },
  like: { body: (i18n) => i18n._('Someone likes you'), page: '/notifications' },
  match: { body: (i18n) => i18n._('You have a match'), named: (i18n) => i18n._('You have a match'), page: '/chats' },
  visit: { body: (i18n) => i18n._('You’ve had a visit'), page: '/notifications' },
  decision: { body: (i18n) => i18n._('We’ve decided on a request of yours'), page: '/chats/admin' },
  renewal: { body: (i18n) => i18n._('There’s news about your plan'), page: '/purchases' },
  payment: { body: (i18n) => i18n._('There’s news about one of your payments'), page: '/purchases' },
  security: { body: (i18n) => i18n._('Something changed in your account'), page: '/settings/security' },
  news: { body: (i18n) => i18n._('There’s news'), page: '/' },
  test: { body: (i18n) => i18n._('This is a test'), page: '/activeNotifications' },
}

/** What a device shows: never what was written, and no name if the member does not want one. */
export function payloadOf(facts: PushFacts): Payload {
  const { event, title, locale, otherId, unread, unreadFrom, discreet } = facts
  const i18n = i18nFor(locale)
  const { body, named, page } = words[event]
  const name = named && facts.otherName !== null && !discreet ? shownLine(facts.otherName) : ''
  const about = page === '/chats' && otherId !== null ? `${page}/${otherId}` : page
  const k = unreadFrom.length > mostUnreadNamed ? {} : { k: unreadFrom.map(conversationTag) }
  const settings = i18n._({ id: 'menu: notifications', message: 'Notifications' })
  const rest = { u: about, g: tagOf(facts), n: unread, ...k, l: locale, s: settings }
  if (discreet) return { t: i18n._('New notification'), b: i18n._('Open to read it'), d: true, ...rest }
  return name === '' || !named ? { t: title, b: body(i18n), ...rest } : { t: name, b: named(i18n), ...rest }
}

/** Of a conversation one at a time is shown, and of everything else one of its kind. */
export const tagOf = ({ event, otherId }: Pick<PushFacts, 'event' | 'otherId'>): string =>
  words[event].page === '/chats' && otherId !== null ? conversationTag(otherId) : event

const conversationTag = (otherId: string): string => `c:${otherId}`

/** The header by which a push service replaces what it has not delivered yet (RFC 8030, 5.4). */
export const topicOf = (memberId: string, tag: string): string =>
  createHash('sha256').update(`${memberId} ${tag}`).digest('base64url').slice(0, 32)

/** A name on one line, without what could turn or break it, or lead elsewhere. */
const shownLine = (name: string): string =>
  [...maskContacts(name).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, 40).join('').trim()
