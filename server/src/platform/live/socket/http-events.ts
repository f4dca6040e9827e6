import { type ClientEvent, routes } from '@incontro/contract'
import type { FastifyRequest } from 'fastify'
import type { Principal, Site } from '#platform/caller.ts'
import type { Http } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { isOwn, tooManyEvents, type MemberAllowances } from './event-rules.ts'
import type { EventHandlers, MemberSocket } from './server.ts'

export interface HttpEventsOptions {
  /** The handlers of the sockets, with their gates. */
  readonly handlers: EventHandlers
  readonly allowances: MemberAllowances
  /** Reads the session again; undefined when it has ended. */
  principalNow(request: FastifyRequest, site: Site): Promise<Principal | undefined>
  /** Records a member as present. */
  present(memberId: string): void
}

/** As many bytes as an event of a socket may have. */
const bodyLimit = 32_768

/** The events of the socket as requests, for browsers whose network lets no socket through. */
export function httpEvents(http: Http, { handlers, allowances, principalNow, present }: HttpEventsOptions): void {
  http.bind(
    routes.sendEvent,
    async ({ body: { event, payload }, member, site, request }) => {
      if (!allowances.allow({ kind: 'member', member }))
        throw new Failure(429, tooManyEvents.code, { message: tooManyEvents.message })
      if (!isOwn(member, payload)) throw notFound()
      let principal = member
      const face: MemberSocket = {
        // No socket: those of the member's other tabs are shown the change.
        id: '',
        get principal() {
          return principal
        },
        async reauthorise() {
          const now = await principalNow(request, site)
          if (now) principal = now
          return now
        },
        recordPresence: () => present(member.memberId),
      }
      return (handlers[event] as EventHandlers[ClientEvent])(face, payload as never)
    },
    { bodyLimit },
  )
}
