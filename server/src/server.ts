import { join, resolve } from 'node:path'
import type { Context } from './context.ts'
import { demoPortOf, type ServerConfig } from './config.ts'
import { loadBrands } from '#modules/brands/index.ts'
import { loadFlows } from '#modules/flows/index.ts'
import { listen } from '#platform/http/listen.ts'
import { loadCatalogues } from '#platform/text/i18n.ts'
import type { Log } from '#platform/process/log.ts'
import { followMoves } from '#shards/follow-moves.ts'
import { createShard } from '#shards/running-shard.ts'
import { startShards } from '#shards/several-shards.ts'
import { shardsOf } from '#shards/shards.ts'
import type { RunningServer } from './app/running-server.ts'

const brandsDir = join(resolve(import.meta.dirname, '../..'), 'brands')

export interface ServerOptions {
  readonly config: ServerConfig
  readonly log: Log
  /** Folder of the web build; without it no pages are served. */
  readonly webBuild?: string | undefined
  readonly limitFactor?: number
  readonly servesLocalhost?: boolean
  /** Requests are refused while the event loop lags by more than this; a second. In milliseconds. */
  readonly maxDelayMs?: number
  /** Brings a database up to date, before anything is loaded from it. */
  readonly prepare?: (url: string) => Promise<void>
  /** Throws to refuse to serve, before anything is loaded or listened on. */
  readonly mustBeFit?: (context: Context) => Promise<void>
  /** Called when a pool has left one of the databases: the process has to start again. */
  readonly onPoolLeft?: () => void
}

/**
 * Starts the configured roles. Every process answers `/healthz`, `/readyz` and `/metrics`; `web` adds pages and API,
 * `socket` the sockets, `worker` jobs and outbox. With several databases, each has its own modules, sockets and jobs.
 */
export async function startServer({ config: given, prepare, ...options }: ServerOptions): Promise<RunningServer> {
  // Missing catalogues should fail the start, not the first request.
  loadCatalogues()
  const config = await followMoves(given, options.log)
  const isOne = (config.poolDatabases?.size ?? 0) === 0
  // Before anything is loaded: a database that cannot be used is the most frequent reason why a start ends.
  if (isOne) await prepare?.(config.databaseUrl)
  const brands = loadBrands(brandsDir, { demoPort: demoPortOf(config) })
  const all = { maxDelayMs: 1000, ...options, config, brands, flows: loadFlows(brandsDir, brands) }
  if (!isOne) return startShards(shardsOf(config, brands), { ...all, prepare })

  const health = { ready: false }
  const { context, begin, stop } = await createShard({ ...all, health })
  await begin()
  await listen(context.app, config)
  health.ready = true
  return { context, stop: () => stop(config.stopTimeoutMs ?? 10_000) }
}
