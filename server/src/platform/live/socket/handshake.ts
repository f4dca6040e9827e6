import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { createLru } from '#platform/flow-control/lru.ts'
import type { Log } from '#platform/process/log.ts'
import { createAllowance, type Allowance } from './allowance.ts'
import { terminate } from './backlog.ts'
import { type CallerIo, type Identified, type Io, lastWordsMs, roomOf } from './caller-socket.ts'
import { createHandshakeGate, type HandshakeLimits } from './handshake-limits.ts'
import { createHandshakeQueue } from './handshake-queue.ts'

/** Limits how often one member opens sockets. */
const openingAllowance = { burst: 60, perSecond: 1 }

export interface HandshakeOptions {
  readonly http: HttpServer
  readonly log: Log
  /**
   * Identifies who opens a socket, by `auth.token` or by the cookie from a page of the brand. Undefined
   * refuses the socket for good.
   */
  identify(request: IncomingMessage, token: unknown): Promise<Identified | undefined>
  /** The client's address; forwarded headers count behind trusted proxies only. */
  addressOf(request: IncomingMessage): string
  readonly newcomers?: HandshakeLimits
}

/**
 * Socket.IO that admits only sockets whose caller is identified: limits by network before the handshake, the session in
 * it, and how often one caller may open a socket after it.
 * @param isClosing a server that stops admits no one
 * @param changes how many changes of sessions were noted so far
 */
export function openHandshakes(options: HandshakeOptions, isClosing: () => boolean, changes: () => number): Io {
  const newcomers = createHandshakeGate(options.newcomers)
  const queue = createHandshakeQueue()
  /** Ends a handshake whose caller is identified. */
  const admitted = new WeakMap<IncomingMessage, () => void>()
  const openings = createLru<string, Allowance>(50_000)
  const io: Io = new Server(options.http, {
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
      const newcomer = isClosing() ? undefined : newcomers.admit(options.addressOf(request))
      if (!newcomer) return answer('too many connections', false)
      request.socket.once('close', newcomer.closed)
      const end = queue.enter(request.socket, () => answer(null, !isClosing()))
      admitted.set(request, () => {
        newcomer.identified()
        end()
      })
    },
  })

  function mayOpen(room: string): boolean {
    const allow = openings.get(room) ?? createAllowance(openingAllowance)
    openings.set(room, allow)
    return allow()
  }

  io.use((socket: CallerIo, next) => {
    socket.data.changesBefore = changes()
    const { request } = socket
    options.identify(request, (socket.handshake.auth as { token?: unknown }).token).then(
      (identified) => {
        if (!identified) {
          setTimeout(() => terminate(socket), lastWordsMs).unref()
          return next(new Error('unauthorised'))
        }
        if (!mayOpen(roomOf(identified.caller))) return terminate(socket)
        admitted.get(request)?.()
        socket.data.identified = identified
        socket.data.openedAt = socket.data.checkedAt = Date.now()
        return next()
      },
      (error: unknown) => {
        options.log.error({ err: error }, 'socket cannot be identified')
        // A refusal is final for the client, a lost connection is not: it will reconnect once the session can be read.
        terminate(socket)
      },
    )
  })
  return io
}
