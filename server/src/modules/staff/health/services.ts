import type { ServiceFault, ServiceKind, ServiceState } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { failuresOfOutage } from '#platform/process/service-calls.ts'

/** A service outside that a brand uses, by what its calls are known. */
export interface KnownService {
  readonly service: string
  readonly kind: ServiceKind
  /** Null where the kind says it. */
  readonly name: string | null
  /** Whose it is; null for one that brands share. */
  readonly brand: string | null
}

const shownDays = 30
const mostOutages = 50
/** Push services are not set up: those that a member's browser has are known by having been called. */
const pushPrefix = 'push:'

interface CallsRow {
  readonly service: string
  readonly ok_at: Date | null
  readonly fault: ServiceFault | null
  readonly failures: number
  readonly since: Date | null
}

/** Whether the services that a brand uses answer now. */
export async function serviceStates(home: Executor, known: readonly KnownService[]) {
  const { rows } = await sql<CallsRow>`
    select service, ok_at, fault, failures, failing_since as since from service_calls
    where service = any(${known.map(({ service }) => service)}) or starts_with(service, ${pushPrefix})
    order by service`.execute(home)
  const called = new Map(rows.map((row) => [row.service, row]))
  const push = rows.flatMap(({ service }): KnownService[] =>
    service.startsWith(pushPrefix)
      ? [{ service, kind: 'push', name: service.slice(pushPrefix.length), brand: null }]
      : [],
  )
  return [...known, ...push].map((one) => {
    const row = called.get(one.service)
    const state = stateOf(row)
    return {
      ...one,
      state,
      fault: state === 'out' || state === 'failing' ? (row?.fault ?? null) : null,
      okAt: row?.ok_at?.toISOString() ?? null,
      since: row?.since?.toISOString() ?? null,
    }
  })
}

function stateOf(row: CallsRow | undefined): ServiceState {
  if (!row) return 'unused'
  if (row.failures === 0) return 'ok'
  return row.failures < failuresOfOutage ? 'failing' : 'out'
}

/** When these did not answer within the last thirty days, the latest first. */
export async function outagesOf(home: Executor, known: readonly KnownService[], now: Date) {
  const { rows } = await sql<{ service: string; fault: ServiceFault; began_at: Date; ended_at: Date | null }>`
    select service, fault, began_at, ended_at from outages
    where (service = any(${known.map(({ service }) => service)}) or starts_with(service, ${pushPrefix}))
      and coalesce(ended_at, 'infinity') > ${new Date(now.getTime() - shownDays * 86_400_000)}
    order by began_at desc limit ${mostOutages}`.execute(home)
  return rows.map((row) => ({
    service: row.service,
    fault: row.fault,
    beganAt: row.began_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }))
}
