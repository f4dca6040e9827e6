import type { JobLane, Jobs, JobsInput } from './jobs.ts'
import type { Attempt } from './attempt.ts'

/*
 * What a module declares about each job it owns, in `modules/<name>/jobs.ts`, beside what it does. The module's
 * index.ts gives it its dependencies; the type of its payload, its line of the crontab, its lane and its time limit
 * follow from it, and docs/jobs.md shows it (server/src/jobs.ts).
 */
export interface JobFacts {
  /** What a run does. */
  readonly does: string
  /**
   * When it recurs, with an empty payload: minute, hour, day, month and weekday of graphile-worker's crontab, in UTC.
   */
  readonly at?: string
  /** Recurring jobs of one queue run one after the other, on whichever worker is free. */
  readonly queue?: string
  /** While a recurring run waits, the next one replaces it. */
  readonly oneWaits?: true
  /** By default `others`. `urgent` is for those that a member waits for. */
  readonly lane?: JobLane
  /**
   * After this many milliseconds a run begins nothing more, and the next one goes on where it stopped. It is also how
   * long a job can delay the others of its queue: those of `hourly` take less than an hour together, those of `nightly`
   * a night.
   */
  readonly limitMs?: number
  /**
   * Adds data that can wait: while the disk is nearly full it is tried again later, or by its next run if it recurs.
   */
  readonly growing?: true
}

export interface JobRun extends Attempt {
  /** It begins nothing more when `performance.now()` is past this. */
  readonly until: number
}

export interface DeclaredJob<Deps> extends JobFacts {
  readonly run: (deps: Deps, payload: never, run: JobRun) => Promise<unknown>
}

/**
 * The jobs of a module. A run that throws is repeated, and a process may be killed in the middle of one: idempotent.
 */
export type JobTable<Deps> = Readonly<Record<string, DeclaredJob<Deps>>>

/** The payload of each job of a table; empty for one that reads none. */
export type PayloadsOf<Table extends JobTable<never>> = {
  readonly [Name in keyof Table]: PayloadOf<Parameters<Table[Name]['run']>[1]>
}
type PayloadOf<Payload> = [Payload] extends [never]
  ? Record<string, never>
  : undefined extends Payload
    ? Record<string, never>
    : Payload

/** Jobs with their dependencies, by name. */
export type BoundJobs = { readonly [Name in keyof Jobs]?: BoundJob<Jobs[Name]> }

export interface BoundJob<Payload> extends JobFacts {
  readonly run: (payload: Payload, job: Attempt) => Promise<void>
}

/** The jobs of a table, with what they need. */
export function bindJobs<Deps>(table: JobTable<Deps>, deps: Deps): BoundJobs {
  const bound = Object.entries(table).map(([name, { run, ...facts }]): [string, BoundJob<never>] => [
    name,
    {
      ...facts,
      async run(payload, job) {
        await run(deps, payload, { ...job, until: performance.now() + (facts.limitMs ?? Infinity) })
      },
    },
  ])
  return Object.fromEntries(bound)
}

/** Its line in graphile-worker's crontab; undefined if it does not recur. */
export function crontabLine(name: string, { at, queue, oneWaits }: JobFacts): string | undefined {
  if (at === undefined) return undefined
  const options = [...(queue === undefined ? [] : [`queue=${queue}`]), ...(oneWaits ? [`jobKey=${name}`] : [])]
  return [at, name, ...(options.length > 0 ? [`?${options.join('&')}`] : [])].join(' ')
}

/** The jobs as `runJobs` takes them. */
export function toRun(jobs: BoundJobs): Pick<JobsInput, 'handlers' | 'crontab' | 'lanes'> {
  const all = Object.entries(jobs)
  return {
    handlers: Object.fromEntries(all.map(([name, { run }]) => [name, run])),
    crontab: all.flatMap(([name, facts]) => crontabLine(name, facts) ?? []),
    lanes: Object.fromEntries(all.flatMap(([name, { lane }]) => (lane === undefined ? [] : [[name, lane]]))),
  }
}

export const seconds = (n: number): number => n * 1000
export const minutes = (n: number): number => n * 60_000
