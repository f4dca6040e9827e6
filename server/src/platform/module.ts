import type { EventHandlers } from './socket/server.ts'
import type { Http } from './http/bind.ts'
import type { JobHandlers } from './jobs.ts'
import type { OutboxEvent } from './outbox.ts'

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
  /** Handlers of background jobs, by job name. */
  readonly jobs?: JobHandlers
  /** Recurring jobs, each line in graphile-worker's crontab format: `'7 * * * * job-name'`. */
  readonly crontab?: readonly string[]
  /** Receives every outbox event at least once, after its transaction committed; handlers are idempotent. */
  onEvent?(event: OutboxEvent): Promise<void>
}
