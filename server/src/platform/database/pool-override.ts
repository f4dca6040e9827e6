import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

const scope = new AsyncLocalStorage<pg.Pool>()

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/**
 * A pool whose callers get their connections from another pool while they run in its scope: a job's statements must
 * neither have a request's time limit nor take its connections, although both call the same modules.
 */
export class ScopedPool extends pg.Pool {
  /** Counts the servers that it led to: transaction ids of another one mean nothing. */
  server = 0

  // `query` of the pool connects by this method, too.
  override connect = ((done?: Connected): Promise<pg.PoolClient> | void => {
    const other = scope.getStore()
    const from = other === undefined || other === this ? pg.Pool.prototype : other
    const connect = from.connect as unknown as (this: pg.Pool, done?: Connected) => Promise<pg.PoolClient> | void
    return connect.call(other ?? this, done)
  }) as pg.Pool['connect']
}

/** Runs work whose statements use this pool, whichever pool the code that runs them was given. */
export const withPool = <T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> => scope.run(pool, work)
