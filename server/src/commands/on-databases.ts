import { fileURLToPath } from 'node:url'
import { loadBrands, type Brands } from '#modules/brands/index.ts'
import { ConfigError } from '#platform/config.ts'
import { type DatabaseOptions, isUnavailable, openDatabase, type Database } from '#platform/database/database.ts'
import { readPoolDatabases } from '#platform/database/pool-databases.ts'
import { type Shard, shardOf, shardsOf } from '#shards/shards.ts'
import { type CommandResult, refused, report } from './command-result.ts'

const brandsDir = fileURLToPath(new URL('../../../brands', import.meta.url))

/** What a command works with: one of the installation's databases. */
export interface OnDatabase {
  readonly db: Database
  /** The brands of all databases. */
  readonly brands: Brands
  readonly brandKeys: readonly string[]
}

type Run = (args: readonly string[], on: OnDatabase) => Promise<CommandResult>

/**
 * Runs a command from the shell on the database of the brand that `--brand` names. One about no brand, or an unknown
 * one, runs on the default database.
 */
export const runOnBrand = (command: string, run: Run): Promise<void> =>
  runOn(command, run, (shards, args) => [shardOf(shards, brandIn(args) ?? '') ?? shards[0]])

/** Runs a command on the default database, for what belongs to the installation. */
export const runOnDefault = (command: string, run: Run): Promise<void> => runOn(command, run, ([first]) => [first])

/** Runs a command on every database, one after the other, or on that of `--brand` alone. */
export const runOnEach = (command: string, run: Run, options?: DatabaseOptions): Promise<void> =>
  runOn(
    command,
    run,
    (shards, args) => {
      const shard = shardOf(shards, brandIn(args) ?? '')
      return shard ? [shard] : shards
    },
    options,
  )

/** Runs a command on the database that `isThere` finds something in; on the default one if none does. */
export const runWhere = (
  command: string,
  isThere: (db: Database, args: readonly string[]) => Promise<boolean>,
  run: Run,
): Promise<void> =>
  runOn(command, run, async (shards, args) => {
    const shard = shardOf(shards, brandIn(args) ?? '')
    if (shard || shards.length === 1) return [shard ?? shards[0]]
    const away: Shard[] = []
    for (const one of shards)
      try {
        if (await withDatabase(one, (db) => isThere(db, args))) return [one]
      } catch (error) {
        if (!isUnavailable(error)) throw error
        away.push(one)
      }
    // What is nowhere else may be in one that does not answer, which is said then.
    return [away[0] ?? shards[0]]
  })

type Shards = readonly [Shard, ...Shard[]]

async function runOn(
  command: string,
  run: Run,
  choose: (shards: Shards, args: readonly string[]) => readonly Shard[] | Promise<readonly Shard[]>,
  options?: DatabaseOptions,
): Promise<void> {
  const args = process.argv.slice(2)
  const { DATABASE_URL: databaseUrl, DATABASES: pools = '' } = process.env
  if (!databaseUrl) {
    console.error(`DATABASE_URL: is missing; \`npm run ${command}\` sets it for the database of DATA_DIR`)
    process.exit(2)
  }
  try {
    const brands = loadBrands(brandsDir)
    const shards = shardsOf({ databaseUrl, poolDatabases: readPoolDatabases(pools) }, brands)
    const brandKeys = brands.list.map(({ key }) => key)
    const chosen = await choose(shards, args)
    for (const shard of chosen) {
      if (chosen.length > 1) console.log(`Database ${shard.name}:`)
      try {
        report(await withDatabase(shard, (db) => run(args, { db, brands, brandKeys }), options))
      } catch (error) {
        if (!isUnavailable(error)) throw error
        // The others are still gone through.
        report(refused(`Database ${shard.name} does not answer: ${(error as Error).message}`))
      }
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    report(refused(error.message))
  }
}

async function withDatabase<T>(
  { databaseUrl }: Shard,
  work: (db: Database) => Promise<T>,
  options: DatabaseOptions = {},
): Promise<T> {
  const database = openDatabase(databaseUrl, { size: 4, ...options })
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

/** The value of `--brand`, before the command itself has read its arguments. */
function brandIn(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === '--brand' || arg.startsWith('--brand='))
  return at === -1 ? undefined : (/^--brand=(.*)$/.exec(args[at] ?? '')?.[1] ?? args[at + 1])
}
