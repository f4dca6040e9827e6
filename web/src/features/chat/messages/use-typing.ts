import { useEffect, useRef, useState } from 'react'
import { useSocket, useSocketEvent } from '#app/session/socket.tsx'

/** Milliseconds for which the sign stays after the last event (section 9). */
const shownFor = 5000
/** Fewest milliseconds between two typing events sent. */
const sentEvery = 3000

/** The ids of the members who are typing to this member. */
export const useTyping = (): ReadonlySet<string> => {
  const [typing, setTyping] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const stop = (memberId: string) =>
    setTyping((now) => (now.has(memberId) ? new Set([...now].filter((id) => id !== memberId)) : now))
  useSocketEvent('typing', ({ memberId }) => {
    clearTimeout(timers.current.get(memberId))
    timers.current.set(
      memberId,
      setTimeout(() => stop(memberId), shownFor),
    )
    setTyping((now) => new Set(now).add(memberId))
  })
  useSocketEvent('chat', ({ memberId, message }) => {
    if (message.type === 'messaggio') stop(memberId)
  })
  useEffect(
    () => () => {
      for (const timer of timers.current.values()) clearTimeout(timer)
    },
    [],
  )
  return typing
}

/** Lets the other member know that the member is typing. */
export const useSendTyping = (memberId: string) => {
  const { emit } = useSocket()
  const last = useRef(0)
  return () => {
    if (Date.now() - last.current < sentEvery) return
    last.current = Date.now()
    void emit('typing', { memberId })
  }
}
