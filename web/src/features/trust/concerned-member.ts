import type { ProfilePart } from '@incontro/contract'
import type { Message } from '@incontro/contract/domain'

/** The member to block or report. */
export interface ConcernedMember {
  readonly id: string
  readonly memberName: string
}

/** What a report is about, if it is not the member as such. */
export interface ReportedContent {
  readonly kind: 'photo' | ProfilePart | 'message'
  readonly id?: string
}

/** One of their messages, which a report can include. */
export interface ReportableMessage {
  readonly id: string
  readonly msg: string
  /** A photo or a voice message has no text. */
  readonly media: { readonly kind: 'photo' | 'voice' } | null
  readonly time: string
}

/** Whether a message of a conversation is one of the other member's that the reporter can read. */
export const isReportable = ({ type, blurredMessage, withdrawn }: Message): boolean =>
  type === 'messaggio' && blurredMessage === null && !withdrawn

/** What the menu offers beside reporting and blocking. */
export interface MemberMenuOptions {
  readonly profileLink?: boolean
  /** Their messages that a report may include; left out, those of the conversation are fetched. */
  readonly messages?: readonly ReportableMessage[]
  /** In a conversation: opens the search within it. */
  readonly onSearch?: (() => void) | undefined
  /** Called after a block, on a page that has nothing left to show. */
  readonly onBlocked?: (() => void) | undefined
}
