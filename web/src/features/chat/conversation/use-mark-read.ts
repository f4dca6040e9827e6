import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { countsKey } from '#app/session/session.tsx'
import { isReachable } from '#app/session/connection-state.ts'
import { useSocket, useSocketStatus } from '#app/session/socket.tsx'
import { conversationsKey, messagesKey } from '../messages/chat-queries.ts'
import { markReceivedRead, type LoadedMessages } from '../messages/loaded-messages.ts'

/** Reports to the server that the messages up to `seq` were on screen while the page was visible. */
export const useMarkRead = (memberId: string, seq: number, unread: boolean) => {
  const client = useQueryClient()
  const { emit } = useSocket()
  const status = useSocketStatus()
  const sent = useRef('')
  useEffect(() => {
    if (seq === 0 || !unread || !isReachable(status)) return
    const markRead = async () => {
      const mark = `${memberId}/${seq}`
      if (document.visibilityState !== 'visible' || sent.current === mark) return
      sent.current = mark
      const reply = await emit('read', { memberId, seq })
      if (!reply.ok) {
        sent.current = ''
        return
      }
      client.setQueriesData<LoadedMessages>(
        { queryKey: messagesKey(memberId) },
        (now) => now && { ...now, messages: markReceivedRead(now.messages, seq) },
      )
      void client.invalidateQueries({ queryKey: conversationsKey })
      void client.invalidateQueries({ queryKey: countsKey })
    }
    void markRead()
    const seen = () => void markRead()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [memberId, client, emit, seq, status, unread])
}
