import type { Session } from '@incontro/contract/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { api, type ReplyOf } from '../api/api.ts'
import { useSite } from '../brand/site.ts'
import { outboxOwner } from '../outbox/outbox.ts'
import { RenderedAt } from './page-clock.ts'
import { leaveForHome } from './leave-for-home.ts'
import { forgetEnded, verifySession } from './session-ended.ts'
import { AccountCountry } from './time-zone.ts'

/** Query key of the counts that the navigation shows: credits, unread messages, liked ids. */
export type Counts = ReplyOf<'GET /api/get/all/:trackerId'>

export const sessionKey = ['session'] as const
export const countsKey = ['counts'] as const

/** Fetches the counts, in the browser or, with an `apiOver`, while the server renders. */
export const fetchCounts = ({ clickid }: Pick<Session, 'clickid'>, call = api, signal?: AbortSignal): Promise<Counts> =>
  call('GET /api/get/all/:trackerId', { params: { trackerId: clickid }, ...(signal && { signal }) })

const verify = async (trackerId: string, owner: string): Promise<Session> => {
  const now = await verifySession(trackerId)
  if (typeof now !== 'string') return now
  if (now === 'ended') await forgetEnded(owner)
  // A full page load shows why.
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
   * Ends the session in this browser and goes to the home page. `SignOutDialog` asks first if unsent messages would be
   * lost or there is no network.
   */
  readonly signOut: () => Promise<void>
}

const Controls = createContext<SessionControls | null>(null)
/** Undefined if the server could not load them. */
const RenderedCounts = createContext<Counts | undefined>(undefined)

/**
 * Below the member shell a member is signed in: the server rendered the document with their session and counts. One
 * query for the session serves all the parts of a page that read it, of which there are dozens.
 */
export const SessionProvider = ({
  session: rendered,
  counts,
  renderedAt = null,
  children,
}: {
  readonly session: Session
  readonly counts: Counts | undefined
  /**
   * When the server rendered the document, in milliseconds since 1970; without it, the device's clock is used at once.
   */
  readonly renderedAt?: number | null | undefined
  readonly children: ReactNode
}) => {
  const client = useQueryClient()
  const { brand } = useSite()
  const [initial] = useState({ session: rendered, counts })
  const { data: session } = useQuery({
    queryKey: sessionKey,
    queryFn: () => verify(initial.session.clickid, outboxOwner(brand.key, initial.session.clickid)),
    initialData: initial.session,
    staleTime: 60_000,
  })
  // Each page asks again what is older than a minute.
  const { pathname } = useLocation()
  useEffect(() => void client.refetchQueries({ queryKey: sessionKey, stale: true }), [client, pathname])
  const controls = useMemo<SessionControls>(() => {
    const read = () => client.getQueryData<Session>(sessionKey) ?? initial.session
    return {
      session,
      read,
      update: (change) => client.setQueryData<Session>(sessionKey, () => ({ ...read(), ...change })),
      refresh: () => client.invalidateQueries({ queryKey: sessionKey }),
      signOut: () =>
        import('./sign-out.ts').then(({ beginSignOut }) =>
          beginSignOut(client, outboxOwner(brand.key, session.clickid)),
        ),
    }
  }, [client, session, initial, brand.key])
  return (
    <Controls value={controls}>
      <RenderedCounts value={initial.counts}>
        <AccountCountry value={rendered.country}>
          <RenderedAt value={renderedAt}>{children}</RenderedAt>
        </AccountCountry>
      </RenderedCounts>
    </Controls>
  )
}

/** The signed-in member, kept current by replies and socket events. Only below the member shell. */
export const useSession = (): SessionControls => {
  const controls = useContext(Controls)
  if (!controls) throw new Error('useSession is for member pages')
  return controls
}

/** The counts; undefined until the first reply if the document came without them. */
export const useCounts = (): Counts | undefined => {
  const { session } = useSession()
  const { data } = useQuery({
    queryKey: countsKey,
    staleTime: 30_000,
    initialData: useContext(RenderedCounts),
    queryFn: ({ signal }) => fetchCounts(session, undefined, signal),
  })
  return data
}
