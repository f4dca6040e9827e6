import type { ClientEvent, ServerEvent } from '@incontro/contract'
import { type AcknowledgementOf, type EventOf, toDomain, toWire } from '@incontro/contract/domain'
import type { Socket } from 'socket.io-client'
import { createStore, type Store } from '../store/store.ts'
import { type ConnectionStatus, initialConnection, isPaused, nextConnection, statusOf } from './connection-state.ts'
import type { ConnectionEvent } from './connection-state.ts'
import { type EventData, noAnswer, type Refused, type sendOverHttp as overHttp } from './events-over-http.ts'

type Handler = (data: unknown) => void

/** What is used of a socket. */
export type LiveSocket = Pick<Socket, 'active' | 'connected' | 'connect' | 'close' | 'on' | 'onAny' | 'timeout'>

export interface Connection extends Pick<Store<ConnectionStatus>, 'read' | 'subscribe'> {
  /** Connects, and again whenever the connection is lost; returns a function that closes it for good. */
  readonly open: () => () => void
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

interface ConnectionParts {
  readonly connect: () => Promise<LiveSocket>
  readonly sendOverHttp: typeof overHttp
  /** Every connection; `isFirst` the first one of the page. */
  readonly onConnected: (isFirst: boolean) => void
  /** The server refused a connection for good: the session may have ended. */
  readonly onRefused: () => void
  /** The server has lost events for this page. */
  readonly onCatchUp: () => void
  /** Attempts in a row to connect have failed. */
  readonly onFailing: (error: Error) => void
  /** Calls a listener when the member has come back to this tab; returns a function that removes it. */
  readonly onVisible: (listener: () => void) => () => void
}

/** After how many attempts in a row to connect a failure is reported. */
const reportedFailure = 3

/** The page's socket: one for all that sends and listens. */
export const createConnection = (parts: ConnectionParts): Connection => {
  const { read, write, subscribe } = createStore(initialConnection)
  const happen = (event: ConnectionEvent) => write((now) => nextConnection(now, event))
  const handlers = new Map<string, Set<Handler>>()
  let socket: LiveSocket | undefined

  const resume = () => {
    if (!socket || socket.connected || !isPaused(read())) return
    happen({ type: 'resumed' })
    socket.connect()
  }

  /** @param isClosed whether the page has closed the connection since */
  const listen = (opened: LiveSocket, isClosed: () => boolean) => {
    let isFirst = true
    let failures = 0
    // Socket.IO reconnects after a lost connection by itself, but not after the server refused or closed it.
    const tryAgain = () => {
      if (read().removed !== null || opened.active) return
      setTimeout(() => !isClosed() && opened.connect(), 2000 + Math.random() * 3000)
    }
    opened.onAny((event: string, data: unknown) => {
      const received = toDomain(data)
      handlers.get(event)?.forEach((handler) => handler(received))
    })
    opened.on('connect', () => {
      happen({ type: 'connected' })
      failures = 0
      parts.onConnected(isFirst)
      isFirst = false
    })
    opened.on('disconnect', () => {
      happen({ type: 'lost' })
      tryAgain()
    })
    opened.on('connect_error', (error) => {
      failures += 1
      if (failures === reportedFailure) parts.onFailing(error)
      if (!opened.active) parts.onRefused()
      tryAgain()
    })
    opened.on('oldSocketRemoved', ({ reason }: EventOf<'oldSocketRemoved'>) => happen({ type: 'removed', reason }))
    // A random delay, so that not all pages fetch from the server in the same moment.
    opened.on('catchUp', () => setTimeout(parts.onCatchUp, Math.random() * 3000))
  }

  return {
    read: () => statusOf(read()),
    subscribe,
    open() {
      let isClosed = false
      const stopWatching = parts.onVisible(resume)
      void parts.connect().then((opened) => {
        if (isClosed) {
          opened.close()
          return
        }
        socket = opened
        listen(opened, () => isClosed)
      })
      return () => {
        isClosed = true
        stopWatching()
        socket?.close()
        socket = undefined
      }
    },
    resume,
    setPolling: (isAnswered) => happen({ type: 'polled', isAnswered }),
    async emit(event, data) {
      if (!socket?.connected) return parts.sendOverHttp(event, data)
      return (
        socket
          .timeout(20_000)
          .emitWithAck(event, toWire(data))
          // No acknowledgement within the time limit: the caller gets the code for it.
          .then(toDomain, () => noAnswer)
      )
    },
    on(event, handler) {
      const set = handlers.get(event) ?? new Set<Handler>()
      handlers.set(event, set.add(handler as unknown as Handler))
      return () => void set.delete(handler as unknown as Handler)
    },
  }
}
