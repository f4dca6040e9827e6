// The pages and messages of Incontro and of pH7Builder, which people would install instead (bench/peers/README.md), with as
// many members on this machine: how many a second, the processor time of each in server and database, and the bytes sent.
import { join } from 'node:path'
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { ensureWebBuilt } from '../tools/support/web-build.mjs'
import { loadMembers } from './load/load.ts'
import { webBuild } from './parts/config.ts'
import { forkProgram } from './parts/fork.ts'
import { median, report } from './parts/measure.ts'
import { openMemberSocket } from './parts/member-socket.ts'
import { makePeople } from './parts/people.ts'
import { cpuOf, cpuOfFamily, load, parentOf } from './parts/processes.ts'
import { workOf as ourWork } from './peers/incontro-work.ts'
import { messageRows } from './peers/ph7builder-rows.ts'
import { signIn, workOf as theirWork, type SignedIn } from './peers/ph7builder-work.ts'
import { startPh7builder } from './peers/ph7builder.ts'
import { concurrent, doUnit, rateOf, type Asked } from './peers/requests.ts'

const members = Number(process.env['PEER_MEMBERS'] ?? 10_000)
const rounds = Number(process.env['PEER_ROUNDS'] ?? 3)
const seconds = Number(process.env['PEER_SECONDS'] ?? 3)
/** Members who are signed in, on each site. */
const active = 40
const folder = process.env['PEER_SITE'] ?? process.argv[2]
if (folder === undefined)
  throw new Error('npm run bench -- peer-sites FOLDER: the files of pH7Builder (bench/peers/README.md)')

type Unit = (n: number) => readonly Asked[]
interface Side {
  readonly origin: string
  /** Microseconds until now. */
  cpu(): { readonly server: number; readonly database: number }
}
interface Run {
  readonly done: number
  readonly perSecond: number
  /** Milliseconds of processor time for one. */
  readonly server: number
  readonly database: number
  readonly bytes: number
}

async function run({ origin, cpu }: Side, unit: Unit): Promise<Run> {
  const before = cpu()
  const { perSecond, done, bytes } = await rateOf(origin, seconds, unit)
  const after = cpu()
  const each = (from: number, to: number): number => (to - from) / 1000 / done
  return {
    done,
    perSecond,
    server: each(before.server, after.server),
    database: each(before.database, after.database),
    bytes,
  }
}

const middle = (runs: readonly Run[]): Omit<Run, 'done'> => {
  const of = (read: (run: Run) => number): number => Number(median(runs.map(read)).toPrecision(3))
  return {
    perSecond: of((one) => one.perSecond),
    server: of((one) => one.server),
    database: of((one) => one.database),
    bytes: Math.round(median(runs.map((one) => one.bytes))),
  }
}

/** Ours and theirs alternately; a first pair fills caches and is not counted. */
async function compare(mine: [Side, Unit], theirs: [Side, Unit]) {
  const seen: { ours: Run; theirs: Run }[] = []
  for (let n = 0; n <= rounds; n += 1) {
    const first = await run(...(n % 2 ? mine : theirs))
    const second = await run(...(n % 2 ? theirs : mine))
    seen.push(n % 2 ? { ours: first, theirs: second } : { ours: second, theirs: first })
  }
  const counted = seen.slice(1)
  const ours = middle(counted.map((round) => round.ours))
  const other = middle(counted.map((round) => round.theirs))
  const cpu = ({ server, database }: Omit<Run, 'done'>): number => server + database
  const all = (read: (round: (typeof seen)[number]) => Run): number =>
    seen.reduce((sum, round) => sum + read(round).done, 0)
  return {
    ours,
    theirs: other,
    done: { ours: all((round) => round.ours), theirs: all((round) => round.theirs) },
    cpuRatio: Number(median(counted.map((round) => cpu(round.ours) / cpu(round.theirs))).toPrecision(3)),
  }
}

