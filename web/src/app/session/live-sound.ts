import { useRef } from 'react'
import { hasSound, playSound } from './sound.ts'
import { useSocketEvent } from './socket.tsx'

/** Milliseconds for which no second sound follows: several messages at once are one sound. */
const pauseMs = 3000

/** Plays a sound when a message, a like or a visit arrives, in browsers in which the member turned it on. */
export const LiveSound = (): null => {
  const last = useRef(0)
  const play = () => {
    if (Date.now() - last.current < pauseMs || !hasSound()) return
    last.current = Date.now()
    playSound()
  }
  useSocketEvent('chat', ({ message }) => message.type !== 'personal' && play())
  useSocketEvent('notification', play)
  useSocketEvent('mutual', play)
  return null
}
