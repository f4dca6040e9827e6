import {
  clientEvents,
  type Acknowledgement,
  type ClientEvent,
  type ServerEvent,
  type ServerEventData,
} from '@incontro/contract'
import { createShardedAdapter } from '@socket.io/redis-adapter'
import { LRUCache } from 'lru-cache'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { createClient } from 'redis'
import { Server, type Socket } from 'socket.io'
import type { output } from 'zod/v4/core'
import type { Principal } from '../caller.ts'
import type { Log } from '../log.ts'
import { createAllowance } from './allowance.ts'
import type { Realtime } from '../realtime.ts'

export interface Identified {
  readonly principal: Principal
  readonly token: string
}

type Handler<E extends ClientEvent> = (
  socket: MemberSocket,
  data: output<(typeof clientEvents)[E]>,
) => Promise<Acknowledgement<E>>
export type EventHandlers = { readonly [E in ClientEvent]: Handler<E> }

/** What a handler sees of the socket: who it is, now. */
export interface MemberSocket {
  readonly principal: Principal
  /** Reads the session again, as after a change of level; undefined when it has ended (the socket is then closed). */
  reauthorise(): Promise<Principal | undefined>
}

export interface SocketOptions {
  readonly http: HttpServer
  readonly log: Log
  readonly brokerUrl: string | undefined
  /** Who opens a socket: by `auth.token` or by the cookie, from a page of the brand. Undefined refuses it. */
  identify(request: IncomingMessage, token: unknown): Promise<Identified | undefined>
  reidentify(before: Identified): Promise<Principal | undefined>
  readonly handlers: EventHandlers
  /** How often presence is written; a minute. */
  readonly presenceEveryMs?: number
  /** A socket may stay open past the end of its session: after this long its session is read again; ten minutes. */
  readonly recheckAfterMs?: number
  /** Members with an open socket here: at connection, and every minute. */
  present(memberIds: readonly string[]): Promise<void>
  /** Another process says that something about the member changed. */
  changed(memberId: string): void
}

export interface SocketServer extends Realtime {
  close(): Promise<void>
}

const socketsPerMember = 20
/** Unsent packets of a socket whose other end does not read; then it is closed and comes back by sequence number (decision 6.2). */
const mostUnsent = 256
const arrivalsEveryMs = 500

/** Longer than a socket may take to open. */
const changesKeptMs = 60_000

interface Data {
  identified: Identified
  openedAt: number
  checkedAt: number
  changesBefore: number
}
type MemberIo = Socket<never, never, never, Data>

