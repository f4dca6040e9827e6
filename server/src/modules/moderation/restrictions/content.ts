import type { RestrictedContent } from '@incontro/contract'

export interface Content {
  readonly type: RestrictedContent
  readonly id: string | null
  readonly date: Date | null
  /** Of a message. */
  readonly conversationId?: string | null
  /** Of several messages; their `id` is null then. */
  readonly messageIds?: readonly string[]
}

/** The messages that the content is. */
export const messageIdsOf = ({ id, messageIds = id === null ? [] : [id] }: Content): readonly string[] => messageIds
