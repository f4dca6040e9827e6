import type { Locale, NoticeChannel, NoticeEvent } from '@incontro/contract'
import type { Executor } from '#platform/database/database.ts'

/** A member as channels address them. */
export interface Addressee {
  readonly memberId: string
  readonly brandId: string
  readonly email: string
  readonly isConfirmed: boolean
  readonly locale: Locale
}

/** What a queued notice announces: looked at again when it leaves. */
export interface QueuedNotice {
  readonly event: NoticeEvent
  readonly about: string
  /** Of a conversation, the message that was the first unread one; otherwise 0. */
  readonly seq: number
}

/** A notice that has been decided on. */
export interface DueNotice {
  readonly to: Addressee
  readonly event: NoticeEvent | 'test'
  /** The member it is about, if it is about one. */
  readonly otherId: string | null
  /** Undefined for a test, which is sent whatever is chosen. */
  readonly notice?: QueuedNotice
  readonly at: Date
}

/**
 * What a channel does for notices: `channels/<name>/notices.ts`. The rules know no channel but by this, and
 * `outreach/index.ts` lists them; a new one also needs its column in `rules/table.ts`, and its line in
 * `channels/connected.ts`.
 */
export interface ChannelPort {
  /** Whether the brand has it at all. */
  offered(brandId: string): boolean
  /** Whether it reaches the member now. */
  reaches(tx: Executor, to: Addressee): Promise<boolean>
  /** Queues a notice in the transaction that decides on it. Never calls a network. @returns the id of what is queued */
  queue(tx: Executor, notice: DueNotice): Promise<string>
}

export type Channels = Readonly<Record<NoticeChannel, ChannelPort>>
