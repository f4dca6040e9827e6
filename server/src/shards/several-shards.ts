import type { FastifyRequest } from 'fastify'
import { createServer, type IncomingMessage, type Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Brands } from '#modules/brands/index.ts'
import { brokerPurpose, openBus, partOfBus } from '#platform/live/bus.ts'
import { deriveKeys } from '#platform/ids.ts'
import { type Health, isHealthPath } from '#platform/http/health.ts'
import { listen } from '#platform/http/listen.ts'
import { Failure } from '#platform/http/problem.ts'
import { createShard, type RunningShard, type ShardOptions } from './running-shard.ts'
import type { RunningServer } from '#app/running-server.ts'
import { type Shard, shardOf } from './shards.ts'
import { brandOfConsolePath } from '#app/console.ts'
import { within } from '#platform/flow-control/within.ts'

/** How long databases that can be used wait at the start for one that cannot yet, in milliseconds. */
const startTogetherMs = 3000
/** How often a database that was away at the start is tried again, in milliseconds. */
const beginAgainMs = 1000

interface OpenShard extends Shard {
  readonly health: Health
  /** Receives the upgrades of its sockets; it never listens. */
  readonly upgrades: HttpServer
  readonly running: RunningShard
}

type Options = Omit<ShardOptions, 'health' | 'sharing' | 'brands'> & { readonly brands: Brands }

/**
 * Starts an installation of several databases in one process: the default one's app listens and passes on requests of
 * other databases' brands before anything is read. A database that is away, or takes long to be brought up to date, only
 * affects its own pools, whose requests are answered with 503; it is tried again until it is there.
 * @throws the first error if no database can be used
 */
export async function startShards(shards: readonly Shard[], options: Options): Promise<RunningServer> {
  const { config, log } = options
  const bus = await openBus({
    brokerUrl: config.brokerUrl,
    keys: deriveKeys([config.secretKey, ...(config.olderSecretKeys ?? [])], brokerPurpose),
    log,
  })
  const all: OpenShard[] = []
  const openShardOf = (host: string | undefined): OpenShard | undefined => {
    const brand = host === undefined ? undefined : options.brands.byHost(host)
    return brand && openShardOfBrand(brand.key)
  }
  const openShardOfBrand = (key: string): OpenShard | undefined =>
    all.find(({ name }) => name === shardOf(shards, key)?.name)
  for (const [n, shard] of shards.entries()) {
    const { name, brands, databaseUrl, poolerUrl, replicaUrl } = shard
    const health = { ready: false }
    const upgrades = createServer()
    const running = await createShard({
      ...options,
      config: { ...config, databaseUrl, databasePoolerUrl: poolerUrl, databaseReplicaUrl: replicaUrl },
      log: n === 0 ? log : log.child({ database: name }),
      brands,
      health,
      socketServer: upgrades,
      sharing: {
        everyBrand: options.brands,
        bus: n === 0 ? bus : partOfBus(bus, name),
        everyDatabase: () =>
          all.map((one) => ({
            db: one.running.context.database.db,
            brandIds: one.brands.list.map(({ key }) => key),
          })),
        ...(n > 0
          ? {}
          : {
              dispatch: (request) => appOf(request),
              others: () =>
                all.slice(1).map((one) => ({
                  name: one.name,
                  health: one.health,
                  pool: one.running.context.database.pool,
                  vitals: one.running.context.vitals,
                })),
            }),
      },
    })
    all.push({ ...shard, health, upgrades, running })
  }
  const [first] = all as [OpenShard, ...OpenShard[]]

  /** Requests for a host that is no brand's are for the installation: the default database's app answers them. */
  function appOf(request: FastifyRequest) {
    if (isHealthPath(request.url)) return undefined
    const named = request.host === config.consoleHost ? brandOfConsolePath(request.url) : undefined
    const shard = (named === undefined ? openShardOf(request.host) : openShardOfBrand(named)) ?? first
    if (!shard.health.ready) throw new Failure(503)
    return shard === first ? undefined : shard.running.context.app
  }

  let isStopping = false
  const begin = async ({ running, health }: OpenShard): Promise<void> => {
    await running.begin()
    if (isStopping) return running.stop(0)
    health.ready = true
  }
  for (const { running } of all) await running.context.app.ready()
  const begun = all.map(begin)
  const settled = Promise.allSettled(begun)
  try {
    await Promise.any(begun)
  } catch (error) {
    await Promise.all(all.map(({ running }) => running.stop(0)))
    await bus.close()
    throw error instanceof AggregateError ? error.errors[0] : error
  }
  await within(startTogetherMs, settled, () => {
    for (const shard of all.filter(({ health }) => !health.ready))
      log.warn({ database: shard.name }, 'this database cannot be used yet: its pools are not served')
  })
  for (const [n, shard] of all.entries())
    void begun[n]?.catch((error: unknown) => (isStopping ? undefined : beginLater(shard, error)))

  async function beginLater(shard: OpenShard, error: unknown): Promise<void> {
    let last = error
    log.error({ err: error, database: shard.name }, 'this database cannot be used: its pools are not served')
    while (!isStopping) {
      await sleep(beginAgainMs, undefined, { ref: false })
      if (isStopping) return
      try {
        await begin(shard)
        return log.info({ database: shard.name }, 'the database can be used: its pools are served')
      } catch (now) {
        // The same error each second would hide others.
        if (String(now) !== String(last)) log.error({ err: now, database: shard.name }, 'this database cannot be used')
        last = now
      }
    }
  }

  const { app } = first.running.context
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const shard = openShardOf(request.headers.host) ?? first
    if (shard.health.ready) shard.upgrades.emit('upgrade', request, socket, head)
    // A lost connection, not a refusal: the client connects again.
    else socket.destroy()
  })
  await listen(app, config)

  return {
    context: first.running.context,
    async stop() {
      isStopping = true
      await Promise.all(all.map(({ running }) => running.stop(config.stopTimeoutMs ?? 10_000)))
      await bus.close()
    },
  }
}
