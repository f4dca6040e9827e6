import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { loadBrands, type Brands } from '#modules/brands/index.ts'
import { checkLedger } from '#modules/credits/index.ts'
import { ConfigError } from '#platform/config.ts'
import { postgresAddress } from '#platform/database/connection-address.ts'
import { isUnavailable, openDatabase } from '#platform/database/database.ts'
import { readPoolDatabases } from '#platform/database/pool-databases.ts'
import { capturedPool } from '#pool-move/capture.ts'
import { deleteMoved, type Move, movePool, MoveRefused, undoMove } from '#pool-move/move.ts'
import { shardOf, shardsOf } from '#shards/shards.ts'
import { type CommandResult, refused, report } from './command-result.ts'

const usage = `npm run pool:move -- --pool=POOL --to=postgres://…            copies the pool, stops its writes and compares
npm run pool:move -- --pool=POOL --to=postgres://… --undo     gives the move up; not once the pool is served from there
npm run pool:move -- --pool=POOL --delete                     deletes the old rows, once the pool is served from there`

interface Deps {
  readonly databaseUrl: string
  readonly poolDatabases: ReadonlyMap<string, string>
  readonly brands: Brands
  readonly print: (line: string) => void
}

/** Moves a pool to another database. It can be run again after any interruption. */
export async function movePoolByCommand(args: readonly string[], deps: Deps): Promise<CommandResult> {
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  const { pool = '', to, undo = false, delete: isDelete = false } = asked
  const members = deps.brands.list.filter((brand) => brand.pool === pool)
  const pools = [...new Set(deps.brands.list.map((brand) => brand.pool))]
  if (members.length === 0) return refused(`--pool: one of ${pools.join(', ')}`, usage)
  if (undo && isDelete) return refused('--undo and --delete: one of them', usage)
  if (isDelete && to !== undefined) return refused('--to: the new database is already in DATABASES', usage)
  const targetUrl = isDelete ? deps.poolDatabases.get(pool) : to
  if (targetUrl === undefined)
    return refused(
      isDelete ? `DATABASES: does not name ${pool}, so it is not served from elsewhere` : '--to: the new database',
      usage,
    )
  if (!URL.canParse(targetUrl) || !/^postgres(ql)?:$/.test(new URL(targetUrl).protocol))
    return refused('--to: must be a postgres:// address', usage)
  try {
    // Whether the pools may be apart at all.
    shardsOf({ ...deps, poolDatabases: new Map([...deps.poolDatabases, [pool, targetUrl]]) }, deps.brands)
    const sourceUrl = await sourceOf(pool, isDelete ? '' : (members[0]?.key ?? ''), targetUrl, deps)
    const move: Move = {
      pool: {
        id: pool,
        brandIds: members.map(({ key }) => key),
        companies: members.map(({ company }) => company.vatNumber),
      },
      sourceUrl,
      targetUrl,
      print: deps.print,
      checkLedger: differencesIn,
    }
    return await run(move, undo ? 'undo' : isDelete ? 'delete' : 'move')
  } catch (error) {
    if (error instanceof MoveRefused || error instanceof ConfigError) return refused(error.message)
    if (isUnavailable(error) || hasNoRoom(error))
      return refused(
        `A database does not answer or has no room: ${(error as Error).message}. Run the command again: it goes on.`,
      )
    throw error
  }
}

/** The disk of a database is full, or it has no connection left. */
const hasNoRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('53')

async function run(move: Move, what: 'move' | 'undo' | 'delete'): Promise<CommandResult> {
  const { id } = move.pool
  if (what === 'undo') {
    await undoMove(move)
    return { ok: true, lines: [`${id} stays where it was, and is written to again.`] }
  }
  if (what === 'delete') return { ok: true, lines: [`${await deleteMoved(move)} old rows of ${id} are deleted.`] }
  const { rows, stoppedMs } = await movePool(move)
  return {
    ok: true,
    lines: [
      `${rows} rows are copied. Writes of ${id} have been stopped for ${(stoppedMs / 1000).toFixed(1)} s and stay stopped until it is served from there:`,
      `put ${id}=<the address of --to> into DATABASES and restart every process. --undo gives the move up before.`,
      `Afterwards, \`npm run pool:move -- --pool=${id} --delete\` deletes the old rows; until then jobs of the old database fail at them.`,
    ],
  }
}

/** The database from which the pool is being moved, else the one where it is; without a brand, the default one. */
async function sourceOf(pool: string, brandKey: string, targetUrl: string, deps: Deps): Promise<string> {
  const shards = shardsOf(deps, deps.brands)
  const urls = shards.map((shard) => shard.databaseUrl).filter((url) => url !== targetUrl)
  for (const url of urls) if ((await capturedIn(url)) === pool) return url
  const url = brandKey === '' ? deps.databaseUrl : shardOf(shards, brandKey)?.databaseUrl
  if (url === undefined || url === targetUrl) throw new MoveRefused(`${pool} is in that database already.`)
  return url
}

async function capturedIn(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: postgresAddress(url), connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    return (await capturedPool(client))?.poolId
  } finally {
    await client.end()
  }
}

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
    return parseArgs({ args: [...args], options: { pool: text, to: text, undo: flag, delete: flag } }).values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

if (import.meta.main) {
  const { DATABASE_URL: databaseUrl, DATABASES: pools = '' } = process.env
  if (!databaseUrl) {
    console.error('DATABASE_URL: is missing; `npm run pool:move` sets it for the database of DATA_DIR')
    process.exit(2)
  }
  const deps = {
    databaseUrl,
    poolDatabases: readPoolDatabases(pools),
    brands: loadBrands(fileURLToPath(new URL('../../../brands', import.meta.url))),
    print: (line: string) => console.log(line),
  }
  report(await movePoolByCommand(process.argv.slice(2), deps))
}
