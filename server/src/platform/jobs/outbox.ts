import type pg from 'pg'
import type { Log } from '#platform/process/log.ts'

export interface OutboxEvent {
  readonly id: string
  readonly topic: string
  readonly payload: unknown
}

interface StoredEvent extends OutboxEvent {
  readonly created_at: Date
  readonly retry_at: Date | null
}

const pauseMs = 500
const batch = 200
/** PostgreSQL ends a transaction that is idle for a minute, and then what was delivered would come again. */
const deliverMs = 20_000

/**
 * Delivers outbox events, oldest first, until stopped. A batch is read, delivered and deleted in one transaction. When
 * a receiver throws, the error is logged and its event stays and is delivered again, so receivers must be idempotent. A
 * failed event waits as long as it has waited already, at most a minute, so that the events behind it are not held up.
 * What was not delivered after `limitMs`, or when it is stopped, stays for the next batch.
 */
export function relayOutbox(given: {
  readonly pool: pg.Pool
  readonly log: Log
  readonly receive: (event: OutboxEvent) => Promise<void>
  /** Milliseconds; twenty seconds. */
  readonly limitMs?: number
}): {
  stop(): Promise<void>
} {
  let stopped = false
  const input = { ...given, isStopped: () => stopped }
  let wake: () => void = () => undefined
  const running = (async () => {
    while (!stopped) {
      const taken = await takeBatch(input).catch((error: unknown) => {
        input.log.warn({ err: error }, 'outbox')
        return 0
      })
      if (taken < batch && !stopped)
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, pauseMs)
        })
    }
  })()
  return {
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}

async function takeBatch({
  pool,
  log,
  receive,
  isStopped,
  limitMs = deliverMs,
}: Parameters<typeof relayOutbox>[0] & { readonly isStopped: () => boolean }): Promise<number> {
  const client = await pool.connect()
  let broken: unknown
  const delivered = (event: OutboxEvent): Promise<boolean> =>
    receive(event).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error, topic: event.topic, id: event.id }, 'event not delivered, it comes again')
        return false
      },
    )
  try {
    await client.query('begin')
    const { rows } = await client.query<StoredEvent>({
      name: 'take outbox',
      text: `delete from outbox where id = any(array(
        select id from outbox where retry_at is null or retry_at <= now() order by id limit $1 for update skip locked))
        returning id, topic, payload, created_at, retry_at`,
      values: [batch],
    })
    const [failed, left]: [StoredEvent[], StoredEvent[]] = [[], []]
    const end = performance.now() + limitMs
    for (const event of rows.sort((a, b) => (a.id < b.id ? -1 : 1))) {
      if (isStopped() || performance.now() > end) left.push(event)
      else if (!(await delivered(event))) failed.push(event)
    }
    // The successful deliveries stand; the failed ones are retried after a pause, and keep the time they happened at.
    for (const { id, topic, payload, created_at: createdAt } of failed)
      await client.query(
        `insert into outbox (id, topic, payload, created_at, retry_at)
         values ($1, $2, $3, $4, now() + least(greatest(now() - $4, interval '0.5 s'), interval '1 min'))`,
        [id, topic, JSON.stringify(payload), createdAt],
      )
    if (left.length > 0) await putBack(client, left)
    await client.query('commit')
    // What is left waits for nothing.
    return left.length > 0 ? batch : rows.length
  } catch (error) {
    broken = error
    throw error
  } finally {
    // If the rollback fails too, the connection is discarded, which ends the transaction.
    const useless = broken !== undefined && (await rollBack(client))
    client.release(useless)
  }
}

const putBack = (client: pg.PoolClient, events: readonly StoredEvent[]): Promise<unknown> =>
  client.query(
    `insert into outbox (id, topic, payload, created_at, retry_at)
     select id, topic, payload, created_at, retry_at from jsonb_populate_recordset(null::outbox, $1)`,
    [JSON.stringify(events)],
  )

/** For how many seconds the oldest event has been waiting to be delivered; 0 if none waits. */
export async function oldestEventSeconds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>({
    name: 'oldest outbox event',
    text: `select greatest(0, extract(epoch from now() - created_at))::float8 as seconds from outbox order by id limit 1`,
  })
  return Math.round(rows[0]?.seconds ?? 0)
}

/** True if the connection can no longer be used. */
const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => false,
    // The error that led here is the one that counts; a connection that cannot even roll back is thrown away.
    () => true,
  )
