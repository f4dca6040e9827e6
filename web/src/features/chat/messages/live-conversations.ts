import { useQueryClient } from '@tanstack/react-query'
import { useSocketEvent } from '#app/session/socket.tsx'
import { conversationsKey, messagesKey, putMessages, removeMessage } from './chat-queries.ts'
import { hasGap, markRead, type LoadedMessages } from './loaded-messages.ts'

/** Updates every opened conversation with the socket's events. */
export const useLiveConversations = () => {
  const client = useQueryClient()
  useSocketEvent('chat', ({ memberId, message }) => {
    const known = client.getQueriesData<LoadedMessages>({ queryKey: messagesKey(memberId) })
    if (known.some(([, loaded]) => loaded && hasGap(loaded.messages, message)))
      void client.invalidateQueries({ queryKey: messagesKey(memberId) })
    else putMessages(client, memberId, [message])
    void client.invalidateQueries({ queryKey: conversationsKey })
  })
  useSocketEvent('messageChanged', ({ memberId, message }) => {
    putMessages(client, memberId, [message])
    void client.invalidateQueries({ queryKey: conversationsKey })
  })
  // Deleted in another tab, or removed by moderators.
  useSocketEvent('messageHidden', ({ memberId, seq }) => {
    removeMessage(client, memberId, seq)
    void client.invalidateQueries({ queryKey: conversationsKey })
  })
  // Members who like each other need no invite.
  useSocketEvent('mutual', ({ memberId }) => void client.invalidateQueries({ queryKey: messagesKey(memberId) }))
  // The list shows a like until the two members write.
  useSocketEvent('notification', ({ type }) => {
    if (type === 'like') void client.invalidateQueries({ queryKey: conversationsKey })
  })
  useSocketEvent('read', ({ memberId, seq }) => {
    client.setQueriesData<LoadedMessages>(
      { queryKey: messagesKey(memberId) },
      (now) => now && { ...now, messages: markRead(now.messages, seq) },
    )
    void client.invalidateQueries({ queryKey: conversationsKey })
  })
}
