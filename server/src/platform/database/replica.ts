import type pg from 'pg'
import type { Bus } from '#platform/live/bus.ts'
import { isUnavailable, openDatabase, type DatabaseOptions } from './database.ts'
import type { Log } from '#platform/process/log.ts'
import { ScopedPool } from './pool-override.ts'
import { createProgress, type Progress } from './replica-progress.ts'
import { createRequireRead, type RequireRead } from './read-only.ts'
import type { EventHandlers } from '#platform/live/socket/server.ts'
import type { Vitals } from '#platform/module.ts'

/** Runs single statements that change nothing. */
export interface Reader {
  query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: Row[] }>
}

/**
 * Reads that may be a few seconds old: other members' cards, lists, counts and old messages. Never what decides about
 * money, access, blocks or what a member may read. A module that receives this declares by each use that the statement
 * may lag.
 */
export interface LaggingReads {
  /** Knows everything that the member changed or was informed of. */
  of(memberId: string): Reader
  /** Whether reads of this member may be older than the primary, so that what they found has to be checked there. */
  mayLag(memberId: string): boolean
  /** Call when a request of the member that may have changed something has ended, before it is answered. */
  wrote(memberId: string): void
  /** Calls `wrote` after each event of a member. */
  afterEach(handlers: EventHandlers): EventHandlers
  /** Changes when reads lead to another server: transaction ids and versions of rows of the one before mean nothing then. */
  serverNumber(): number
  /** The primary is another server now, which the replica does not follow: all read from the primary. */
  leaveReplica(): void
  readonly vitals: Vitals
  close(): Promise<void>
}

const numberOf = (pool: pg.Pool): number => (pool instanceof ScopedPool ? pool.server : 0)

/** Without a replica: all reads run on the primary. `exactTables` are refused all the same. */
export function readsOnPrimary(pool: pg.Pool, exactTables: readonly string[]): LaggingReads {
  const reader = readOnly(pool, createRequireRead(exactTables))
  return {
    of: () => reader,
    mayLag: () => false,
    wrote: () => undefined,
    afterEach: (handlers) => handlers,
    serverNumber: () => numberOf(pool),
    leaveReplica: () => undefined,
    vitals: {},
    close: async () => undefined,
  }
}

export interface ReplicaOptions {
  /** The replica is not used while it is behind by more than this, in milliseconds; three seconds. */
  readonly maxLagMs?: number
  /** How often both servers are asked how far they are, in milliseconds. */
  readonly pollMs?: number
}

/** Events that tell a member nothing that they could look up. */
const passing: ReadonlySet<string> = new Set(['typing'])

/**
 * Reads on a streaming replica (docs/decisions/031). A member who wrote, or was informed of a change, reads from the
 * primary until the replica has replayed everything up to then. While the replica is late or away, all read from the
 * primary; a statement that fails on the replica runs again there.
 */
export function openReplica(
  input: {
    readonly url: string
    readonly primaryUrl: string
    readonly primary: pg.Pool
    /** Tables that are not read on a replica. */
    readonly exactTables: readonly string[]
    readonly bus: Pick<Bus, 'publish' | 'subscribe' | 'onGap' | 'state'>
    readonly log: Log
    readonly database?: DatabaseOptions | undefined
  },
  { maxLagMs = 3000, pollMs = 250 }: ReplicaOptions = {},
): LaggingReads {
  const { bus, log } = input
  const requireRead = createRequireRead(input.exactTables)
  const primary = readOnly(input.primary, requireRead)
  const { pool, close } = openDatabase(input.url, input.database)
  /** Since when each member's reads have to be fresh, oldest first. */
  const fresh = new Map<string, number>()
  let allFresh = performance.now()
  /** Ends the statements that run on the replica. */
  const running = new Set<() => void>()
  let reads = 0
  let fallbacks = 0
  let isUsed: boolean | undefined
  let isLeft = false

  const progress: Progress = createProgress({
    replicaUrl: input.url,
    primaryUrl: input.primaryUrl,
    pollMs,
    onPoll(problem) {
      for (const [memberId, at] of fresh) {
        if (at >= progress.replayedUntil()) break
        fresh.delete(memberId)
      }
      const isUsable = !isLeft && progress.isWithin(maxLagMs)
      if (isUsable === isUsed) return
      isUsed = isUsable
      if (isUsable) return log.info('the replica is used')
      log.warn({ err: problem, lagMs: Math.round(progress.lagMs()) }, 'the replica is not used, it is late or away')
      for (const end of running) end()
    },
  })

  function note(memberId: string): void {
    // Set again, so that the map stays in the order of time.
    fresh.delete(memberId)
    fresh.set(memberId, performance.now())
  }
  bus.subscribe('wrote', ({ memberId }) => note(memberId))
  bus.subscribe('refresh', ({ memberId }) => note(memberId))
  bus.subscribe('show', ({ memberId }) => note(memberId))
  bus.subscribe('member', ({ memberId, event }) => {
    if (!passing.has(event)) note(memberId)
  })
  bus.onGap(() => {
    allFresh = performance.now()
  })

  function mayLag(memberId: string): boolean {
    // While the broker is away, this process does not hear who writes elsewhere.
    if (isLeft || bus.state === 'degraded' || !progress.isWithin(maxLagMs)) return false
    return progress.replayedUntil() > Math.max(allFresh, fresh.get(memberId) ?? 0)
  }

  const replica: Reader = {
    async query<Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig, values?: readonly unknown[]) {
      requireRead(statement)
      let end = (): void => undefined
      const ended = new Promise<never>((_, reject) => {
        end = () => reject(new Error('the replica is late or away'))
      })
      running.add(end)
      try {
        const found = await Promise.race([pool.query<Row>(statement as string, values as unknown[]), ended])
        reads += 1
        return found
      } catch (error) {
        // Replaying may end a statement, too, so whatever went wrong is asked again where it is certain.
        fallbacks += 1
        if (isUnavailable(error)) progress.distrust()
        return await primary.query<Row>(statement, values)
      } finally {
        running.delete(end)
      }
    },
  }

  return {
    of: (memberId) => (mayLag(memberId) ? replica : primary),
    mayLag,
    wrote: (memberId) => bus.publish('wrote', { memberId }),
    afterEach: (handlers) =>
      Object.fromEntries(
        Object.entries(handlers).map(([event, handler]) => [
          event,
          passing.has(event) ? handler : after(handler as Handler, (memberId) => bus.publish('wrote', { memberId })),
        ]),
      ) as unknown as EventHandlers,
    serverNumber: () => numberOf(input.primary),
    leaveReplica() {
      isLeft = true
      for (const end of running) end()
    },
    vitals: {
      replicaInUse: async () => (!isLeft && progress.isWithin(maxLagMs) ? 1 : 0),
      replicaLagMs: async () => Math.round(progress.lagMs()),
      replicaReads: async () => reads,
      replicaFallbacks: async () => fallbacks,
    },
    async close() {
      await progress.close()
      await close()
    },
  }
}

type Handler = (
  socket: { readonly principal: { readonly memberId: string } },
  data: unknown,
  ...more: unknown[]
) => Promise<unknown>

const after =
  (handler: Handler, call: (memberId: string) => void): Handler =>
  async (socket, data, ...more) => {
    try {
      return await handler(socket, data, ...more)
    } finally {
      call(socket.principal.memberId)
    }
  }

function readOnly(pool: pg.Pool, requireRead: RequireRead): Reader {
  return {
    async query<Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig, values?: readonly unknown[]) {
      requireRead(statement)
      return await pool.query<Row>(statement as string, values as unknown[])
    },
  }
}
