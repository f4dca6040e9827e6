import { clientEvents, type ClientEvent } from '@incontro/contract'
import type { Http } from '#platform/http/bind.ts'
import type { BoundJobs } from '#platform/jobs/job.ts'
import type { OutboxEvent } from '#platform/jobs/outbox.ts'
import type { Views } from '#platform/live/realtime.ts'
import type { EventHandlers } from '#platform/live/socket/server.ts'

/**
 * What a module plugs into the running program. `createX(deps)` of its index.ts returns one, together with the
 * functions that other modules may call; `context.ts` lists the modules and combines them. A module leaves out the
 * parts it does not have.
 */
export interface Module {
  /** Binds the module's HTTP routes. Called once, in processes with the `web` role. */
  routes?(http: Http): void | Promise<void>
  /** Handlers of socket events, by event name. Each event belongs to exactly one module. */
  readonly events?: Partial<EventHandlers>
  /** How facts sent by `Realtime.show` look to each reader, computed in the process that holds the reader's socket. */
  readonly views?: Views
  /** Its background jobs, declared in its jobs.ts. Each job belongs to exactly one module. */
  readonly jobs?: BoundJobs
  /** Receives every outbox event at least once, after its transaction committed; handlers are idempotent. */
  onEvent?(event: OutboxEvent): Promise<void>
  /** Health figures of the module's work, by name with their unit; in `/readyz` and `/metrics`. */
  readonly vitals?: Vitals
  /** Inserts what an empty database needs before the server accepts requests. */
  load?(): Promise<void>
}

export type Vitals = Readonly<Record<string, () => Promise<number>>>

/** A module for which these parts are required. */
export type ModuleWith<K extends keyof Module> = Module & Required<Pick<Module, K>>

/** All modules combined. */
export interface Modules {
  routes(http: Http): Promise<void>
  readonly events: EventHandlers
  readonly views: Views
  readonly jobs: BoundJobs
  onEvent(event: OutboxEvent): Promise<void>
  readonly vitals: Vitals
  load(): Promise<void>
}

/**
 * Combines the modules, in order.
 * @throws when two modules claim the same event or job, or an event of the contract has no module
 */
export function combine(modules: readonly Module[]): Modules {
  const events = merged(
    'event',
    modules.map((module) => module.events ?? {}),
  ) as EventHandlers
  for (const event of Object.keys(clientEvents) as ClientEvent[])
    if (!Object.hasOwn(events, event)) throw new Error(`no module handles the event “${event}”`)
  return {
    async routes(http) {
      for (const module of modules) await module.routes?.(http)
    },
    events,
    views: merged(
      'view',
      modules.map((module) => module.views ?? {}),
    ),
    jobs: merged(
      'job',
      modules.map((module) => module.jobs ?? {}),
    ),
    vitals: merged(
      'vital',
      modules.map((module) => module.vitals ?? {}),
    ),
    async onEvent(event) {
      for (const module of modules) await module.onEvent?.(event)
    },
    async load() {
      for (const module of modules) await module.load?.()
    },
  }
}

function merged<T extends object>(what: string, parts: readonly T[]): T {
  const all: Record<string, unknown> = {}
  for (const part of parts)
    for (const [name, handler] of Object.entries(part)) {
      if (Object.hasOwn(all, name)) throw new Error(`two modules handle the ${what} “${name}”`)
      all[name] = handler
    }
  return all as T
}
