/**
 * `connecting` until the first connection, `away` after one was lost, `polling` while none can be opened but requests are
 * answered, `paused` while too many other tabs are open.
 */
export type ConnectionStatus = 'connecting' | 'online' | 'away' | 'polling' | 'paused'

export interface ConnectionState {
  readonly link: Exclude<ConnectionStatus, 'polling'>
  /** Whether requests are answered while there is no socket. */
  readonly isPolling: boolean
  /** Why the server closed this page's socket for good; null while it may connect. */
  readonly removed: string | null
}

export const initialConnection: ConnectionState = { link: 'connecting', isPolling: false, removed: null }

/** What happens to the connection. */
export type ConnectionEvent =
  | { readonly type: 'connected' | 'lost' | 'resumed' }
  | { readonly type: 'removed'; readonly reason: string }
  | { readonly type: 'polled'; readonly isAnswered: boolean }

/** Only a page that was closed in favour of newer ones can be resumed. */
export const isPaused = ({ removed }: ConnectionState): boolean => removed === 'too_many'

export const nextConnection = (now: ConnectionState, event: ConnectionEvent): ConnectionState => {
  switch (event.type) {
    case 'connected':
      return { ...now, link: 'online', isPolling: false }
    case 'lost':
      return { ...now, link: isPaused(now) ? 'paused' : 'away' }
    case 'removed':
      return { ...now, removed: event.reason }
    case 'resumed':
      return isPaused(now) ? { ...now, link: 'away', removed: null } : now
    case 'polled':
      return { ...now, isPolling: event.isAnswered }
  }
}

/** Whether what is sent now can be expected to arrive. */
export const isReachable = (status: ConnectionStatus): boolean => status !== 'connecting' && status !== 'away'

export const statusOf = ({ link, isPolling }: ConnectionState): ConnectionStatus =>
  isPolling && !isReachable(link) ? 'polling' : link
