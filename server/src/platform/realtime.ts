import type { ServerEvent } from '@incontro/contract'
import { type EventOf, toWire } from '@incontro/contract/domain'
import type { Bus } from './bus.ts'
import type { Principal } from './caller.ts'

/** Facts that become an event only for a reader, by name; modules add theirs by declaration merging. Plain JSON. */
export interface LiveFacts {}

export type SocketEnd = EventOf<'oldSocketRemoved'>['reason']

declare module './bus.ts' {
  interface BusMessages {
    /** `data` as the wire has it. */
    member: {
      readonly memberId: string
      readonly event: ServerEvent
      readonly data: unknown
      readonly except: string | undefined
    }
    show: {
      readonly memberId: string
      readonly name: keyof LiveFacts & string
      readonly facts: unknown
      readonly except: string | undefined
    }
    refresh: { readonly memberId: string }
    end: { readonly memberId: string; readonly sessionId: string | null; readonly reason: SocketEnd }
  }
}

/**
 * Sends events to members' open browsers, on whichever process their sockets are; the caller need not know whether there are
 * any. Call it after the commit, never before. It never waits and never throws: a member who is not connected reads it from the
 * database when they come.
 */
export interface Realtime {
  /** To every socket of the member, but the one named by `except`: it caused it and knows. */
  toMember<E extends ServerEvent>(
    memberId: string,
    event: E,
    data: EventOf<E>,
    options?: { readonly except?: string | undefined },
  ): void
  /**
   * The same, made into an event by the module's `views` where the sockets are, from what their sessions know of the reader.
   * Costs nothing for a member who is not connected. `except` is the socket that caused it.
   */
  show<N extends keyof LiveFacts & string>(
    memberId: string,
    name: N,
    facts: LiveFacts[N],
    options?: { readonly except?: string | undefined },
  ): void
  /** The member's account, level or blocks changed: their sockets and every cache of sessions read them again. */
  refresh(memberId: string): void
  /** Ends the sockets of a session, or with no session all of the member's. */
  end(memberId: string, sessionId: string | null, reason: SocketEnd): void
}

/** An event for one reader, or none. */
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
    end: (memberId, sessionId, reason) => bus.publish('end', { memberId, sessionId, reason }),
  }
}
