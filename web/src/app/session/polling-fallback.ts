import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSocket } from './socket.tsx'

/** Milliseconds without a socket before polling starts, and between polls (spec section 9). */
const firstMs = 40_000
const nextMs = 10_000
/** First elements of the keys of the queries that the socket keeps current. */
const news: readonly unknown[] = ['counts', 'notifications', 'conversations', 'messages']

/** Polls while the socket is disconnected, but not while the page is hidden. */
export const PollingFallback = () => {
  const client = useQueryClient()
  const isAway = useSocket().status !== 'online'
  useEffect(() => {
    if (!isAway) return
    let timer: ReturnType<typeof setTimeout>
    const ask = () => {
      if (!document.hidden) void client.invalidateQueries({ predicate: ({ queryKey }) => news.includes(queryKey[0]) })
      timer = setTimeout(ask, nextMs)
    }
    timer = setTimeout(ask, firstMs)
    return () => clearTimeout(timer)
  }, [client, isAway])
  return null
}
