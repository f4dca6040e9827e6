import type { Server as HttpServer } from 'node:http'
import type { ServerConfig } from '#src/config.ts'
import { createContext, type Context, type ContextOptions } from '#src/context.ts'
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts'
import type { Health } from '#platform/http/health.ts'
import { type JobRunner, runJobs } from '#platform/jobs/jobs.ts'
import { poolSizes } from '#platform/database/pool-sizes.ts'
import { relayOutbox } from '#platform/jobs/outbox.ts'
import { noteSecret, secretSeenEveryMs } from '#platform/secrets/secrets.ts'
import type { SocketServer } from '#platform/live/socket/server.ts'
import { openIncoming } from '#pool-move/incoming.ts'
import { within } from '#platform/flow-control/within.ts'

/** Statement time-out of jobs: nightly counts take longer than a request may. */
const jobStatementMs = 60_000

/** Everything that runs on one database: the modules, sockets, jobs and the outbox. */
export interface RunningShard {
  readonly context: Context
  readonly health: Health
  /**
   * Loads what an empty database needs, and starts the sockets and jobs of the roles. May be called again after an
   * error.
   */
  begin(): Promise<void>
  /** Finishes requests, events and jobs, at most within `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

export interface ShardOptions extends ContextOptions {
  /** Brings the database up to date. */
  readonly prepare?: ((url: string) => Promise<void>) | undefined
  /** Throws to refuse to serve, before anything is loaded. */
  readonly mustBeFit?: ((context: Context) => Promise<void>) | undefined
  /** Where the sockets' connections arrive; by default at the app's own server. */
  readonly socketServer?: HttpServer
}

/** Creates the shard without using its database, which may be away. */
export async function createShard(options: ShardOptions): Promise<RunningShard> {
  const { config, log, health } = options
  const has = (role: ServerConfig['roles'][number]): boolean => config.roles.includes(role)
  const context = await createContext(options)
  let noting: NodeJS.Timeout | undefined
  let sockets: SocketServer | undefined
  let jobDatabase: DatabaseHandle | undefined
  let runner: JobRunner | undefined
  let relay: ReturnType<typeof relayOutbox> | undefined

  const note = (): Promise<void> =>
    noteSecret(context.database.db, config.secretKey, new Date()).catch((error: unknown) =>
      log.warn({ err: error }, 'the use of SECRET_KEY was not noted'),
    )

  return {
    context,
    health,
    async begin() {
      await options.prepare?.(config.databaseUrl)
      await context.requirePooler()
      await openIncoming(context.database.pool)
      await options.mustBeFit?.(context)
      await context.load()
      const { unreadable } = await context.keys.rotate()
      if (unreadable > 0)
        log.error(
          { keys: unreadable },
          'SECRET_KEY is not the one of before: the keys of sign-ups were replaced; links of mails that were sent stop working, and open payments that were sealed under it need a person',
        )
      await note()
      noting ??= setInterval(() => void note(), secretSeenEveryMs)
      if (has('socket')) sockets ??= context.openSockets(options.socketServer)
      if (!has('worker')) return
      jobDatabase ??= openDatabase(config.databaseUrl, { size: poolSizes().jobs, statementMs: jobStatementMs })
      const { pool } = jobDatabase
      runner ??= await runJobs({ pool, ...context.jobs, log })
      relay ??= relayOutbox({ pool, log, receive: context.receive })
    },
    async stop(timeoutMs) {
      health.ready = false
      clearInterval(noting)
      await Promise.all([
        sockets?.close(timeoutMs),
        context.drain.finish(timeoutMs),
        within(timeoutMs, relay?.stop(), () => log.warn('the outbox was left in the middle of a delivery')),
        within(timeoutMs, runner?.stop(), () => log.warn('jobs were left in the middle, they run again elsewhere')),
      ])
      await within(1000, Promise.all([context.close(), jobDatabase?.close()]), () =>
        log.warn('the database connections were left open'),
      )
    },
  }
}
