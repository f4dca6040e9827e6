import { clientEvents, eventAccess, type ClientEvent, type Locale, type ServerEvent } from '@incontro/contract'
import { type AcknowledgementOf, type Domain, toDomain, toWire } from '@incontro/contract/domain'
import { createLru } from '#platform/flow-control/lru.ts'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { output } from 'zod/v4/core'
import type { Bus } from '../bus.ts'
import { refusalOf } from '#platform/access.ts'
import type { Caller, Principal } from '#platform/caller.ts'
import type { Log } from '#platform/process/log.ts'
import type { Shown, SocketEnd, Views } from '../realtime.ts'
import { createAllowance, type Allowance } from './allowance.ts'
import { createMemberAllowances, isOwn, tooManyEvents, type MemberAllowances } from './event-rules.ts'
import { terminate, unreadBytes } from './backlog.ts'
import { createHandshakeGate, type Handshake, type HandshakeLimits } from './handshake-limits.ts'

/** Who opened a socket, at which brand, by which session token. */
export interface Identified {
  readonly caller: Caller
  readonly brandId: string
  readonly token: string
  /** The language of the page that opened it; undefined for an API client, who reads the member's. */
  readonly locale?: Locale | undefined
}

type Handler<E extends ClientEvent> = (
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

export interface SocketOptions {
  readonly http: HttpServer
  readonly log: Log
  readonly bus: Bus
  /**
   * Identifies who opens a socket, by `auth.token` or by the cookie from a page of the brand. Undefined
   * refuses the socket for good.
   */
  identify(request: IncomingMessage, token: unknown): Promise<Identified | undefined>
  /** Reads sessions again, in the same order; undefined for a session that has ended. */
  reidentify(before: readonly Identified[]): Promise<readonly (Caller | undefined)[]>
  /** The client's address; forwarded headers count behind trusted proxies only. */
  addressOf(request: IncomingMessage): string
  readonly newcomers?: HandshakeLimits
  readonly handlers: EventHandlers
  readonly views: Views
  /** How often presence is written, in milliseconds; a minute. */
  readonly presenceEveryMs?: number
  /** What one member may send, by all sockets and requests together. */
  readonly allowances?: MemberAllowances
  /** A socket may outlive its session by this many milliseconds, after which the session is read again; ten minutes. */
  readonly recheckAfterMs?: number
  /** How often all sessions are read again while the broker is away, in milliseconds; three seconds. */
  readonly recheckDegradedMs?: number
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
 * Most unread packets of a socket. Beyond it the socket is closed, and the client catches up by sequence number
 * (rule 6.2).
 */
const mostUnsent = 256
const mostUnreadBytes = 1_000_000
/**
 * Above what a person reaches. Beyond it one event is refused as `busy` and the socket is closed, so that ordered events
 * are not accepted with gaps.
 */
const eventAllowance = { burst: 40, perSecond: 15 }
const ended = refusal('forbidden', 'The session has ended')
/** Milliseconds in which the events before the refused one may still be answered. */
const lastAnswersMs = 500
/** Limits how often one member opens sockets. */
const openingAllowance = { burst: 60, perSecond: 1 }
const arrivalsEveryMs = 500
/** While the broker is away, the ends of sessions are not announced: all sockets are rechecked this often. */
const recheckDegradedMs = 3000
/** Sessions read again per query. */
const recheckBatch = 500
/** Milliseconds to wait when the database does not answer. */
const recheckAgainMs = 500

/** Longer than opening a socket may take. */
const changesKeptMs = 60_000
/** Milliseconds in which the last event may be sent; then the connection is closed, whether it was read or not. */
const lastWordsMs = 1000

interface Data {
  identified: Identified
  openedAt: number
  checkedAt: number
  changesBefore: number
}
type CallerIo = Socket<never, never, never, Data>

/**
 * Socket.IO at `/chat-socket`, websocket only, authorised by the session. Events of other processes arrive over the
 * bus.
 */
export function openSockets(options: SocketOptions): SocketServer {
  const { log, bus, recheckAfterMs = 10 * 60_000 } = options
  const newcomers = createHandshakeGate(options.newcomers)
  const admitted = new WeakMap<IncomingMessage, Handshake>()
  const io = new Server<never, never, never, Data>(options.http, {
    path: '/chat-socket',
    transports: ['websocket'],
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    maxHttpBufferSize: 32_768,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    connectTimeout: 5000,
    allowRequest: (request, answer) => {
      const newcomer = closing ? undefined : newcomers.admit(options.addressOf(request))
      if (!newcomer) return answer('too many connections', false)
      admitted.set(request, newcomer)
      request.socket.once('close', newcomer.closed)
      return answer(null, true)
    },
  })

  const arrived = new Set<string>()
  const openings = createLru<string, Allowance>(50_000)
  const allowances = options.allowances ?? createMemberAllowances()
  let closing = false
  let underWay = 0
  let idle: () => void = () => undefined
  // A session may change after it was read and before its socket is registered, where the change would find it.
  const changed = createLru<string, number>(50_000, changesKeptMs)
  let changes = 0
  const note = (room: string): void => {
    changes += 1
    changed.set(room, changes)
  }

  io.use((socket: CallerIo, next) => {
    socket.data.changesBefore = changes
    const { request } = socket
    options.identify(request, (socket.handshake.auth as { token?: unknown }).token).then(
      (identified) => {
        if (!identified) {
          setTimeout(() => terminate(socket), lastWordsMs).unref()
          return next(new Error('unauthorised'))
        }
        if (!mayOpen(roomOf(identified.caller))) return terminate(socket)
        admitted.get(request)?.identified()
        socket.data.identified = identified
        socket.data.openedAt = socket.data.checkedAt = Date.now()
        return next()
      },
      (error: unknown) => {
        log.error({ err: error }, 'socket cannot be identified')
        // A refusal is final for the client, a lost connection is not: it will reconnect once the session can be read.
        terminate(socket)
      },
    )
  })

  function mayOpen(room: string): boolean {
    const allow = openings.get(room) ?? createAllowance(openingAllowance)
    openings.set(room, allow)
    return allow()
  }

  io.on('connection', (socket: CallerIo) => {
    const { caller } = socket.data.identified
    const room = roomOf(caller)
    void socket.join(room)
    // Socket.IO puts every socket into a room of its own, which is not used here.
    void socket.leave(socket.id)
    releaseHandshake(socket)
    closeOldest(room)
    listen(socket)
    if (caller.kind === 'member') arrived.add(caller.member.memberId)
    if ((changed.get(room) ?? 0) > socket.data.changesBefore) void reauthoriseOrCut(socket)
  })

  function listen(socket: CallerIo): void {
    let allow: Allowance | undefined
    let unanswered = 0
    let isRefused = false
    const closeAnswered = (): void => {
      if (isRefused && unanswered === 0) socket.conn.close()
    }
    let reading: Promise<unknown> | undefined
    /**
     * While the broker is away, the session is read before each event, one after the other, so that the events stay in
     * order. A session that has ended handles nothing more.
     */
    const inOpenSession = async <T>(handle: () => Promise<T>): Promise<T | typeof ended> => {
      if (!reading && bus.state !== 'degraded') return handle()
      const caller = (reading ?? Promise.resolve()).then(() => reauthorise(socket))
      // The event that waits for it gets the error.
      const mine = caller.catch(() => undefined)
      reading = mine
      void mine.then(() => {
        if (reading === mine) reading = undefined
      })
      return (await caller) ? handle() : ended
    }
    const face: MemberSocket = {
      id: socket.id,
      get principal() {
        return memberOf(socket.data.identified.caller)
      },
      async reauthorise() {
        const caller = await reauthorise(socket)
        return caller && memberOf(caller)
      },
      recordPresence: () => arrived.add(memberOf(socket.data.identified.caller).memberId),
    }
    socket.onAny((event: string, ...given: unknown[]) => {
      if (closing || isRefused) return
      allow ??= createAllowance(eventAllowance)
      if (readsNothing(socket)) return terminate(socket)
      const last = given.at(-1)
      const answer = typeof last === 'function' ? (last as (value: unknown) => void) : () => undefined
      if (!allow() || !allowances.allow(socket.data.identified.caller)) {
        isRefused = true
        answer(tooManyEvents)
        setTimeout(() => terminate(socket), lastAnswersMs).unref()
        return closeAnswered()
      }
      const [data, ...more] = typeof last === 'function' ? given.slice(0, -1) : given
      if (!Object.hasOwn(clientEvents, event)) return answer(refusal('invalid', 'There is no such event'))
      if (more.length > 0) return answer(refusal('invalid', 'An event carries one value'))
      const name = event as ClientEvent
      const { caller, brandId } = socket.data.identified
      if (refusalOf(eventAccess[name], caller, brandId) !== undefined)
        return answer(refusal('forbidden', 'This is for others'))
      const parsed = clientEvents[name].safeParse(data)
      if (!parsed.success)
        return answer(
          refusal('invalid', `${parsed.error.issues[0]?.path.join('.') || 'data'}: is not as the documentation has it`),
        )
      if (!isOwn(face.principal, parsed.data)) return answer(refusal('not_found', 'Not found'))
      underWay += 1
      unanswered += 1
      const handle = () => (options.handlers[name] as Handler<ClientEvent>)(face, toDomain(parsed.data) as never)
      return void inOpenSession(handle)
        .then(
          (acknowledgement) => answer(toWire(acknowledgement)),
          (error: unknown) => {
            log.error({ err: error, event: name }, 'event failed')
            answer(refusal('internal', 'Something went wrong, try again'))
          },
        )
        .finally(() => {
          underWay -= 1
          unanswered -= 1
          closeAnswered()
          if (underWay === 0) idle()
        })
    })
  }

  async function reauthorise(socket: CallerIo): Promise<Caller | undefined> {
    const [caller] = await recheck([socket])
    return caller
  }

  /**
   * An error does not mean that the session ended: the connection is closed, and the client is identified again when it
   * reconnects.
   */
  async function reauthoriseOrCut(socket: CallerIo): Promise<void> {
    try {
      await reauthorise(socket)
    } catch (error) {
      log.warn({ err: error }, 'socket not checked')
      terminate(socket)
    }
  }

  /** Reads the sessions again and closes the sockets of those that have ended. */
  async function recheck(sockets: readonly CallerIo[]): Promise<readonly (Caller | undefined)[]> {
    const now = Date.now()
    for (const socket of sockets) socket.data.checkedAt = now
    const found = await options.reidentify(sockets.map(({ data }) => data.identified))
    sockets.forEach((socket, n) => {
      const caller = found[n]
      if (caller) socket.data.identified = { ...socket.data.identified, caller }
      else drop(socket, 'session_ended')
    })
    return found
  }

  function drop(socket: CallerIo, reason: SocketEnd): void {
    emit(socket, 'oldSocketRemoved', { reason })
    socket.disconnect(true)
    // A graceful close waits until the client has read everything, which may never happen.
    setTimeout(() => terminate(socket), lastWordsMs).unref()
  }

  function local(room: string): CallerIo[] {
    return [...(io.of('/').adapter.rooms.get(room) ?? [])].flatMap((id) => io.of('/').sockets.get(id) ?? [])
  }
  const everybody = (): CallerIo[] => [...io.of('/').sockets.values()]

  function closeOldest(room: string): void {
    const open = local(room)
    if (open.length <= socketsPerMember) return
    const [oldest] = open.sort((a, b) => a.data.openedAt - b.data.openedAt)
    if (oldest) drop(oldest, 'too_many')
  }

  async function present(memberIds: readonly string[]): Promise<void> {
    await options.present(memberIds).catch((error: unknown) => log.warn({ err: error }, 'presence not written'))
  }

  // After a restart, all members reconnect within seconds: their presence is written in batches.
  const arrivals = setInterval(() => {
    if (arrived.size === 0) return
    const ids = [...arrived]
    arrived.clear()
    void present(ids)
  }, arrivalsEveryMs)
  const presence = setInterval(() => {
    for (const { data } of everybody())
      if (data.identified.caller.kind === 'member') arrived.add(data.identified.caller.member.memberId)
    const due = Date.now() - recheckAfterMs
    // Sockets stay open while the database is unavailable.
    void recheckInBatches(everybody().filter(({ data }) => data.checkedAt <= due))
  }, options.presenceEveryMs ?? 60_000)

  let rechecking = false
  const degraded = setInterval(() => {
    if (bus.state !== 'degraded' || rechecking) return
    rechecking = true
    void recheckInBatches(everybody()).finally(() => {
      rechecking = false
    })
  }, options.recheckDegradedMs ?? recheckDegradedMs)

  async function recheckEverybody(): Promise<void> {
    while (!closing && !(await recheckInBatches(everybody()))) await pause(recheckAgainMs)
  }

  /** False if some could not be checked. */
  async function recheckInBatches(sockets: readonly CallerIo[]): Promise<boolean> {
    let complete = true
    for (let at = 0; at < sockets.length; at += recheckBatch)
      await recheck(sockets.slice(at, at + recheckBatch)).catch((error: unknown) => {
        complete = false
        log.warn({ err: error }, 'sockets not checked')
      })
    return complete
  }

  /** `data` is in wire format. */
  function emitOrTerminate(
    socket: CallerIo,
    { event, data }: { readonly event: ServerEvent; readonly data: unknown },
  ): void {
    if (readsNothing(socket)) terminate(socket)
    else if (socket.connected) emit(socket, event, data)
  }

  // One at a time for each reader, so that events keep their order.
  const showing = new Map<string, Promise<void>>()

  bus.subscribe('member', ({ memberId, event, data, except }) => {
    const room = memberRoom(memberId)
    if (except !== undefined) {
      for (const socket of local(room)) if (socket.id !== except) emitOrTerminate(socket, { event, data })
      return
    }
    for (const socket of local(room)) if (readsNothing(socket)) terminate(socket)
    emit(io.to(room), event, data)
  })
  bus.subscribe('show', ({ memberId, name, facts, except }) => {
    const readers = local(memberRoom(memberId)).filter(({ id }) => id !== except)
    const [reader] = readers
    if (!reader) return
    const view = Object.hasOwn(options.views, name)
      ? (options.views[name as keyof Views] as ((reader: Principal, facts: unknown) => Promise<unknown>) | undefined)
      : undefined
    if (!view) return log.error({ name }, 'no view of this name')
    const before = showing.get(memberId)
    const shown = (async () => {
      await before
      try {
        const seen = (await view(memberOf(reader.data.identified.caller), facts)) as Shown | undefined
        const event = seen && { event: seen.event, data: toWire(seen.data) }
        if (event) for (const socket of readers) emitOrTerminate(socket, event)
      } catch (error) {
        log.error({ err: error, name }, 'news not shown')
        // Otherwise these readers would not know that they missed an event.
        for (const socket of readers) emitOrTerminate(socket, { event: 'catchUp', data: {} })
      }
    })()
    showing.set(memberId, shown)
    void shown.then(() => {
      if (showing.get(memberId) === shown) showing.delete(memberId)
    })
  })
  bus.subscribe('refresh', ({ memberId }) => {
    note(memberRoom(memberId))
    for (const socket of local(memberRoom(memberId))) void reauthoriseOrCut(socket)
  })
  bus.subscribe('end', ({ memberId, sessionId, reason }) => {
    note(memberRoom(memberId))
    for (const socket of local(memberRoom(memberId)))
      if (sessionId === null || memberOf(socket.data.identified.caller).sessionId === sessionId) drop(socket, reason)
  })
  // Sessions may have ended and messages been sent without this process being notified.
  bus.onGap(() => {
    for (const { data } of everybody()) note(roomOf(data.identified.caller))
    emit(io, 'catchUp', {})
    void recheckEverybody()
  })

  return {
    get open() {
      return io.of('/').sockets.size
    },
    async close(timeoutMs = 0) {
      closing = true
      clearInterval(presence)
      clearInterval(degraded)
      clearInterval(arrivals)
      emit(io, 'restart', {})
      if (underWay > 0 && timeoutMs > 0)
        await new Promise<void>((resolve) => {
          idle = resolve
          setTimeout(resolve, timeoutMs).unref()
        })
      // Clients reconnect after a lost connection, but not after a Socket.IO disconnect.
      const open = everybody()
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

const readsNothing = (socket: CallerIo): boolean =>
  (socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length > mostUnsent ||
  unreadBytes(socket) > mostUnreadBytes

/** `Realtime` types events by the contract; Socket.IO's typing is not used. */
function emit(to: { emit: unknown }, event: ServerEvent, data: unknown): void {
  ;(to.emit as (event: string, data: unknown) => void).call(to, event, data)
}

const memberRoom = (id: string): string => `m${id}`
/** The room of all sockets of one caller, which no other caller shares. */
const roomOf = (caller: Caller): string =>
  caller.kind === 'member' ? memberRoom(caller.member.memberId) : `s${caller.staff.staffId}`
/** Where only a member can be: in a member's room, and in the handlers of what members send. */
function memberOf(caller: Caller): Principal {
  if (caller.kind !== 'member') throw new Error('staff in place of a member')
  return caller.member
}
function refusal(code: string, message: string) {
  return { ok: false as const, code, message }
}

const nothing = Object.freeze({})

/** Request and headers of the handshake are only needed for identification, and are most of an idle socket's memory. */
function releaseHandshake(socket: CallerIo): void {
  const { handshake, conn } = socket as unknown as { handshake: Record<string, unknown>; conn: { request: unknown } }
  for (const key of ['headers', 'query', 'auth']) handshake[key] = nothing
  conn.request = null
}
