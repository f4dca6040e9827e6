import { systemConversations } from '@incontro/contract/codes'

/** Whether it is a system conversation, which takes no messages. */
export const isSystem = (memberId: string): boolean => (systemConversations as readonly string[]).includes(memberId)
