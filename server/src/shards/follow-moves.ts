import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { postgresAddress } from '#platform/database/connection-address.ts'
import { deriveKeys, type Keys } from '#platform/ids.ts'
import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/process/log.ts'
import { movesPurpose, moveState, type MoveState, type Place, unsealPlace } from '#pool-move/state.ts'

const connectMs = 2000

export const keysOfMoves = ({ secretKey, olderSecretKeys = [] }: Pick<Config, 'secretKey' | 'olderSecretKeys'>): Keys =>
  deriveKeys([secretKey, ...olderSecretKeys], movesPurpose)

/** Without a password. */
export const shownPlace = ({ url }: Pick<Place, 'url'>): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

async function stateOf(url: string): Promise<MoveState | undefined> {
  const client = new pg.Client({
    connectionString: postgresAddress(url),
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
  })
  // A connection that breaks also fails its statement.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await moveState(client)
  } catch {
    // A database that is away: the start says so itself.
    return undefined
  } finally {
    // It may be broken already, and a server that does not answer does not confirm the end either.
    await Promise.race([client.end().catch(() => undefined), sleep(500)])
  }
}

/**
 * The settings with the databases that pools were moved to, as far as the settings are from before: a process that
 * starts in between uses no database that was left.
 */
export async function followMoves<C extends Config>(config: C, log: Log): Promise<C> {
  const keys = keysOfMoves(config)
  const pools = new Map(config.poolDatabases)
  const poolers = new Map(config.poolPoolers)
  const replicas = new Map(config.poolReplicas)
  let followed: C = config
  const warn = (what: string, place: Place): void =>
    log.warn(`${what} was moved to ${shownPlace(place)}: put that into the settings`)
  // A database that was moved may have been moved on.
  for (let hops = 0; hops < 5; hops += 1) {
    let found = false
    for (const url of new Set([followed.databaseUrl, ...pools.values()])) {
      const state = await stateOf(url)
      for (const [pool, sealed] of Object.entries(state?.leftTo ?? {})) {
        if ((pools.get(pool) ?? followed.databaseUrl) !== url) continue
        const place = unsealPlace(keys, sealed)
        warn(`The pool ${pool}`, place)
        found = true
        pools.set(pool, place.url)
        setOrDelete(poolers, pool, place.poolerUrl)
        replicas.delete(pool)
      }
      if (state?.movedTo == null) continue
      const place = unsealPlace(keys, state.movedTo)
      warn('A database', place)
      found = true
      if (followed.databaseUrl === url)
        followed = {
          ...followed,
          databaseUrl: place.url,
          databasePoolerUrl: place.poolerUrl,
          databaseReplicaUrl: undefined,
        }
      for (const pool of [...pools.keys()].filter((one) => pools.get(one) === url)) {
        pools.set(pool, place.url)
        setOrDelete(poolers, pool, place.poolerUrl)
        replicas.delete(pool)
      }
    }
    if (!found) break
  }
  return { ...followed, poolDatabases: pools, poolPoolers: poolers, poolReplicas: replicas }
}

function setOrDelete(map: Map<string, string>, key: string, value: string | undefined): void {
  if (value === undefined) map.delete(key)
  else map.set(key, value)
}
