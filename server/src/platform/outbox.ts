import type pg from 'pg'
import type { Log } from './log.ts'

export interface OutboxEvent {
  readonly id: string
  readonly topic: string
  readonly payload: unknown
}

const pauseMs = 500
const batch = 200

/**
 * Delivers outbox events, oldest first, until stopped. A batch is read, delivered and deleted in one transaction. When
 * a receiver throws, the error is logged and its event stays and is delivered again, so receivers must be idempotent.
 */
export function relayOutbox(input: { pool: pg.Pool; log: Log; receive: (event: OutboxEvent) => Promise<void> }): {
  stop(): Promise<void>
} {
  let stopped = false
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
}: {
  pool: pg.Pool
  log: Log
  receive: (event: OutboxEvent) => Promise<void>
}): Promise<number> {
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
    const { rows } = await client.query<OutboxEvent>({
      name: 'take outbox',
      text: 'delete from outbox where id = any(array(select id from outbox order by id limit $1 for update skip locked)) returning id, topic, payload',
      values: [batch],
    })
    const failed: OutboxEvent[] = []
    for (const event of rows.sort((a, b) => (a.id < b.id ? -1 : 1))) {
      if (!(await delivered(event))) failed.push(event)
    }
    // The successful deliveries stand; the failed ones are retried after a pause.
    for (const { id, topic, payload } of failed)
      await client.query('insert into outbox (id, topic, payload, created_at) values ($1, $2, $3, now())', [
        id,
        topic,
        JSON.stringify(payload),
      ])
    await client.query('commit')
    return failed.length > 0 ? 0 : rows.length
  } catch (error) {
    broken = error
    throw error
  } finally {
    // If the rollback fails too, the connection is discarded, which ends the transaction.
    const useless = broken !== undefined && (await rollBack(client))
    client.release(useless)
  }
}

/** True if the connection can no longer be used. */
const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => false,
    // The error that led here is the one that counts; a connection that cannot even roll back is thrown away.
    () => true,
  )
