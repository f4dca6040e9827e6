import type { ServerEvent, ServerEventData } from '@incontro/contract'

/** Tells members' open browsers something, on whichever process their sockets are. Call it after the commit, never before. */
export interface Realtime {
  /** To every socket of the member; nobody connected is no error: they read it from the database when they come. */
  toMember<E extends ServerEvent>(memberId: string, event: E, data: ServerEventData<E>): void
  /** How many sockets of the member there may be: exact with one process, "some" with a broker. Saves work for nobody. */
  reach(memberId: string): number
  /** The member's account, level or blocks changed: their sockets read who they are anew. */
  refresh(memberId: string): void
  /** Ends the sockets of a session, or with no session all of the member's. */
  end(memberId: string, sessionId: string | null, reason: ServerEventData<'oldSocketRemoved'>['reason']): void
}
