import type pg from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { DB } from '#platform/database/database-types.ts'

/** Kinds of fault: before the operation, or after it and before its result is known. */
export const faultKinds = [
  'the server is killed',
  'the database is killed',
  'the database is killed after it has committed',
  'the provider is not reached',
  'the answer of the provider is lost',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** `changes`: only around lasting changes: the end of a transaction, a single writing statement, a call. */
export type Points = 'all' | 'changes'

interface Point {
  readonly of: 'statement' | 'call'
  /** Inside a transaction, which is lost with the connection. */
  readonly isInside: boolean
  readonly isChange: boolean
}

/**
 * Wraps a process's access to its database and providers, so that it can fail at every statement and call: as if the
 * process, the database or the connection ended there. A killed process does nothing more until `restart`.
 */
export function createFaultPoints(pool: () => pg.Pool) {
  let armed: { readonly kind: FaultKind; readonly at: number; readonly points: Points } | null = null
  let [passed, happened, isDown, isAfterChange] = [0, false, false, false]
  const inUse = new Set<pg.PoolClient>()

  function cutAll(): void {
    for (const client of inUse) (client as unknown as Cuttable).connection.stream.destroy(new Error('cut'))
  }

  /** Whether the fault occurs here. Counts the points at which one of its kind could. */
  function strikes({ of, isInside, isChange }: Point): boolean {
    const isEnd = isChange || isAfterChange
    isAfterChange = isChange
    if (!armed) return false
    const { kind, at, points } = armed
    const fits = {
      'the server is killed': points === 'all' || isEnd,
      'the database is killed': of === 'statement' && (points === 'all' || isEnd),
      'the database is killed after it has committed': of === 'statement' && (points === 'all' ? !isInside : isChange),
      'the provider is not reached': of === 'call',
      'the answer of the provider is lost': of === 'call',
    }[kind]
    if (!fits) return false
    passed += 1
    if (passed !== at + 1) return false
    happened = true
    return true
  }

  async function pass<T>(point: Point, work: () => Promise<T>): Promise<T> {
    if (isDown) throw new Error('the process was killed')
    const kind = strikes(point) ? armed?.kind : undefined
    switch (kind) {
      case undefined:
        return alive(await work())
      case 'the server is killed':
        isDown = true
        cutAll()
        throw new Error('the process was killed')
      case 'the database is killed':
        cutAll()
        throw lostConnection()
      case 'the database is killed after it has committed':
        await work()
        cutAll()
        throw lostConnection()
      case 'the provider is not reached':
        throw new TypeError('fetch failed')
      case 'the answer of the provider is lost':
        await work()
        throw new TypeError('fetch failed')
    }
  }

  /** Results that arrive after the process was killed are discarded. */
  function alive<T>(result: T): T {
    if (isDown) throw new Error('the process was killed')
    return result
  }

  const network: typeof fetch = (input, init) =>
    pass({ of: 'call', isInside: false, isChange: true }, async () => {
      const response = await fetch(input, init)
      const { status, headers } = response
      const body = await response.arrayBuffer()
      return new Response(body.byteLength === 0 ? null : body, { status, headers })
    })

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool().connect()
    inUse.add(client)
    let isInside = false
    const query = (text: string, values?: unknown[]) => {
      const ends = text === 'commit' || text === 'rollback'
      const isRead = /^\s*(select|begin|rollback)/.test(text)
      const point: Point = {
        of: 'statement',
        isInside: isInside && !ends,
        isChange: text === 'commit' || (!isInside && !isRead),
      }
      isInside = text === 'begin' || (isInside && !ends)
      return pass(point, () => client.query(text, values))
    }
    const release = (error?: boolean | Error) => {
      inUse.delete(client)
      client.release(error)
    }
    return { query, release, processID: 1 } as unknown as pg.PoolClient
  }

  const db: Database = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: async () => ({ connect, end: async () => undefined }) as unknown as pg.Pool }),
  })

  return {
    db,
    network,
    /** Arms the fault for the point with this index. */
    arm(kind: FaultKind, at: number, points: Points): void {
      armed = { kind, at, points }
      ;[passed, happened, isAfterChange] = [0, false, false]
    },
    get happened(): boolean {
      return happened
    },
    /** Restarts the process, without further faults. */
    restart(): void {
      armed = null
      ;[happened, isDown] = [false, false]
    },
  }
}

export type FaultPoints = ReturnType<typeof createFaultPoints>

interface Cuttable {
  readonly connection: { readonly stream: { destroy(error: Error): void } }
}

/** PostgreSQL's error during shutdown. */
const lostConnection = () =>
  Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
