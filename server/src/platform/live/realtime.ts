import type { ServerEvent } from '@incontro/contract'
import { type EventOf, toWire } from '@incontro/contract/domain'
import type { Bus } from './bus.ts'
import type { Principal } from '#platform/caller.ts'

/** Facts that become an event per reader, by name; modules add theirs by declaration merging. Plain JSON. */
export interface LiveFacts {}

export type SocketEnd = EventOf<'oldSocketRemoved'>['reason']

/**
 * Sends events to members' open browsers, in whichever process their sockets are. Call it after the commit, never
 * before. It neither waits nor throws: a member who is not connected reads the change from the database later.
 */
export interface Realtime {
  /** To every socket of the member except the one named by `except`, which caused the event. */
  toMember<E extends ServerEvent>(
    memberId: string,
    event: E,
    data: EventOf<E>,
    options?: { readonly except?: string | undefined },
  ): void
  /**
   * Sends a fact that the module's `views` turn into an event for each reader, in the process that holds their socket,
   * using what their session knows. Costs nothing for a member who is not connected. `except` is the socket that caused
   * it.
   */
  show<N extends keyof LiveFacts & string>(
    memberId: string,
    name: N,
    facts: LiveFacts[N],
    options?: { readonly except?: string | undefined },
  ): void
  /** The member's account, level or blocks changed: their sockets and every session cache read them again. */
  refresh(memberId: string): void
  /** A block, a photo or the privacy of this member changed: what was cached about who may see what is read again. */
  visibilityChanged(memberId: string): void
  /** Closes the sockets of a session, or with null all of the member's. */
  end(memberId: string, sessionId: string | null, reason: SocketEnd): void
}

/** The event for one reader, or undefined for none. */
export type Shown = {
  readonly [E in ServerEvent]: { readonly event: E; readonly data: EventOf<E> }
}[ServerEvent]
export type Views = {
  readonly [N in keyof LiveFacts]?: (reader: Principal, facts: LiveFacts[N]) => Promise<Shown | undefined>
}

export function createRealtime(bus: Bus): Realtime {
  return {
    toMember: (memberId, event, data, { except } = {}) =>
      bus.publish('member', { memberId, event, data: toWire(data), except }),
    show: (memberId, name, facts, { except } = {}) => bus.publish('show', { memberId, name, facts, except }),
    refresh: (memberId) => bus.publish('refresh', { memberId }),
    visibilityChanged: (memberId) => bus.publish('visibility', { memberId }),
    end: (memberId, sessionId, reason) => bus.publish('end', { memberId, sessionId, reason }),
  }
}
