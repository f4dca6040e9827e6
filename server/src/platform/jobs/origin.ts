import type { Job } from 'graphile-worker'
import { currentRequestId } from '#platform/process/request-id.ts'
import { currentTrace, type TraceOrigin } from '#platform/process/tracing.ts'

/*
 * What added a job, kept in the job's flags. Flags are graphile-worker's way to keep runners from some jobs, which we do
 * not use, and the only words beside the payload that it keeps with a job.
 */

const requestPrefix = 'request:'
const tracePrefix = 'trace:'

/** What is under way, as the flags of a job that it adds; null if nothing is. */
export function originFlags(): readonly string[] | null {
  const [id, trace] = [currentRequestId(), currentTrace()]
  const flags = [
    ...(id === undefined ? [] : [requestPrefix + id]),
    ...(trace === undefined ? [] : [tracePrefix + trace]),
  ]
  return flags.length > 0 ? flags : null
}

/** After this many milliseconds a job is a work of its own, whose trace only names the one that added it. */
const soonMs = 60_000

/** What a run goes on with. A job that nothing added, such as a recurring one, is its own beginning. */
export function originOf({ id, flags, created_at, run_at }: Pick<Job, 'id' | 'flags' | 'created_at' | 'run_at'>): {
  readonly requestId: string
  readonly trace: TraceOrigin | undefined
} {
  const after = (prefix: string): string | undefined =>
    Object.keys(flags ?? {})
      .find((flag) => flag.startsWith(prefix))
      ?.slice(prefix.length)
  const trace = after(tracePrefix)
  return {
    requestId: after(requestPrefix) ?? `job-${id}`,
    trace: trace === undefined ? undefined : { of: trace, continues: run_at.getTime() - created_at.getTime() < soonMs },
  }
}
