import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSocket, useSocketEvent } from '../../../app/session/socket.tsx'
import { conversationsKey, putMessages, threadKey } from './chat-queries.ts'
import { useDelivery } from './outbox.ts'
import { hasGap, markRead, type Thread } from './thread.ts'

/** Keeps every opened conversation current by the socket, and sends what waited when the connection is back. */
export const useLiveThreads = () => {
  const client = useQueryClient()
  const { status } = useSocket()
  const { resume } = useDelivery()
  useSocketEvent('chat', ({ memberId, message }) => {
    const known = client.getQueriesData<Thread>({ queryKey: threadKey(memberId) })
    if (known.some(([, thread]) => thread && hasGap(thread.messages, message)))
      void client.invalidateQueries({ queryKey: threadKey(memberId) })
    else putMessages(client, memberId, [message])
    void client.invalidateQueries({ queryKey: conversationsKey })
  })
  useSocketEvent('read', ({ memberId, seq }) => {
    client.setQueriesData<Thread>(
      { queryKey: threadKey(memberId) },
      (now) => now && { ...now, messages: markRead(now.messages, seq) },
    )
    void client.invalidateQueries({ queryKey: conversationsKey })
  })
  useEffect(() => {
    if (status === 'online') void resume()
  }, [status])
}
