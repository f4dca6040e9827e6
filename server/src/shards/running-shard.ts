import type { Server as HttpServer } from 'node:http'
import type { ServerConfig } from '#src/config.ts'
import { createContext, type Context, type ContextOptions } from '#src/context.ts'
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts'
import type { Health } from '#platform/http/health.ts'
import { type JobRunner, runJobs } from '#platform/jobs/jobs.ts'
import { poolSizes } from '#platform/database/pool-sizes.ts'
import { relayOutbox } from '#platform/jobs/outbox.ts'
import { noteSecret, requireKnownSecret, secretSeenEveryMs } from '#platform/secrets/secrets.ts'
import type { SocketServer } from '#platform/live/socket/server.ts'
import { moveState, type MoveState, unsealPlace } from '#pool-move/state.ts'
import { within } from '#platform/flow-control/within.ts'
import { keysOfMoves, shownPlace } from './follow-moves.ts'

/** Statement time-out of jobs: nightly counts take longer than a request may. */
const jobStatementMs = 60_000
/** How often a database is asked whether it was moved, in milliseconds: for half of it, writes wait in vain. */
const lookMs = 500

class PoolLeft extends Error {}

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
  /** Called once when a pool has left for another database while others stayed: the process has to start again. */
  readonly onPoolLeft?: (() => void) | undefined
  /** Where the sockets' connections arrive; by default at the app's own server. */
  readonly socketServer?: HttpServer
}

/** Creates the shard without using its database, which may be away. */
export async function createShard(options: ShardOptions): Promise<RunningShard> {
  const { config, log, health } = options
  const has = (role: ServerConfig['roles'][number]): boolean => config.roles.includes(role)
  const context = await createContext(options)
  let isStopping = false
  let noting: NodeJS.Timeout | undefined
  let sockets: SocketServer | undefined
  let jobDatabase: DatabaseHandle | undefined
  let runner: JobRunner | undefined
  let relay: ReturnType<typeof relayOutbox> | undefined

  let databaseUrl = config.databaseUrl
  const keys = keysOfMoves(config)
  let looking: NodeJS.Timeout | undefined
  let knowsWhoLeft = false
  const pools = [...new Set(context.brands.list.map(({ pool }) => pool))]

  /** Goes on in the database that this one was moved to. */
  async function follow(state: MoveState): Promise<void> {
    if (state.movedTo === null) return
    const place = unsealPlace(keys, state.movedTo)
    await context.redirect(place)
    jobDatabase?.redirect(place.url)
    databaseUrl = place.url
    log.warn(`The database was moved to ${shownPlace(place)}: put that into the settings`)
  }

  /** Who knows that pools have left may write to what stayed; the others may not, until they know. */
  async function admitWhoLeft(state: MoveState | undefined): Promise<void> {
    const left = Object.keys(state?.leftTo ?? {})
    if (left.some((pool) => pools.includes(pool)))
      throw new PoolLeft(`${left.join(', ')} left for another database: name it in DATABASES`)
    if (left.length > 0 === knowsWhoLeft) return
    knowsWhoLeft = left.length > 0
    // A pooler's connections have the database's own setting.
    if (config.databasePoolerUrl !== undefined && knowsWhoLeft) context.database.redirect(databaseUrl)
    for (const database of [context.database, jobDatabase]) database?.knowThatPoolsLeft(knowsWhoLeft)
  }

  let isLooking = false
  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      const state = await moveState(context.database.pool)
      if (state?.movedTo) return await follow(state)
      await admitWhoLeft(state)
      if (!state?.isMixed) await startJobs()
    } catch (error) {
      if (error instanceof PoolLeft) {
        clearInterval(looking)
        log.warn(error.message)
        return options.onPoolLeft?.()
      }
      log.debug({ err: error }, 'it is not known whether the database was moved')
    } finally {
      isLooking = false
    }
  }

  async function startJobs(): Promise<void> {
    if (!has('worker') || isStopping) return
    if (!jobDatabase) {
      jobDatabase = openDatabase(databaseUrl, { size: poolSizes().jobs, statementMs: jobStatementMs })
      if (knowsWhoLeft) jobDatabase.knowThatPoolsLeft(true)
    }
    const { pool } = jobDatabase
    runner ??= await runJobs({ pool, ...context.jobs, log })
    relay ??= relayOutbox({ pool, log, receive: context.receive })
  }

  const note = (): Promise<void> =>
    noteSecret(context.database.db, config.secretKey, new Date()).catch((error: unknown) =>
      log.warn({ err: error }, 'the use of SECRET_KEY was not noted'),
    )

  return {
    context,
    health,
    async begin() {
      await options.prepare?.(databaseUrl)
      await context.requirePooler()
      const state = await moveState(context.database.pool)
      if (state?.isArriving)
        throw new Error('Rows are still being copied into this database: a setting names it too early')
      if (state) await follow(state)
      await admitWhoLeft(state)
      if (config.mode === 'production')
        await requireKnownSecret(context.database.db, [config.secretKey, ...(config.olderSecretKeys ?? [])])
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
      if (!state?.isMixed) await startJobs()
      looking ??= setInterval(() => void look(), lookMs)
    },
    async stop(timeoutMs) {
      health.ready = false
      isStopping = true
      clearInterval(noting)
      clearInterval(looking)
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
