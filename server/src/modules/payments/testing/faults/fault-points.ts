import type pg from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../../../../platform/database.ts'
import type { DB } from '../../../../platform/database-types.ts'

/** What goes wrong at a point: before what happens there, or after it happened and before we hear of it. */
export const faultKinds = [
  'the server is killed',
  'the database is killed',
  'the database is killed after it has committed',
  'the provider is not reached',
  'the answer of the provider is lost',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** `changes`: only before and right after something that lasts: the end of a transaction, a single statement that writes, a call. */
export type Points = 'all' | 'changes'

interface Point {
  readonly of: 'statement' | 'call'
  /** Of a transaction, which goes with the connection. */
  readonly isInside: boolean
  readonly isChange: boolean
}

/**
 * The way of one process to its database and its providers, with every statement and every call a point at which it can be stopped: as if
 * the process, the database or the connection ended there. A killed process reaches nothing more until `restart`.
 */
export function createFaultPoints(pool: () => pg.Pool) {
  let armed: { readonly kind: FaultKind; readonly at: number; readonly points: Points } | null = null
  let [passed, happened, isDown, isAfterChange] = [0, false, false, false]
  const inUse = new Set<pg.PoolClient>()

  function cutAll(): void {
    for (const client of inUse) (client as unknown as Cuttable).connection.stream.destroy(new Error('cut'))
  }

  /** Whether the fault strikes here. Counts the points at which one of its kind could. */
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

  /** What was under way when the process was killed brings it nothing. */
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
    /** From here on the fault waits for its point, the first being 0. */
    arm(kind: FaultKind, at: number, points: Points): void {
      armed = { kind, at, points }
      ;[passed, happened, isAfterChange] = [0, false, false]
    },
    get happened(): boolean {
      return happened
    },
    /** The process is started again, and nothing more goes wrong. */
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

/** As PostgreSQL says it while it goes down. */
const lostConnection = () =>
  Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