async function openOurs() {
  const url = process.env['DATABASE_URL'] ?? ''
  await migrate(url)
  const database = openDatabase(url, { statementMs: 120_000 })
  await createGeo(database).load()
  const brandsDir = join(import.meta.dirname, '../brands')
  await loadMembers({ url, members, brandsDir, brandKeys: ['local'], passwordHash: 'none', now: new Date() })
  const men = await makePeople(database, active, 'man', 10_000_000)
  const women = await makePeople(database, active, 'woman', 0)
  await database.pool.query('vacuum analyze')
  const { rows } = await database.pool.query<{ pid: number; messages: number }>(
    'select pg_backend_pid() as pid, (select count(*)::integer from messages) as messages',
  )
  const { pid = 0, messages = 0 } = rows[0] ?? {}
  const postgres = parentOf(pid)
  const server = await forkProgram('serve.ts', { WEB_BUILD: webBuild, OUTBOX: 'yes', JOBS: 'yes' })
  // Those who are written to are there, as on the other site.
  const sockets = await Promise.all(women.map((woman) => openMemberSocket(server.port, woman)))
  const side: Side = {
    origin: `http://localhost:${server.port}`,
    cpu: () => ({ server: cpuOf(server.child.pid ?? 0), database: cpuOfFamily(postgres) }),
  }
  return {
    side,
    work: ourWork(men, women),
    messages,
    sent: async () =>
      Number((await database.pool.query<{ count: string }>('select count(*) from messages')).rows[0]?.count) - messages,
    async close() {
      for (const socket of sockets) socket.disconnect()
      await server.stop()
      await database.close()
    },
  }
}

if (process.env['WEB_BUILD_DIR'] === undefined) await ensureWebBuilt()
const ours = await openOurs()
const theirs = await startPh7builder(folder, members)
try {
  const signedIn: SignedIn[] = []
  for (let n = 1; n < 2 * active; n += 2) signedIn.push(await signIn(theirs, n))
  const [mine, other] = [ours.work, theirWork(signedIn)]
  // Alone at first: of ten requests at once with cold caches, pH7Builder answered some with status 500.
  for (const unit of Object.values<Unit>(mine)) await doUnit(ours.side.origin, unit(0))
  for (const unit of Object.values<Unit>(other)) await doUnit(theirs.origin, unit(0))
  const results: Record<string, Awaited<ReturnType<typeof compare>> & { readonly load: number | undefined }> = {}
  const measure = async (name: string, unit: Unit, theirUnit: Unit) => {
    const compared = { ...(await compare([ours.side, unit], [theirs, theirUnit])), load: load() }
    results[name] = compared
    console.error(name, JSON.stringify(compared))
    return compared.done
  }
  await measure('home', mine.home, other.home)
  await measure('list', mine.list, other.list)
  await measure('profile', mine.profile, other.profile)
  const instant = await measure('message, instant', mine.message, other.instant)
  const mail = await measure('message, mail', mine.message, other.mail)
  const count = (table: string): number => Number(theirs.sql(`select count(*) from ${table}`))
  const stored = { ours: await ours.sent(), instant: count('ph7_messenger'), mail: count('ph7_messages') }
  // With the first of each, which was alone.
  const sent = { ours: 1 + instant.ours + mail.ours, instant: 1 + instant.theirs, mail: 1 + mail.theirs }
  if (JSON.stringify(stored) !== JSON.stringify(sent))
    throw new Error(`not what was sent is stored: ${JSON.stringify({ sent, stored })}`)
  // As many messages as the other site has had from the beginning.
  theirs.sql(messageRows(members, ours.messages))
  await measure(`message, mail beside ${ours.messages} stored`, mine.message, other.mail)
  report('peer-sites', 'a second; ms of processor time; bytes', 'none', { members, concurrent, stored, results })
} finally {
  await theirs.stop()
  await ours.close()
}
process.exit(0)
