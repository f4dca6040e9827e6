import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { type Call, type CallFault, faultOf, onCall } from './calls.ts'
import type { Log } from './log.ts'

/*
 * Whether the services outside answer: what the calls of this process came to is written down together, every
 * second, and makes an outage of a service that fails several times in a row.
 */

/** Calls in a row that fail before a service counts as out: one that is lost says nothing. */
export const failuresOfOutage = 5
/** An outage that begins this soon after the last one is the same: a service half of whose calls succeed. */
const sameOutageMs = 5 * 60_000
const writtenAfterMs = 1000

/** What the calls of a service came to since they were last written down. */
interface Batch {
  okAt?: Date
  failedAt?: Date
  fault?: CallFault
  /** In a row, since the last that succeeded. */
  failures: number
  failingSince?: Date
}

export interface ServiceCalls {
  /** Writes down what is not yet. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Listens to the calls of this process; call it once, with the installation's default database. */
export function recordServiceCalls({
  db,
  log,
  clock,
}: {
  readonly db: Database
  readonly log: Log
  readonly clock: () => Date
}): ServiceCalls {
  let batches = new Map<string, Batch>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function note(call: Call): void {
    if (call.service === undefined) return
    const batch = batches.get(call.service) ?? { failures: 0 }
    batches.set(call.service, noted(batch, faultOf(call), clock()))
    timer ??= setTimeout(() => void flush(), writtenAfterMs).unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const due = batches
    batches = new Map()
    // One after the other: a batch is about what came after the one before it.
    writing = writing.then(async () => {
      for (const [service, batch] of due)
        await write(db, service, batch).catch((error: unknown) =>
          log.warn({ service, err: error }, 'what calls to a service came to was not written down'),
        )
    })
    return writing
  }

  const stop = onCall(note)
  return {
    flush,
    async close() {
      stop()
      await flush()
    },
  }
}

function noted(batch: Batch, fault: CallFault | undefined, at: Date): Batch {
  if (fault === undefined) return { ...batch, okAt: at, failures: 0 }
  const failingSince = batch.failures > 0 && batch.failingSince ? batch.failingSince : at
  return { ...batch, failedAt: at, fault, failures: batch.failures + 1, failingSince }
}

/** Adds a batch to what all processes have written, and begins or ends the outage that it makes. */
async function write(db: Database, service: string, batch: Batch): Promise<void> {
  const { okAt = null, failedAt = null, fault = null, failures } = batch
  const since = failures > 0 ? (batch.failingSince ?? null) : null
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ failures: number; since: Date | null; fault: CallFault | null }>`
      insert into service_calls as s (service, ok_at, failed_at, fault, failures, failing_since)
      values (${service}, ${okAt}, ${failedAt}, ${fault}, ${failures}, ${since})
      on conflict (service) do update set
        ok_at = greatest(s.ok_at, excluded.ok_at), failed_at = greatest(s.failed_at, excluded.failed_at),
        fault = coalesce(excluded.fault, s.fault),
        failures = case when excluded.ok_at is null then least(s.failures + excluded.failures, 1000000) else excluded.failures end,
        failing_since = case when excluded.ok_at is null then coalesce(s.failing_since, excluded.failing_since)
          else excluded.failing_since end
      returning failures, failing_since as since, fault`.execute(tx)
    if (okAt !== null)
      await sql`update outages set ended_at = greatest(${okAt}, began_at) where service = ${service} and ended_at is null`.execute(
        tx,
      )
    const [now] = rows
    if (!now?.since || now.fault === null || now.failures < failuresOfOutage) return
    await sql`
      with same as (
        update outages set ended_at = null
        where service = ${service} and ended_at > ${new Date(now.since.getTime() - sameOutageMs)}
          and began_at = (select max(began_at) from outages where service = ${service}) returning service)
      insert into outages (service, began_at, fault)
      select ${service}, ${now.since}, ${now.fault} where not exists (select from same)
      on conflict do nothing`.execute(tx)
  })
}
