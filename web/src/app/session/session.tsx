import type { Session } from '@incontro/contract/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { api, type ReplyOf } from '../api/api.ts'
import { useSite } from '../brand/site.ts'
import { outboxOwner } from '../outbox/outbox.ts'
import { leaveForHome } from './leave-for-home.ts'
import { AccountCountry } from './time-zone.ts'

/** Query key of the counts that the navigation shows: credits, unread messages, liked ids. */
export type Counts = ReplyOf<'GET /api/get/all/:trackerId'>

export const sessionKey = ['session'] as const
export const countsKey = ['counts'] as const

interface Rendered {
  readonly session: Session
  /** Undefined if the server could not load them. */
  readonly counts: Counts | undefined
}
const Initial = createContext<Rendered | null>(null)

/** Below the member shell a member is signed in: the server rendered the document with their session and counts. */
export const SessionProvider = ({ session, counts, children }: Rendered & { children: ReactNode }) => {
  const [rendered] = useState<Rendered>({ session, counts })
  return (
    <Initial value={rendered}>
      <AccountCountry value={session.country}>{children}</AccountCountry>
    </Initial>
  )
}

/** Fetches the counts, in the browser or, with an `apiOver`, while the server renders. */
export const fetchCounts = ({ clickid }: Pick<Session, 'clickid'>, call = api, signal?: AbortSignal): Promise<Counts> =>
  call('GET /api/get/all/:trackerId', { params: { trackerId: clickid }, ...(signal && { signal }) })

const verify = async (): Promise<Session> => {
  const reply = await api('POST /api/users/verify', { body: {} })
  if (reply.verify === 1) return reply
  // The session has ended or the account was disabled; a full page load shows which.
  leaveForHome()
  return new Promise(() => undefined)
}

export interface SessionControls {
  readonly session: Session
  /** The session as it is now, for what runs between renderings. */
  readonly read: () => Session
  /** Updates the session with values from a reply or an event. */
  readonly update: (change: Partial<Session>) => void
  /** Fetches the session from the server again. */
  readonly refresh: () => Promise<void>
  /**
   * Ends the session in this browser and goes to the home page. `SignOutDialog` asks first if unsent messages would be lost or
   * there is no network.
   */
  readonly signOut: () => Promise<void>
}

const useRendered = (): Rendered => {
  const rendered = useContext(Initial)
  if (!rendered) throw new Error('useSession is for member pages')
  return rendered
}

/** The signed-in member, kept current by replies and socket events. Only below the member shell. */
export const useSession = (): SessionControls => {
  const initial = useRendered().session
  const client = useQueryClient()
  const { brand } = useSite()
  const { data } = useQuery({ queryKey: sessionKey, queryFn: verify, initialData: initial, staleTime: 60_000 })
  return useMemo(
    () => ({
      session: data,
      read: () => client.getQueryData<Session>(sessionKey) ?? initial,
      update: (change) =>
        client.setQueryData<Session>(sessionKey, (current) => ({ ...(current ?? initial), ...change })),
      refresh: () => client.invalidateQueries({ queryKey: sessionKey }),
      signOut: () =>
        import('./sign-out.ts').then(({ beginSignOut }) => beginSignOut(client, outboxOwner(brand.key, data.clickid))),
    }),
    [client, data, initial, brand.key],
  )
}

/** The counts; undefined until the first reply if the document came without them. */
export const useCounts = (): Counts | undefined => {
  const { session } = useSession()
  const { counts } = useRendered()
  const { data } = useQuery({
    queryKey: countsKey,
    staleTime: 30_000,
    initialData: counts,
    queryFn: ({ signal }) => fetchCounts(session, undefined, signal),
  })
  return data
}
