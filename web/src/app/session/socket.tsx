import type { ClientEvent, ServerEvent } from '@incontro/contract'
import { type AcknowledgementOf, type EventOf, toDomain, toWire } from '@incontro/contract/domain'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Socket } from 'socket.io-client'
import { type Counts, countsKey, sessionKey, useSession } from './session.tsx'
import { reportError } from '../api/report-error.ts'
import { type EventData, noAnswer, type Refused, sendOverHttp } from './events-over-http.ts'
import { leaveForHome } from './leave-for-home.ts'

type Handler = (data: unknown) => void

export interface SocketControls {
  /**
   * `connecting` until the first connection, `away` after one was lost, `polling` while none can be opened but requests
   * are answered, `paused` while too many other tabs are open.
   */
  readonly status: 'connecting' | 'online' | 'away' | 'polling' | 'paused'
  /** Connects a paused page again, in place of the tab that was opened first. */
  readonly resume: () => void
  /** Whether requests are answered while there is no socket. */
  readonly setPolling: (isAnswered: boolean) => void
  /**
   * Sends an event, without a socket as a request, and returns its acknowledgement; `{ ok: false, code: 'offline' }` when
   * none came in 20 s.
   */
  readonly emit: <E extends ClientEvent>(event: E, data: EventData<E>) => Promise<AcknowledgementOf<E> | Refused>
  /** Adds a listener; returns a function that removes it. */
  readonly on: <E extends ServerEvent>(event: E, handler: (data: EventOf<E>) => void) => () => void
}

const Controls = createContext<SocketControls | null>(null)

/** The live connection of the signed-in member. Only below the member shell. */
export const useSocket = (): SocketControls => {
  const controls = useContext(Controls)
  if (!controls) throw new Error('useSocket is for member pages')
  return controls
}

/** Handles an event while the component is mounted, with the handler of its latest rendering. */
export const useSocketEvent = <E extends ServerEvent>(event: E, handler: (data: EventOf<E>) => void) => {
  const { on } = useSocket()
  const latest = useEffectEvent(handler)
  useEffect(() => on(event, (data) => latest(data)), [on, event])
}

/** Whether what is sent now can be expected to arrive. */
export const isReachable = (status: SocketControls['status']): boolean => status !== 'connecting' && status !== 'away'

/** After how many attempts in a row to connect a failure is reported. */
const reportedFailure = 3

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

/** Opens the socket once and shares it; after a reconnect all queries on screen are fetched again. */
export const SocketProvider = ({ children }: { children: ReactNode }) => {
  const [socketStatus, setStatus] = useState<Exclude<SocketControls['status'], 'polling'>>('connecting')
  const [isPolling, setPolling] = useState(false)
  const status: SocketControls['status'] = isPolling && !isReachable(socketStatus) ? 'polling' : socketStatus
  const socket = useRef<Socket | null>(null)
  const handlers = useRef(new Map<string, Set<Handler>>())
  const resumePaused = useRef<() => void>(() => undefined)
  const client = useQueryClient()

  useEffect(() => {
    let isAborted = false
    const ending = new AbortController()
    let before = false
    let removed: EventOf<'oldSocketRemoved'>['reason'] | undefined
    let failures = 0
    void connect().then((opened) => {
      if (isAborted) {
        opened.close()
        return
      }
      socket.current = opened
      opened.onAny((event: string, data: unknown) => {
        const received = toDomain(data)
        handlers.current.get(event)?.forEach((handler) => handler(received))
      })
      opened.on('connect', () => {
        setStatus('online')
        setPolling(false)
        failures = 0
        // Events between the rendering of the document and this connection reached no socket.
        void client.invalidateQueries(before ? {} : { queryKey: countsKey })
        before = true
      })
      opened.on('disconnect', () => setStatus(removed === 'too_many' ? 'paused' : 'away'))
      // Socket.IO reconnects after a lost connection by itself, but not after the server refused or closed it.
      const tryAgain = () => {
        if (isAborted || removed || opened.active) return
        setTimeout(() => !isAborted && opened.connect(), 2000 + Math.random() * 3000)
      }
      opened.on('disconnect', tryAgain)
      opened.on('connect_error', (error) => {
        failures += 1
        if (failures === reportedFailure && navigator.onLine) reportError(error, 'Socket')
        setStatus((now) => (now === 'connecting' ? now : 'away'))
        // If the connection was refused because the session has ended, fetching the session leaves the page.
        if (!opened.active) void client.invalidateQueries({ queryKey: sessionKey })
        tryAgain()
      })
      opened.on('oldSocketRemoved', ({ reason }: EventOf<'oldSocketRemoved'>) => {
        removed = reason
      })
      const resume = () => {
        if (removed !== 'too_many' || opened.connected) return
        removed = undefined
        setStatus('away')
        opened.connect()
      }
      resumePaused.current = resume
      // The member has come back to this tab.
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resume(), {
        signal: ending.signal,
      })
      // A random delay, so that not all pages fetch from the server in the same moment.
      opened.on('catchUp', () => setTimeout(() => void client.invalidateQueries(), Math.random() * 3000))
    })
    return () => {
      isAborted = true
      ending.abort()
      socket.current?.close()
      socket.current = null
    }
  }, [client])

  const controls = useMemo<Omit<SocketControls, 'status'>>(
    () => ({
      emit: async (event, data) => {
        const open = socket.current
        if (!open?.connected) return sendOverHttp(event, data)
        return (
          open
            .timeout(20_000)
            .emitWithAck(event, toWire(data))
            // No acknowledgement within the time limit: the caller gets the code for it.
            .then(toDomain, () => noAnswer)
        )
      },
      on: (event, handler) => {
        const set = handlers.current.get(event) ?? new Set<Handler>()
        handlers.current.set(event, set.add(handler as unknown as Handler))
        return () => set.delete(handler as unknown as Handler)
      },
      resume: () => resumePaused.current(),
      setPolling,
    }),
    [],
  )
  const value = useMemo(() => ({ ...controls, status }), [controls, status])
  return (
    <Controls value={value}>
      <KeepCurrent />
      {children}
    </Controls>
  )
}

/** Updates the session and the counts with the server's events. */
const KeepCurrent = () => {
  const { update } = useSession()
  const client = useQueryClient()
  const change = (changes: Partial<Counts>) =>
    client.setQueryData<Counts>(countsKey, (current) => current && { ...current, ...changes })
  useSocketEvent('creditiResidui', ({ icebreakerCredits, totalCredits, likeCredits, premiumLevel }) => {
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
    // Every open page of a closed account shows why it was closed.
    if (reason === 'account') update({ accountActive: false })
    else if (reason !== 'too_many') leaveForHome()
  })
  return null
}
