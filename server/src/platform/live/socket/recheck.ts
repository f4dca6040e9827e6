import { createLru } from '#platform/flow-control/lru.ts'
import type { Caller } from '#platform/caller.ts'
import type { Log } from '#platform/process/log.ts'
import type { Bus } from '../bus.ts'
import { terminate } from './backlog.ts'
import { allSockets, type CallerIo, drop, type Identified, type Io, roomOf } from './caller-socket.ts'

/** While the broker is away, the ends of sessions are not announced: all sockets are rechecked this often. */
const recheckDegradedMs = 3000
/** Sessions read again per query. */
const recheckBatch = 500
/** Milliseconds to wait when the database does not answer. */
const recheckAgainMs = 500
/** Longer than opening a socket may take. */
const changesKeptMs = 60_000

export interface RecheckOptions {
  readonly log: Log
  readonly bus: Bus
  /** Reads sessions again, in the same order; undefined for a session that has ended. */
  reidentify(before: readonly Identified[]): Promise<readonly (Caller | undefined)[]>
  /** How often all sessions are read again while the broker is away, in milliseconds; three seconds. */
  readonly recheckDegradedMs?: number
}

/** Reads the sessions of open sockets again, and closes the sockets of those that have ended. */
export interface Recheck {
  /** The caller as the session now says; undefined if it has ended, and the socket is then closed. */
  reauthorise(socket: CallerIo): Promise<Caller | undefined>
  /**
   * An error does not mean that the session ended: the connection is closed, and the client is identified again when it
   * reconnects.
   */
  reauthoriseOrCut(socket: CallerIo): Promise<void>
  /** False if some could not be checked. */
  inBatches(sockets: readonly CallerIo[]): Promise<boolean>
  /** Until every session has been read, or the server stops. */
  everybody(): Promise<void>
  stop(): void
}

export function createRecheck(options: RecheckOptions, io: () => Io): Recheck {
  const { log, bus } = options
  let stopped = false

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

  async function reauthorise(socket: CallerIo): Promise<Caller | undefined> {
    const [caller] = await recheck([socket])
    return caller
  }

  async function inBatches(sockets: readonly CallerIo[]): Promise<boolean> {
    let complete = true
    for (let at = 0; at < sockets.length; at += recheckBatch)
      await recheck(sockets.slice(at, at + recheckBatch)).catch((error: unknown) => {
        complete = false
        log.warn({ err: error }, 'sockets not checked')
      })
    return complete
  }

  let rechecking = false
  const degraded = setInterval(() => {
    if (bus.state !== 'degraded' || rechecking) return
    rechecking = true
    void inBatches(allSockets(io())).finally(() => {
      rechecking = false
    })
  }, options.recheckDegradedMs ?? recheckDegradedMs)

  return {
    reauthorise,
    async reauthoriseOrCut(socket) {
      try {
        await reauthorise(socket)
      } catch (error) {
        log.warn({ err: error }, 'socket not checked')
        terminate(socket)
      }
    },
    inBatches,
    async everybody() {
      while (!stopped && !(await inBatches(allSockets(io())))) await pause(recheckAgainMs)
    },
    stop() {
      stopped = true
      clearInterval(degraded)
    },
  }
}

/** A session may change after it was read and before its socket is registered, where the change would find it. */
export interface SessionChanges {
  readonly count: number
  note(room: string): void
  /** Whether the caller's session changed while this socket was opened. */
  concern(socket: CallerIo): boolean
}

export function createSessionChanges(): SessionChanges {
  const changed = createLru<string, number>(50_000, changesKeptMs)
  let count = 0
  return {
    get count() {
      return count
    },
    note(room) {
      count += 1
      changed.set(room, count)
    },
    concern: ({ data }) => (changed.get(roomOf(data.identified.caller)) ?? 0) > data.changesBefore,
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())
