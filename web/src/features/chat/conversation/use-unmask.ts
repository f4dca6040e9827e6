import type { Message } from '@incontro/contract/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '#app/session/session.tsx'
import { reloadNewest } from '../messages/chat-queries.ts'
import { canUnmask, lastSeq } from '../messages/loaded-messages.ts'

/** Fetches the messages with masked numbers and links again once both members have written. */
export const useUnmask = (memberId: string, messages: readonly Message[]) => {
  const client = useQueryClient()
  const { session } = useSession()
  const { clickid } = session
  const wanted = canUnmask(messages)
  // Every new message tries again.
  const seq = lastSeq(messages)
  useEffect(() => {
    // The messages stay covered, and the next message tries again.
    if (wanted) void reloadNewest(client, clickid, memberId).catch(() => undefined)
  }, [client, clickid, memberId, wanted, seq])
}
