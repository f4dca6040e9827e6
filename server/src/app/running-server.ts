import type { Context } from '#src/context.ts'

export interface RunningServer {
  /** The context of the default database. */
  readonly context: Context
  /**
   * Refuses new traffic, announces the restart to sockets, then finishes requests, events and jobs within the
   * configured time.
   */
  stop(): Promise<void>
}
