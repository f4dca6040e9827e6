import { createContext, type Context } from './context.ts'
import type { ServerConfig } from './config.ts'
import { openDatabase } from './platform/database.ts'
import { loadCatalogues } from './platform/i18n.ts'
import { runJobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { noteSecret, secretSeenEveryMs } from './platform/secrets.ts'
import { relayOutbox } from './platform/outbox.ts'

/** Requests are refused while the event loop lags by more than this; milliseconds. */
const maxDelayMs = 1000
/** Statement time-out of jobs: nightly counts take longer than a request may. */
const jobStatementMs = 60_000

export interface ServerOptions {
  readonly config: ServerConfig
  readonly log: Log
  /** Folder of the web build; without it no pages are served. */
  readonly webBuild?: string | undefined
  readonly limitFactor?: number
  readonly servesLocalhost?: boolean
  /** Throws to refuse to serve, before anything is loaded or listened on. */
  readonly mustBeFit?: (context: Context) => Promise<void>
}

export interface RunningServer {
  readonly context: Context
  /**
   * Refuses new traffic, announces the restart to sockets, then finishes requests, events and jobs within the
   * configured time.
   */
  stop(): Promise<void>
}

/**
 * Starts the configured roles on a migrated database. Every process answers `/healthz`, `/readyz` and `/metrics`; `web`
 * adds pages and API, `socket` the sockets, `worker` jobs and outbox.
 */
export async function startServer({
  config,
  log,
  webBuild,
  limitFactor,
  servesLocalhost,
  mustBeFit,
}: ServerOptions): Promise<RunningServer> {
  // Missing catalogues should fail the start, not the first request.
  loadCatalogues()
  const health = { ready: false }
  const has = (role: ServerConfig['roles'][number]): boolean => config.roles.includes(role)
  const context = await createContext({
    config,
    log,
    health,
    webBuild,
    maxDelayMs,
    ...(limitFactor === undefined ? {} : { limitFactor }),
    ...(servesLocalhost === undefined ? {} : { servesLocalhost }),
  })
  await mustBeFit?.(context)
  await context.load()
  const { unreadable } = await context.keys.rotate()
  if (unreadable > 0)
    log.error(
      { keys: unreadable },
      'SECRET_KEY is not the one of before: the keys of sign-ups were replaced; links of mails that were sent stop working, and open payments that were sealed under it need a person',
    )

  const note = (): Promise<void> =>
    noteSecret(context.database.db, config.secretKey, new Date()).catch((error: unknown) =>
      log.warn({ err: error }, 'the use of SECRET_KEY was not noted'),
    )
  await note()
  const noting = setInterval(() => void note(), secretSeenEveryMs)

  const sockets = has('socket') ? context.openSockets() : undefined
  const jobDatabase = has('worker')
    ? openDatabase(config.databaseUrl, { size: 8, statementMs: jobStatementMs })
    : undefined
  const runner = jobDatabase && (await runJobs({ pool: jobDatabase.pool, ...context.jobs, log }))
  const relay = jobDatabase && relayOutbox({ pool: jobDatabase.pool, log, receive: context.receive })
  await context.app.listen({ port: config.port, host: config.host })
  health.ready = true

  return {
    context,
    async stop() {
      const timeoutMs = config.stopTimeoutMs ?? 10_000
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

async function within(timeoutMs: number, work: Promise<unknown> | undefined, late: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      late()
      resolve()
    }, timeoutMs)
  })
  await Promise.race([work, over])
  clearTimeout(timer)
}
