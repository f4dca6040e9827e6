import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadBrands, type Brands } from '#modules/brands/index.ts'
import { checkLedger } from '#modules/credits/index.ts'
import { ConfigError, readConfig } from '#platform/config.ts'
import { readAddress } from '#platform/database/connection-address.ts'
import { isUnavailable, openDatabase } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import { MoveRefused } from '#pool-move/ends.ts'
import { endSplit, type Move, movePool, undoMove } from '#pool-move/move.ts'
import { sealPlace } from '#pool-move/state.ts'
import { keysOfMoves } from '#shards/follow-moves.ts'
import { shardOf, shardsOf } from '#shards/shards.ts'
import { type CommandResult, refused, report } from './command-result.ts'

const usage = `npm run pool:move -- --pool=POOL --to=postgres://…            moves the pool to an empty database while it is used
npm run pool:move -- --pool=POOL --to=postgres://… --whole    with all other pools of its database
npm run database:move -- --to=postgres://…                    moves all that is in DATABASE_URL, such as the embedded database
npm run pool:move -- --pool=POOL --to=postgres://… --undo     gives up a move that did not end
npm run pool:move -- --pool=POOL --to=postgres://… --finish   once every process has the new setting, if pools stayed
  --from=postgres://…     the old database as the new server reaches it, if not by the address in the settings
  --pooler=postgres://…   PgBouncer in front of the new database`

interface Deps {
  readonly databaseUrl: string
  readonly poolDatabases: ReadonlyMap<string, string>
  readonly brands: Brands
  readonly keys: Keys
  readonly print: (line: string) => void
}

/** Moves a pool to another database. It can be run again after any interruption. */
export async function movePoolByCommand(args: readonly string[], deps: Deps): Promise<CommandResult> {
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  const { to, from, pooler, all = false, undo = false, finish = false } = asked
  const whole = asked.whole ?? all
  const pool = asked.pool ?? (all ? poolOfDefault(deps) : '')
  const members = deps.brands.list.filter((brand) => brand.pool === pool)
  const pools = [...new Set(deps.brands.list.map((brand) => brand.pool))]
  const [first] = members
  if (first === undefined) return refused(`--pool: one of ${pools.join(', ')}`, usage)
  if (undo && finish) return refused('--undo and --finish: one of them', usage)
  if (to === undefined) return refused('--to: the new database', usage)
  try {
    const [targetUrl, sourceAsSeen, poolerUrl] = [
      readAddress('--to', to, 'postgres'),
      from === undefined ? undefined : readAddress('--from', from, 'postgres'),
      pooler === undefined ? undefined : readAddress('--pooler', pooler, 'postgres'),
    ]
    // The settings may name the new database already.
    const before = new Map([...deps.poolDatabases].filter(([, url]) => url !== targetUrl))
    const shard = shardOf(shardsOf({ databaseUrl: deps.databaseUrl, poolDatabases: before }, deps.brands), first.key)
    if (shard === undefined || shard.databaseUrl === targetUrl) return refused(`${pool} is in that database already.`)
    const isSplit = !whole && shard.brands.list.some((brand) => brand.pool !== pool)
    // Whether the pools may be apart at all.
    if (isSplit) shardsOf({ ...deps, poolDatabases: new Map([...before, [pool, targetUrl]]) }, deps.brands)
    const move: Move = {
      pool: {
        id: pool,
        brandIds: members.map(({ key }) => key),
        companies: members.map(({ company }) => company.vatNumber),
      },
      isSplit,
      sourceUrl: shard.databaseUrl,
      targetUrl,
      sourceAsSeen,
      sealedPlace: sealPlace(deps.keys, { url: targetUrl, poolerUrl }),
      print: deps.print,
      checkLedger: differencesIn,
    }
    if (undo) {
      await undoMove(move)
      return { ok: true, lines: [`${pool} stays where it was, and is written to.`] }
    }
    if (finish) {
      if (deps.poolDatabases.get(pool) !== targetUrl)
        return refused(`DATABASES: does not name the new database of ${pool} yet`)
      await endSplit(move)
      return { ok: true, lines: [`${pool} has left its old database.`] }
    }
    const { deleted } = await movePool(move)
    const served = all ? 'Everything' : pool
    return { ok: true, lines: afterwards(move, { served, deleted, isDefault: shard.name === 'default' }) }
  } catch (error) {
    if (error instanceof MoveRefused || error instanceof ConfigError) return refused(error.message)
    if (isUnavailable(error) || hasNoRoom(error))
      return refused(
        `A database does not answer or has no room: ${(error as Error).message}. Run the command again: it begins again.`,
      )
    throw error
  }
}

/** A pool of the default database: with it go all others there. */
const poolOfDefault = ({ brands, poolDatabases }: Deps): string =>
  brands.list.find(({ pool }) => !poolDatabases.has(pool))?.pool ?? ''

const afterwards = (
  { pool, isSplit }: Move,
  { served, deleted, isDefault }: { readonly served: string; readonly deleted: number; readonly isDefault: boolean },
): string[] =>
  isSplit
    ? [
        `${pool.id} is served from its new database, and ${deleted} rows that belong to the other side were deleted from both.`,
        `Put ${pool.id}=<the address of --to> into DATABASES of every process and restart those that did not start again by themselves; then --finish.`,
      ]
    : [
        `${served} is served from the new database.`,
        `Put the address of --to into ${isDefault ? 'DATABASE_URL' : 'DATABASES'} of every process before it starts again; nothing need be restarted now. The old database refuses writes: drop it when you need it no more.`,
      ]

/** The disk of a database is full, or it has no connection left. */
const hasNoRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('53')

async function differencesIn(url: string): Promise<number> {
  const database = openDatabase(url, { size: 1, statementMs: 60_000 })
  try {
    return (await checkLedger(database.db)).differences.length
  } finally {
    await database.close()
  }
}

function parse(args: readonly string[]) {
  try {
    const [text, flag] = [{ type: 'string' } as const, { type: 'boolean' } as const]
    const options = { pool: text, to: text, from: text, pooler: text, whole: flag, all: flag, undo: flag, finish: flag }
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

if (import.meta.main) {
  try {
    const {
      databaseUrl,
      poolDatabases = new Map<string, string>(),
      ...config
    } = readConfig({ SMTP_URL: 'smtp://none.invalid', ...process.env })
    const deps = {
      databaseUrl,
      poolDatabases,
      brands: loadBrands(fileURLToPath(new URL('../../../brands', import.meta.url))),
      keys: keysOfMoves(config),
      print: (line: string) => console.log(line),
    }
    report(await movePoolByCommand(process.argv.slice(2), deps))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    report(refused(error.message))
  }
}
