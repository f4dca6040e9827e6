import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSocket } from './socket.tsx'

/** How long the socket is away before news is asked for, and how often from then on, in milliseconds (spec section 9). */
const firstMs = 40_000
const nextMs = 10_000
/** The first word of the keys of what the socket keeps current otherwise. */
const news: readonly unknown[] = ['counts', 'notifications', 'conversations', 'messages']

/** Asks for what is new while no socket brings it; a hidden page waits. */
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