/** Socket.IO at `/chat-socket`, websocket only, authorised by the session. */
export async function openSockets(options: SocketOptions): Promise<SocketServer> {
  const { log, recheckAfterMs = 10 * 60_000 } = options
  const broker = options.brokerUrl === undefined ? undefined : await connectBroker(options.brokerUrl, log)
  const io = new Server<never, never, never, Data>(options.http, {
    path: '/chat-socket',
    transports: ['websocket'],
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    maxHttpBufferSize: 32_768,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    connectTimeout: 10_000,
    ...(broker ? { adapter: createShardedAdapter(broker.publisher, broker.subscriber) } : {}),
  })

  const arrived = new Set<string>()
  // A session may change between its being read and the socket being among the member's, where a change would find it.
  const changed = new LRUCache<string, number>({ max: 50_000, ttl: changesKeptMs })
  let changes = 0
  const note = (memberId: string): void => {
    changes += 1
    changed.set(memberId, changes)
  }

  io.use((socket: MemberIo, next) => {
    socket.data.changesBefore = changes
    options.identify(socket.request, (socket.handshake.auth as { token?: unknown }).token).then(
      (identified) => {
        if (!identified) return next(new Error('unauthorised'))
        socket.data.identified = identified
        socket.data.openedAt = socket.data.checkedAt = Date.now()
        return next()
      },
      (error: unknown) => {
        log.error({ err: error }, 'socket cannot be identified')
        next(new Error('internal'))
      },
    )
  })

  io.on('connection', (socket: MemberIo) => {
    const { memberId } = socket.data.identified.principal
    void socket.join(memberRoom(memberId))
    // Socket.IO gives every socket a room of its own; nothing is sent there.
    void socket.leave(socket.id)
    lighten(socket)
    closeOldest(memberId)
    listen(socket)
    arrived.add(memberId)
    if ((changed.get(memberId) ?? 0) > socket.data.changesBefore)
      void reauthorise(socket).catch(() => drop(socket, 'session_ended'))
  })

  function listen(socket: MemberIo): void {
    let allow: (() => boolean) | undefined
    const face: MemberSocket = {
      get principal() {
        return socket.data.identified.principal
      },
      reauthorise: () => reauthorise(socket),
    }
    socket.onAny((event: string, ...given: unknown[]) => {
      const last = given.at(-1)
      const answer = typeof last === 'function' ? (last as (value: unknown) => void) : () => undefined
      const [data, ...more] = typeof last === 'function' ? given.slice(0, -1) : given
      allow ??= createAllowance({ burst: 40, perSecond: 15 })
      if (!allow()) return answer(refusal('too_fast', 'Too many events, wait a moment'))
      if (!Object.hasOwn(clientEvents, event)) return answer(refusal('invalid', 'There is no such event'))
      if (more.length > 0) return answer(refusal('invalid', 'An event carries one value'))
      const name = event as ClientEvent
      const parsed = clientEvents[name].safeParse(data)
      if (!parsed.success)
        return answer(
          refusal('invalid', `${parsed.error.issues[0]?.path.join('.') || 'data'}: is not as the documentation has it`),
        )
      const wanted =
        (parsed.data as { trackerId?: string; clickid?: string }).trackerId ??
        (parsed.data as { clickid?: string }).clickid
      if (wanted !== undefined && wanted !== face.principal.clickid) return answer(refusal('not_found', 'Not found'))
      return void (options.handlers[name] as Handler<ClientEvent>)(face, parsed.data as never).then(
        answer,
        (error: unknown) => {
          log.error({ err: error, event: name }, 'event failed')
          answer(refusal('internal', 'Something went wrong, try again'))
        },
      )
    })
  }

  async function reauthorise(socket: MemberIo): Promise<Principal | undefined> {
    socket.data.checkedAt = Date.now()
    const principal = await options.reidentify(socket.data.identified)
    if (principal) socket.data.identified = { ...socket.data.identified, principal }
    else drop(socket, 'session_ended')
    return principal
  }

  function drop(socket: MemberIo, reason: ServerEventData<'oldSocketRemoved'>['reason']): void {
    tell(socket, 'oldSocketRemoved', { reason })
    socket.disconnect(true)
  }

  function local(room: string): MemberIo[] {
    return [...(io.of('/').adapter.rooms.get(room) ?? [])].flatMap((id) => io.of('/').sockets.get(id) ?? [])
  }

  function closeOldest(memberId: string): void {
    const open = local(memberRoom(memberId))
    if (open.length <= socketsPerMember) return
    const [oldest] = open.sort((a, b) => a.data.openedAt - b.data.openedAt)
    if (oldest) drop(oldest, 'too_many')
  }

  async function present(memberIds: readonly string[]): Promise<void> {
    await options.present(memberIds).catch((error: unknown) => log.warn({ err: error }, 'presence not written'))
  }

  // After a restart everybody comes back within seconds: they are written together, not one by one.
  const arrivals = setInterval(() => {
    if (arrived.size === 0) return
    const ids = [...arrived]
    arrived.clear()
    void present(ids)
  }, arrivalsEveryMs)
  const presence = setInterval(() => {
    for (const socket of io.of('/').sockets.values() as Iterable<MemberIo>) {
      arrived.add(socket.data.identified.principal.memberId)
      // A database that does not answer just now is no reason to close anybody's socket.
      if (Date.now() - socket.data.checkedAt >= recheckAfterMs)
        void reauthorise(socket).catch((error: unknown) => log.warn({ err: error }, 'socket not checked'))
    }
  }, options.presenceEveryMs ?? 60_000)

  const refreshHere = (memberId: string): void => {
    note(memberId)
    for (const socket of local(memberRoom(memberId)))
      void reauthorise(socket).catch(() => drop(socket, 'session_ended'))
  }
  const serverSide = io as unknown as {
    on(event: string, listener: (value: string) => void): void
    serverSideEmit(event: string, value: string): void
  }
  serverSide.on('refresh', (memberId) => {
    options.changed(memberId)
    refreshHere(memberId)
  })

  return {
    toMember(memberId, event: ServerEvent, data) {
      const room = memberRoom(memberId)
      for (const socket of local(room)) {
        if (unsent(socket) > mostUnsent) socket.disconnect(true)
      }
      tell(io.to(room), event, data)
    },
    reach: (memberId) =>
      broker ? Number.POSITIVE_INFINITY : (io.of('/').adapter.rooms.get(memberRoom(memberId))?.size ?? 0),
    refresh(memberId) {
      refreshHere(memberId)
      if (broker) serverSide.serverSideEmit('refresh', memberId)
    },
    end(memberId, sessionId, reason) {
      note(memberId)
      for (const socket of local(memberRoom(memberId))) {
        if (sessionId === null || socket.data.identified.principal.sessionId === sessionId) drop(socket, reason)
      }
      // Other processes read the session again, find it gone, and close theirs.
      if (broker) serverSide.serverSideEmit('refresh', memberId)
    },
    async close() {
      clearInterval(presence)
      clearInterval(arrivals)
      await io.close()
      if (broker) await Promise.all([broker.publisher.quit(), broker.subscriber.quit()])
    },
  }
}

/** Events are typed by the contract at `Realtime`; Socket.IO's own typing of them is not used. */
function tell(to: { emit: unknown }, event: ServerEvent, data: unknown): void {
  ;(to.emit as (event: string, data: unknown) => void).call(to, event, data)
}

const memberRoom = (id: string): string => `m${id}`
const refusal = (code: string, message: string) => ({ ok: false as const, code, message })

const unsent = (socket: MemberIo): number => (socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length

const nothing = Object.freeze({})

/** The handshake's request and headers are needed to identify and never again; kept, they are most of what an idle socket weighs. */
function lighten(socket: MemberIo): void {
  const { handshake, conn } = socket as unknown as { handshake: Record<string, unknown>; conn: { request: unknown } }
  for (const key of ['headers', 'query', 'auth']) handshake[key] = nothing
  conn.request = null
}

async function connectBroker(url: string, log: Log) {
  const publisher = createClient({ url })
  const subscriber = publisher.duplicate()
  for (const client of [publisher, subscriber])
    client.on('error', (error: unknown) => log.error({ err: error }, 'broker'))
  await Promise.all([publisher.connect(), subscriber.connect()])
  return { publisher, subscriber }
}
