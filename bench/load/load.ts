import pg from 'pg'
import { loadBrands } from '#server/modules/brands/index.ts'
import { loadFlows } from '#server/modules/flows/index.ts'
import { writeAccount } from './account-rows.ts'
import { removeIndexes, restoreIndexes } from './bare-tables.ts'
import { writeConversation } from './conversation-rows.ts'
import { writeCredits } from './credit-rows.ts'
import { worldOf, type MadeMember, type Region, type World } from './members.ts'
import { heavyTailed, type Random } from './random.ts'
import { writeReaction } from './reaction-rows.ts'
import { openTables } from './tables.ts'

export interface LoadOptions {
  /** The URL of a migrated database with the geography and without members. */
  readonly url: string
  readonly members: number
  readonly brandsDir: string
  /** Only members of these brands; of all, unless given. */
  readonly brandKeys?: readonly string[]
  /** The hash of the password that all members share. */
  readonly passwordHash: string
  /** The time from which all dates are counted back. */
  readonly now: Date
  readonly onProgress?: (progress: LoadProgress) => void
}

export interface LoadProgress {
  readonly members: number
  readonly rows: number
  /** Bytes that the database has not taken yet; they are in memory. */
  readonly waiting: number
  /** The step after the rows: a key, an index or statistics. */
  readonly step?: string
}

/** The number of conversations and likes of the busiest members. */
const mostConversations = 700
const mostReactions = 10_000
/** The number of members written before waiting until the connections have caught up. */
const breath = 20

/**
 * Fills an empty database with made-up members and the rows of real ones. They are distributed as in practice: a few
 * regions have most members, a few members most conversations, a few conversations most messages. The same numbers
 * give the same rows.
 * @returns the number of rows written, by table
 * @throws Error when the database already has members
 */
export async function loadMembers(options: LoadOptions): Promise<Readonly<Record<string, number>>> {
  const client = new pg.Client({ connectionString: options.url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from members limit 1')
    if (rowCount) throw new Error('the database has members: load into an empty one')
    const world = await readWorld(client, options)
    const removed = await removeIndexes(client)
    const rows = await writeAll(options, world)
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
    await restoreIndexes(options.url, removed, (step) =>
      options.onProgress?.({ members: options.members, rows: total, waiting: 0, step }),
    )
    return rows
  } finally {
    await client.end()
  }
}

async function writeAll(options: LoadOptions, world: World): Promise<Record<string, number>> {
  const tables = await openTables(options.url)
  const writers = Object.values(tables)
  const made = worldOf(world)
  const joinedOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const every = Math.min(10_000, Math.ceil(world.members / 100))
  for (let index = 0; index < world.members; index += 1) {
    const member = made.memberAt(index)
    const random = made.doingsOf(index)
    const likes: string[] = []
    const spent = { messages: 0, icebreakers: 0 }
    const met = new Set<number>()
    if (member.isUsual) {
      for (const other of distinctOthers(made.otherMemberOf, member, random, conversationsOf(member, random), met)) {
        const otherId = made.idAt(other)
        writeConversation(tables, world, member, otherId, joinedOf(otherId), random, spent)
      }
      met.clear()
      const wanted = heavyTailed(random, 1.15, mostReactions) - 1
      for (const other of distinctOthers(made.otherMemberOf, member, random, wanted, met)) {
        const otherId = made.idAt(other)
        const like = writeReaction(tables, world, member, otherId, joinedOf(otherId), random)
        if (like !== undefined) likes.push(like)
      }
    }
    const [first] = met
    writeAccount(tables, world, member, random, first === undefined ? undefined : made.idAt(first))
    writeCredits(tables, world, member, random, spent, likes)
    if (index % breath === 0) for (const writer of writers) await writer.drained()
    if (index % every === 0)
      options.onProgress?.({
        members: index,
        rows: writers.reduce((sum, writer) => sum + writer.rows, 0),
        waiting: writers.reduce((sum, writer) => sum + writer.waiting, 0),
      })
  }
  await Promise.all(writers.map((writer) => writer.end()))
  return Object.fromEntries(Object.entries(tables).map(([table, writer]) => [table, writer.rows]))
}

/** The conversations that a member began: men begin them, and paying men begin many. */
function conversationsOf(member: MadeMember, random: Random): number {
  if (member.gender === 'woman') return 0
  return member.level === 1 ? heavyTailed(random, 1.15, mostConversations) : random.below(3)
}

function* distinctOthers(
  otherMemberOf: (member: MadeMember, random: Random) => number | undefined,
  member: MadeMember,
  random: Random,
  count: number,
  met: Set<number>,
): Generator<number> {
  for (let n = 0; n < count; n += 1) {
    const other = otherMemberOf(member, random)
    if (other === undefined || met.has(other)) continue
    met.add(other)
    yield other
  }
}

async function readWorld(client: pg.Client, options: LoadOptions): Promise<World> {
  const brands = loadBrands(options.brandsDir)
  const flows = loadFlows(options.brandsDir, brands)
  const { rows } = await client.query<Region & { country: string }>(`
    select r.id, r.country, (select coalesce(array_agg(c.id order by c.id), '{}') from geo_cities c where c.region_id = r.id) as cities
    from geo_regions r order by r.country, (select count(*) from geo_cities c where c.region_id = r.id) desc, r.id`)
  const regions = Map.groupBy(rows, ({ country }) => country)
  // `local` comes first, since it is the brand that answers at localhost, where benchmarks send their requests.
  const sites = [...brands.list]
    .sort((one, other) => Number(other.key === 'local') - Number(one.key === 'local'))
    .filter(({ key, country }) => regions.has(country) && (options.brandKeys?.includes(key) ?? true))
    .map((brand) => ({ brand, flow: flows.of(brand.key, brand.defaultFluxId) }))
  return { members: options.members, now: options.now.getTime(), sites, regions, passwordHash: options.passwordHash }
}
