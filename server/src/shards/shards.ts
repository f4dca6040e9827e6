import type { Brand, Brands } from '#modules/brands/index.ts'
import { ConfigError, type Config } from '#platform/config.ts'

/** A database with the pools that are in it. Pools share no rows, so nothing reads from two shards at once. */
export interface Shard {
  /** Its pools, as in `battito+vicino`; `default` for the database of `DATABASE_URL`. */
  readonly name: string
  readonly databaseUrl: string
  /** The same database by way of PgBouncer. */
  readonly poolerUrl: string | undefined
  /** A streaming replica of it. */
  readonly replicaUrl: string | undefined
  /** The brands of its pools. */
  readonly brands: Brands
}

/**
 * The databases of an installation: that of `DATABASE_URL`, where every pool is that `DATABASES` does not name, and
 * then the others by name.
 * @throws ConfigError for a pool that does not exist, for a company whose brands are in two databases, and for a database
 * with two poolers or replicas
 */
export function shardsOf(
  config: Pick<
    Config,
    'databaseUrl' | 'databasePoolerUrl' | 'databaseReplicaUrl' | 'poolDatabases' | 'poolPoolers' | 'poolReplicas'
  >,
  brands: Brands,
): readonly [Shard, ...Shard[]] {
  const { databaseUrl, poolDatabases = new Map(), poolPoolers, poolReplicas } = config
  const pools = [...new Set(brands.list.map(({ pool }) => pool))].toSorted()
  for (const pool of poolDatabases.keys())
    if (!pools.includes(pool))
      throw new ConfigError(`DATABASES: there is no pool “${pool}”, there are ${pools.join(', ')}`)
  const urlOf = (pool: string): string => poolDatabases.get(pool) ?? databaseUrl
  requireOneSeriesEach(brands.list, ({ pool }) => urlOf(pool))
  const others = Map.groupBy(
    pools.filter((pool) => urlOf(pool) !== databaseUrl),
    urlOf,
  )
  const served = (url: string): Brands => only(brands, ({ pool }) => urlOf(pool) === url)
  return [
    {
      name: 'default',
      databaseUrl,
      poolerUrl: config.databasePoolerUrl,
      replicaUrl: config.databaseReplicaUrl,
      brands: served(databaseUrl),
    },
    ...[...others].map(([url, its]) => ({
      name: its.join('+'),
      databaseUrl: url,
      poolerUrl: onlyOne('DATABASE_POOLERS', poolPoolers, its),
      replicaUrl: onlyOne('DATABASE_REPLICAS', poolReplicas, its),
      brands: served(url),
    })),
  ]
}

/** What a variable says of the pools of one database. */
function onlyOne(
  variable: string,
  urls: ReadonlyMap<string, string> | undefined,
  pools: readonly string[],
): string | undefined {
  const [url, other] = new Set(pools.flatMap((pool) => urls?.get(pool) ?? []))
  if (other !== undefined)
    throw new ConfigError(`${variable}: ${pools.join(' and ')} are in one database and have different addresses`)
  return url
}

/** The shard of a brand. */
export function shardOf(shards: readonly Shard[], brandKey: string): Shard | undefined {
  return shards.find(({ brands }) => brands.byKey(brandKey) !== undefined)
}

/** A company's invoices are numbered without gaps, in one series, which is in one database. */
function requireOneSeriesEach(brands: readonly Brand[], urlOf: (brand: Brand) => string): void {
  for (const brand of brands) {
    const { vatNumber } = brand.company
    const other = brands.find((one) => one.company.vatNumber === vatNumber && urlOf(one) !== urlOf(brand))
    if (other)
      throw new ConfigError(
        `DATABASES: ${brand.key} and ${other.key} belong to one company (${vatNumber}), whose invoices are numbered in one database; put their pools into the same`,
      )
  }
}

function only(brands: Brands, isServed: (brand: Brand) => boolean): Brands {
  const filtered = (brand: Brand | undefined): Brand | undefined => (brand && isServed(brand) ? brand : undefined)
  return {
    list: brands.list.filter(isServed),
    byKey: (key) => filtered(brands.byKey(key)),
    byHost: (host) => filtered(brands.byHost(host)),
  }
}
