import type { MemberAllowances } from './event-rules.ts'
import type { Views } from '../realtime.ts'
import { terminate } from './backlog.ts'
import {
  allSockets,
  type CallerIo,
  drop,
  emit,
  type EventHandlers,
  type Io,
  lastWordsMs,
  releaseHandshake,
  roomOf,
  socketsIn,
} from './caller-socket.ts'
import { createClientEvents } from './events.ts'
import { fanOut } from './fan-out.ts'
import { type HandshakeOptions, openHandshakes } from './handshake.ts'
import { createPresence } from './presence.ts'
import { createRecheck, createSessionChanges, type RecheckOptions } from './recheck.ts'

export type { EventHandlers, Identified, MemberSocket } from './caller-socket.ts'

export interface SocketOptions extends HandshakeOptions, RecheckOptions {
  readonly handlers: EventHandlers
  readonly views: Views
  /** How often presence is written, in milliseconds; a minute. */
  readonly presenceEveryMs?: number
  /** What one member may send, by all sockets and requests together. */
  readonly allowances?: MemberAllowances
  /** A socket may outlive its session by this many milliseconds, after which the session is read again; ten minutes. */
  readonly recheckAfterMs?: number
  /** Records members with an open socket in this process: on connection and every minute. */
  present(memberIds: readonly string[]): Promise<void>
}

export interface SocketServer {
  /** Open sockets in this process. */
  readonly open: number
  /**
   * Announces the restart to every socket, refuses further events, waits for running ones, at most `timeoutMs`, and
   * closes the connections. Clients reconnect by themselves, to whichever process then answers.
   */
  close(timeoutMs?: number): Promise<void>
}

const socketsPerMember = 20

/**
 * Socket.IO at `/chat-socket`, websocket only, authorised by the session. Events of other processes arrive over the
 * bus.
 */
export function openSockets(options: SocketOptions): SocketServer {
  const { log, bus, recheckAfterMs = 10 * 60_000 } = options
  let closing = false
  const changes = createSessionChanges()
  const io: Io = openHandshakes(
    options,
    () => closing,
    () => changes.count,
  )
  const recheck = createRecheck(options, () => io)
  const presence = createPresence(log, (memberIds) => options.present(memberIds))
  const events = createClientEvents({ ...options, recheck, presence })

  io.on('connection', (socket: CallerIo) => {
    const { caller } = socket.data.identified
    const room = roomOf(caller)
    void socket.join(room)
    // Socket.IO puts every socket into a room of its own, which is not used here.
    void socket.leave(socket.id)
    releaseHandshake(socket)
    closeOldest(room)
    events.listen(socket)
    if (caller.kind === 'member') presence.arrived(caller.member.memberId)
    if (changes.concern(socket)) void recheck.reauthoriseOrCut(socket)
  })

  function closeOldest(room: string): void {
    const open = socketsIn(io, room)
    if (open.length <= socketsPerMember) return
    const [oldest] = open.sort((a, b) => a.data.openedAt - b.data.openedAt)
    if (oldest) drop(oldest, 'too_many')
  }

  const everyMinute = setInterval(() => {
    const sockets = allSockets(io)
    presence.refresh(sockets)
    const due = Date.now() - recheckAfterMs
    // Sockets stay open while the database is unavailable.
    void recheck.inBatches(sockets.filter(({ data }) => data.checkedAt <= due))
  }, options.presenceEveryMs ?? 60_000)

  fanOut({ io, bus, log, views: options.views, recheck, changes })

  return {
    get open() {
      return io.of('/').sockets.size
    },
    async close(timeoutMs = 0) {
      closing = true
      clearInterval(everyMinute)
      presence.stop()
      recheck.stop()
      emit(io, 'restart', {})
      await events.finish(timeoutMs)
      // Clients reconnect after a lost connection, but not after a Socket.IO disconnect.
      const open = allSockets(io)
      for (const { conn } of open) conn.close()
      if (open.length > 0 && timeoutMs > 0) await Promise.race([emptied(), pause(lastWordsMs)])
      for (const socket of open) terminate(socket)
      io.engine.close()
    },
  }

  async function emptied(): Promise<void> {
    while (io.engine.clientsCount > 0) await pause(20)
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())
