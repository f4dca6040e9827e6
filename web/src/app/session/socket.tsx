import type { ServerEvent } from '@incontro/contract'
import type { EventOf } from '@incontro/contract/domain'
import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react'
import { useStore } from '../store/store.ts'
import { type Connection, createConnection } from './connection.ts'
import type { ConnectionStatus } from './connection-state.ts'
import { type Counts, countsKey, sessionKey, useSession } from './session.tsx'
import { reportError } from '../api/report-error.ts'
import { sendOverHttp } from './events-over-http.ts'
import { useSite } from '../brand/site.ts'
import { outboxOwner } from '../outbox/outbox.ts'
import { forgetEnded, leaveEnded } from './session-ended.ts'

/** Whose provider is `SocketProvider`. */
export const SharedConnection = createContext<Connection | null>(null)

/** The live connection of the signed-in member. Only below the member shell. */
export const useSocket = (): Connection => {
  const connection = useContext(SharedConnection)
  if (!connection) throw new Error('useSocket is for member pages')
  return connection
}

export const useSocketStatus = (): ConnectionStatus => useStore(useSocket())

/** Handles an event while the component is mounted, with the handler of its latest rendering. */
export const useSocketEvent = <E extends ServerEvent>(event: E, handler: (data: EventOf<E>) => void) => {
  const { on } = useSocket()
  const latest = useEffectEvent(handler)
  useEffect(() => on(event, (data) => latest(data)), [on, event])
}

// The specification's reconnect settings (section 9). The script is loaded after the page is usable.
const connect = async () => {
  const { io } = await import('socket.io-client')
  return io({
    path: '/chat-socket',
    transports: ['websocket'],
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20000,
    reconnectionAttempts: Infinity,
  })
}

const onVisible = (listener: () => void) => {
  const onChange = () => {
    if (document.visibilityState === 'visible') listener()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/** First elements of the keys of the queries that the socket keeps current. */
const newsKeys: readonly unknown[] = ['counts', 'notifications', 'conversations', 'messages']
/** The queries that the socket keeps current. */
export const news: QueryFilters = { predicate: ({ queryKey }) => newsKeys.includes(queryKey[0]) }

const connectionOf = (client: QueryClient): Connection =>
  createConnection({
    connect,
    sendOverHttp,
    // Events since the page asked for its data and until the first connection reached no socket.
    onConnected: (isFirst) => void client.invalidateQueries(isFirst ? news : {}),
    // If the session has ended, fetching it leaves the page.
    onRefused: () => void client.invalidateQueries({ queryKey: sessionKey }),
    onCatchUp: () => void client.invalidateQueries(),
    onFailing: (error) => navigator.onLine && reportError(error, 'Socket'),
    onVisible,
  })

/** Opens the socket once and shares it; after a reconnect all queries on screen are fetched again. */
export const SocketProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient()
  const [connection] = useState(() => connectionOf(client))
  useEffect(() => connection.open(), [connection])
  return (
    <SharedConnection value={connection}>
      <KeepCurrent />
      {children}
    </SharedConnection>
  )
}

/** Updates the session and the counts with the server's events. */
const KeepCurrent = () => {
  const { read, update } = useSession()
  const { brand } = useSite()
  const client = useQueryClient()
  const change = (changes: Partial<Counts>) =>
    client.setQueryData<Counts>(countsKey, (current) => current && { ...current, ...changes })
  useSocketEvent('creditiResidui', ({ icebreakerCredits, totalCredits, likeCredits, premiumLevel }) => {
    // A plan that begins or ends, perhaps in another tab, uncovers or covers the previews.
    if (premiumLevel > 0 !== read().premiumLevel > 0) void client.invalidateQueries({ queryKey: ['conversations'] })
    update({ icebreakerCredits, totalCredits, likeCredits, premiumLevel: premiumLevel as 0 | 1 | 2 })
    void client.invalidateQueries({ queryKey: countsKey })
  })
  useSocketEvent('like', ({ likeCredits }) => update({ likeCredits }))
  useSocketEvent('chat', ({ totalUnreadMessages }) => change({ unreadMessages: totalUnreadMessages }))
  useSocketEvent('unread', ({ totalUnreadMessages, unreadLikes, unreadVisits }) =>
    change({ unreadMessages: totalUnreadMessages, unreadLikes, unreadVisits }),
  )
  useSocketEvent('notification', () => void client.invalidateQueries({ queryKey: countsKey }))
  useSocketEvent('oldSocketRemoved', ({ reason }) => {
    const { clickid } = read()
    const owner = outboxOwner(brand.key, clickid)
    if (reason === 'account') {
      void forgetEnded(owner)
      // Every open page of a closed account shows why it was closed.
      update({ accountActive: false })
    } else if (reason !== 'too_many') void leaveEnded(clickid, owner)
  })
  return null
}
