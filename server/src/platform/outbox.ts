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
 * Takes events out of the outbox and hands them over, oldest first, until stopped. A batch is taken and handed over in one
 * transaction: what the receiver throws on stays and comes again, so receivers are idempotent.
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
      if (taken < batch)
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
  receive,
}: {
  pool: pg.Pool
  receive: (event: OutboxEvent) => Promise<void>
}): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<OutboxEvent>({
      name: 'take outbox',
      text: 'delete from outbox where id in (select id from outbox order by id limit $1 for update skip locked) returning id, topic, payload',
      values: [batch],
    })
    for (const event of rows.sort((a, b) => (a.id < b.id ? -1 : 1))) await receive(event)
    await client.query('commit')
    return rows.length
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
