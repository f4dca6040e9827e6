import { systemConversations } from '@incontro/contract/codes'

/** Whether a conversation belongs to the house; nobody writes to it. */
export const isSystem = (memberId: string): boolean => (systemConversations as readonly string[]).includes(memberId)
