import type pg from 'pg'
import { openDatabase } from './database.ts'

/** How far the replica has followed the primary, in the time of this process (`performance.now`). */
export interface Progress {
  /** Everything committed before this time is visible on the replica. */
  replayedUntil(): number
  /** Milliseconds since then, or since the start if it has not caught up yet. */
  lagMs(): number
  /** Whether the replica answers, and is behind by at most so many milliseconds. */
  isWithin(lagMs: number): boolean
  /** The replica failed: it counts as away until it has answered again. */
  distrust(): void
  close(): Promise<void>
}

/** Positions of the primary that are remembered while the replica is behind. */
const mostSamples = 200
const probeMs = 1000

/**
 * Both are committed to the log before a statement is answered, so the primary's position at a time is reached by the
 * replica once everything before that time is visible there. Times of different machines are never compared. Assumes
 * `synchronous_commit`, without which a commit may be answered before it is in the log.
 */
const positionSql = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::int8 as position,
  (select system_identifier::text from pg_control_system()) as system`
const replayedSql = `select pg_is_in_recovery() as is_replica,
  pg_wal_lsn_diff(coalesce(pg_last_wal_replay_lsn(), '0/0'), '0/0')::int8 as position,
  (select system_identifier::text from pg_control_system()) as system`

export function createProgress(input: {
  readonly primaryUrl: string
  readonly replicaUrl: string
  readonly pollMs: number
  /** After each attempt, with what went wrong. */
  onPoll(problem: unknown): void
}): Progress {
  // Connections of their own: a busy pool must not make the replica look late.
  const [primary, replica] = [input.primaryUrl, input.replicaUrl].map((url) =>
    openDatabase(url, { size: 1, statementMs: probeMs, connectMs: probeMs }),
  ) as [ReturnType<typeof openDatabase>, ReturnType<typeof openDatabase>]
  let samples: { readonly at: number; readonly position: number }[] = []
  const startedAt = performance.now()
  let reached = -Infinity
  let distrusted = false
  let isPolling = false
  let closed = false

  async function poll(): Promise<void> {
    const at = performance.now()
    const wasDistrusted = distrusted
    const [ahead, behind] = await Promise.all([
      ask<{ position: number; system: string }>(primary.pool, positionSql),
      ask<{ position: number; system: string; is_replica: boolean }>(replica.pool, replayedSql),
    ])
    if (!behind.is_replica) throw new Error('DATABASE_REPLICA_URL: this server is no replica')
    if (ahead.system !== behind.system)
      throw new Error('DATABASE_REPLICA_URL: this server is a replica of another primary')
    samples.push({ at, position: ahead.position })
    // The oldest and the newest are enough to see that it catches up.
    if (samples.length > mostSamples) samples.splice(1, 1)
    const replayed = samples.filter(({ position }) => position <= behind.position)
    reached = Math.max(reached, ...replayed.map((sample) => sample.at))
    samples = samples.filter((sample) => sample.at > reached)
    if (wasDistrusted) distrusted = false
  }

  let problem: unknown
  let hasPolled = false
  const timer = setInterval(() => {
    // A server that does not answer becomes late meanwhile.
    if (isPolling) return hasPolled ? input.onPoll(problem) : undefined
    isPolling = true
    void poll()
      .then(
        () => undefined,
        (error: unknown) => {
          distrusted = true
          return error
        },
      )
      .then((found) => {
        isPolling = false
        hasPolled = true
        problem = found
        if (!closed) input.onPoll(problem)
      })
  }, input.pollMs)
  timer.unref()

  return {
    replayedUntil: () => reached,
    lagMs: () => performance.now() - Math.max(reached, startedAt),
    isWithin: (lagMs) => !distrusted && performance.now() - reached <= lagMs,
    distrust() {
      distrusted = true
    },
    async close() {
      closed = true
      clearInterval(timer)
      await Promise.all([primary.close(), replica.close()])
    },
  }
}

async function ask<Row extends pg.QueryResultRow>(pool: pg.Pool, sql: string): Promise<Row> {
  const { rows } = await pool.query<Row>(sql)
  if (!rows[0]) throw new Error('no answer')
  return rows[0]
}
