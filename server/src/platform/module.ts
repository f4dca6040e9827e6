import { clientEvents, type ClientEvent } from '@incontro/contract'
import type { Http } from './http/bind.ts'
import type { JobHandlers } from './jobs.ts'
import type { OutboxEvent } from './outbox.ts'
import type { Views } from './realtime.ts'
import type { EventHandlers } from './socket/server.ts'

/**
 * What a module of the product plugs into the running program. `createX(deps)` of its index.ts returns one, beside whatever
 * functions other modules may call; `context.ts` lists the modules and folds over the list. A part that a module does not
 * have is left out.
 */
export interface Module {
  /** Binds the module's HTTP routes. Called once, in processes with the `web` role. */
  routes?(http: Http): void | Promise<void>
  /** Handlers of socket events, by event name. Each event belongs to exactly one module. */
  readonly events?: Partial<EventHandlers>
  /** What a member's browsers are shown of facts sent by `Realtime.show`, decided for each reader where their sockets are. */
  readonly views?: Views
  /** Handlers of background jobs, by job name. Each job belongs to exactly one module. */
  readonly jobs?: JobHandlers
  /** Recurring jobs, each line in graphile-worker's crontab format: `'7 * * * * job-name'`. */
  readonly crontab?: readonly string[]
  /** Receives every outbox event at least once, after its transaction committed; handlers are idempotent. */
  onEvent?(event: OutboxEvent): Promise<void>
  /** Figures that say whether the module's work gets done, by name with their unit; in `/readyz` and `/metrics`. */
  readonly vitals?: Vitals
  /** Fills what an empty database needs, before anything is served. */
  load?(): Promise<void>
}

export type Vitals = Readonly<Record<string, () => Promise<number>>>

/** A module that certainly has these parts. */
export type ModuleWith<K extends keyof Module> = Module & Required<Pick<Module, K>>

/** All modules as one: what the program plugs in. */
export interface Modules {
  routes(http: Http): Promise<void>
  readonly events: EventHandlers
  readonly views: Views
  readonly jobs: JobHandlers
  readonly crontab: readonly string[]
  onEvent(event: OutboxEvent): Promise<void>
  readonly vitals: Vitals
  load(): Promise<void>
}

/**
 * Folds over the modules, in their order.
 * @throws when two modules claim the same event or job, or an event of the contract has no module.
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
    crontab: modules.flatMap((module) => module.crontab ?? []),
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
