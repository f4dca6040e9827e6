import {
  type FixedReason,
  type NoticeChannel,
  noticeChannels,
  type NoticeEvent,
  noticeEvents,
} from '@incontro/contract'
import { onlineForMs } from '#modules/members/index.ts'

/** How an event is announced on a channel. */
export interface ChannelRule {
  /** Whether it is, until the member chooses. */
  readonly isOn: boolean
  /** Why the member cannot choose; null if they can. */
  readonly fixed: FixedReason | null
  /** Milliseconds in which what it is about may still be opened. */
  readonly delayMs: number
  /** A member who was active within so many milliseconds sees it in the product. */
  readonly awayMs: number
}

export interface EventRule {
  readonly channels: Readonly<Record<NoticeChannel, ChannelRule | null>>
  /** What the key of a notice names: it is announced once for each. */
  readonly about: 'conversation' | 'notification' | 'mail' | 'nothing'
  /** Whether it waits for the digest, where the member wants one. */
  readonly digest: boolean
}

const minute = 60_000
/** Presence is written once a minute. */
const presentMs = 1.5 * minute

const mail = (isOn: boolean): ChannelRule => ({ isOn, fixed: null, delayMs: 15 * minute, awayMs: onlineForMs })
/** Sent with its cause, in the same transaction, whatever is chosen here. */
const fixedMail = (fixed: FixedReason): ChannelRule => ({ isOn: true, fixed, delayMs: 0, awayMs: 0 })
const immediate = (isOn: boolean): ChannelRule => ({ isOn, fixed: null, delayMs: 0, awayMs: presentMs })

/** Every event and channel: what is sent, unless a member decides otherwise. */
export const noticeRules: Readonly<Record<NoticeEvent, EventRule>> = {
  message: {
    channels: { email: mail(true), push: immediate(true), telegram: immediate(true) },
    about: 'conversation',
    digest: true,
  },
  firstMessage: {
    channels: { email: mail(true), push: immediate(true), telegram: immediate(true) },
    about: 'conversation',
    digest: true,
  },
  invite: {
    channels: { email: mail(true), push: immediate(true), telegram: immediate(true) },
    about: 'conversation',
    digest: true,
  },
  like: {
    channels: { email: mail(false), push: immediate(true), telegram: immediate(true) },
    about: 'notification',
    digest: true,
  },
  match: {
    channels: { email: mail(true), push: immediate(true), telegram: immediate(true) },
    about: 'notification',
    digest: true,
  },
  visit: {
    channels: { email: mail(false), push: immediate(false), telegram: immediate(false) },
    about: 'notification',
    digest: true,
  },
  decision: {
    channels: { email: fixedMail('decision'), push: immediate(true), telegram: immediate(true) },
    about: 'mail',
    digest: false,
  },
  renewal: {
    channels: { email: fixedMail('contract'), push: immediate(true), telegram: immediate(true) },
    about: 'mail',
    digest: false,
  },
  payment: {
    channels: { email: fixedMail('contract'), push: immediate(true), telegram: immediate(true) },
    about: 'mail',
    digest: false,
  },
  security: {
    channels: { email: fixedMail('security'), push: immediate(true), telegram: immediate(true) },
    about: 'mail',
    digest: false,
  },
  // Only with a consent, which has its own record and its own way to leave.
  news: { channels: { email: fixedMail('consent'), push: null, telegram: null }, about: 'nothing', digest: false },
}

export const ruleOf = (event: NoticeEvent, channel: NoticeChannel): ChannelRule | null =>
  noticeRules[event].channels[channel]

/** Those that a member chooses on a channel. */
export const choosable = (channel: NoticeChannel): readonly NoticeEvent[] =>
  noticeEvents.filter((event) => ruleOf(event, channel)?.fixed === null)

/** The channels on which an event is announced by a notice: a fixed mail is sent without one. */
export const noticeChannelsOf = (event: NoticeEvent): readonly NoticeChannel[] =>
  noticeChannels.filter((channel) => ruleOf(event, channel)?.fixed === null)
