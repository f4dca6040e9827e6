import type pg from 'pg'

/** What both `pg.Client` and `pg.Pool` can do. */
type Queries = Pick<pg.Client, 'query'>

export interface Incoming {
  readonly poolId: string
  readonly isComplete: boolean
  /** When a server first served the pool from here; nothing can be undone then. */
  readonly servedAt: Date | null
}

/** The pool that is being moved, or was moved, into this database. */
export async function incomingPool(database: Queries): Promise<Incoming | undefined> {
  const { rows } = await database.query<{ there: boolean }>(
    `select to_regclass('pool_move.incoming') is not null as there`,
  )
  if (!rows[0]?.there) return undefined
  const found = await database.query<{ pool_id: string; is_complete: boolean; served_at: Date | null }>(
    'select pool_id, is_complete, served_at from pool_move.incoming',
  )
  const [one] = found.rows
  return one && { poolId: one.pool_id, isComplete: one.is_complete, servedAt: one.served_at }
}

/**
 * Called before a server uses a database: its pools are written to from then on.
 * @throws while a pool is still being copied into it
 */
export async function openIncoming(database: Queries): Promise<void> {
  const incoming = await incomingPool(database)
  if (!incoming) return
  if (!incoming.isComplete)
    throw new Error(
      `The pool ${incoming.poolId} is still being copied into this database: DATABASES names it too early. Finish \`npm run pool:move\`, or undo it.`,
    )
  if (incoming.servedAt === null)
    await database.query('update pool_move.incoming set served_at = now() where served_at is null')
}
