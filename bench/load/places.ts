import type { Shard } from '#server/shards/shards.ts'

/** A database to be made and filled. */
export interface LoadPlace {
  /** That of the installation whose pools it gets. */
  readonly name: string
  /** The installation's own database on the same server. */
  readonly serverUrl: string
  readonly database: string
  readonly members: number
  readonly brandKeys: readonly string[]
}

/**
 * A database for each one of the installation, on the same server. Each has a part of the members for each of its
 * brands; what does not divide goes to the first.
 */
export function placesOf(
  shards: readonly [Shard, ...Shard[]],
  database: string,
  members: number,
): readonly [LoadPlace, ...LoadPlace[]] {
  const brands = shards.reduce((sum, shard) => sum + shard.brands.list.length, 0)
  const [first, ...others] = shards.map(({ name, databaseUrl, brands: its }, n): LoadPlace => ({
    name,
    serverUrl: databaseUrl,
    database: n === 0 ? database : database.replace(/load$/, `${name.replaceAll(/[+-]/g, '_')}_load`).slice(-63),
    members: Math.floor((members * its.list.length) / brands),
    brandKeys: its.list.map(({ key }) => key),
  })) as [LoadPlace, ...LoadPlace[]]
  const elsewhere = others.reduce((sum, one) => sum + one.members, 0)
  return [{ ...first, members: members - elsewhere }, ...others.filter((one) => one.members > 0)]
}
