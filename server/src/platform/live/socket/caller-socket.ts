import type { clientEvents, ClientEvent, Locale, ServerEvent } from '@incontro/contract'
import type { AcknowledgementOf, Domain } from '@incontro/contract/domain'
import type { Server, Socket } from 'socket.io'
import type { output } from 'zod/v4/core'
import type { Caller, Principal } from '#platform/caller.ts'
import type { SocketEnd } from '../realtime.ts'
import { terminate, unreadBytes } from './backlog.ts'

/* A socket and its caller, as the parts of the socket server share them. */

/** Who opened a socket, at which brand, by which session token. */
export interface Identified {
  readonly caller: Caller
  readonly brandId: string
  readonly token: string
  /** The language of the page that opened it; undefined for an API client, who reads the member's. */
  readonly locale?: Locale | undefined
}

export type Handler<E extends ClientEvent> = (
  socket: MemberSocket,
  data: Domain<output<(typeof clientEvents)[E]>>,
) => Promise<AcknowledgementOf<E>>
export type EventHandlers = { readonly [E in ClientEvent]: Handler<E> }

/** The socket as a handler sees it: the member, with current permissions. */
export interface MemberSocket {
  /** Identifies the socket for `Realtime.show`, so that it does not receive its own change. */
  readonly id: string
  readonly principal: Principal
  /**
   * Reads the session again, for example after a change of level; undefined when it has ended, and the socket is then
   * closed.
   */
  reauthorise(): Promise<Principal | undefined>
  /** Records the member as present within half a second, instead of within the minute. */
  recordPresence(): void
}

interface Data {
  identified: Identified
  openedAt: number
  checkedAt: number
  changesBefore: number
}
export type CallerIo = Socket<never, never, never, Data>
export type Io = Server<never, never, never, Data>

/**
 * Most unread packets of a socket. Beyond it the socket is closed, and the client catches up by sequence number
 * (rule 6.2).
 */
const mostUnsent = 256
const mostUnreadBytes = 1_000_000
/** Milliseconds in which the last event may be sent; then the connection is closed, whether it was read or not. */
export const lastWordsMs = 1000

export const readsNothing = (socket: CallerIo): boolean =>
  (socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length > mostUnsent ||
  unreadBytes(socket) > mostUnreadBytes

/** `Realtime` types events by the contract; Socket.IO's typing is not used. */
export function emit(to: { emit: unknown }, event: ServerEvent, data: unknown): void {
  ;(to.emit as (event: string, data: unknown) => void).call(to, event, data)
}

export const memberRoom = (id: string): string => `m${id}`
/** The room of all sockets of one caller, which no other caller shares. */
export const roomOf = (caller: Caller): string =>
  caller.kind === 'member' ? memberRoom(caller.member.memberId) : `s${caller.staff.staffId}`
/** Where only a member can be: in a member's room, and in the handlers of what members send. */
export function memberOf(caller: Caller): Principal {
  if (caller.kind !== 'member') throw new Error('staff in place of a member')
  return caller.member
}
export function refusal(code: string, message: string) {
  return { ok: false as const, code, message }
}

export function drop(socket: CallerIo, reason: SocketEnd): void {
  emit(socket, 'oldSocketRemoved', { reason })
  socket.disconnect(true)
  // A graceful close waits until the client has read everything, which may never happen.
  setTimeout(() => terminate(socket), lastWordsMs).unref()
}

/** The sockets of a room in this process. */
export const socketsIn = (io: Io, room: string): CallerIo[] =>
  [...(io.of('/').adapter.rooms.get(room) ?? [])].flatMap((id) => io.of('/').sockets.get(id) ?? [])

export const allSockets = (io: Io): CallerIo[] => [...io.of('/').sockets.values()]

const nothing = Object.freeze({})

/** Request and headers of the handshake are only needed for identification, and are most of an idle socket's memory. */
export function releaseHandshake(socket: CallerIo): void {
  const { handshake, conn } = socket as unknown as { handshake: Record<string, unknown>; conn: { request: unknown } }
  for (const key of ['headers', 'query', 'auth']) handshake[key] = nothing
  conn.request = null
}
