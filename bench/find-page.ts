// `POST /dispenser/match` in process with 100,000 members (`--members=N`), relative to a plain index scan of its first
// page: p50 and p99 of a page, p50 of a viewer's first page, whose area is counted, of page 500 relative to page 1, and of
// a page with three filters, which leave one member in seven, relative to one without.
import { sql } from 'kysely'
import { createContext } from '../server/src/context.ts'
import { createGeo } from '../server/src/modules/geo/index.ts'
import { openDatabase } from '../server/src/platform/database.ts'
import { createLog } from '../server/src/platform/log.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { fillCountry } from './parts/area.ts'
import { benchConfig } from './parts/config.ts'
import { interleaved, median, quantile, report } from './parts/measure.ts'
import { makePeople } from './parts/people.ts'

const given = process.argv.find((argument) => argument.startsWith('--members='))
const members = given === undefined ? 100_000 : Number(given.slice('--members='.length))
if (!Number.isInteger(members) || members < 100_000) throw new Error('--members takes a number of at least 100000')
const requests = 400
const firstTimers = 100
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
// Filling the database takes longer than the time limit of a request.
const database = openDatabase(url, { statementMs: 1_800_000 })
const { db, pool } = database
await createGeo(database).load()
const [viewer, choosy, ...others] = await makePeople(database, 2 + 6 * firstTimers, 'man', 0)
if (!viewer || !choosy) throw new Error('no viewer')

await fillCountry(db, members)
await sql`update discovery_entries set region_id = (select region_id from members where id = ${viewer.id}) where random() < 0.2`.execute(
  db,
)
await sql`vacuum analyze`.execute(db)

const context = await createContext({
  servesLocalhost: true,
  config: benchConfig(url, 0),
  log: createLog('silent'),
  health: { ready: true },
  limitFactor: 1e6,
})
await context.load()
await context.app.ready()
const { region_id: regionId } = await db
  .selectFrom('members')
  .select('region_id')
  .where('id', '=', viewer.id)
  .executeTakeFirstOrThrow()

type Viewer = typeof viewer
async function times(one: (n: number) => Promise<unknown>, count = requests): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < count; n += 1) {
    const from = performance.now()
    await one(n)
    all.push(performance.now() - from)
  }
  return all
}
const match = async ({ token, clickid }: Viewer, page: number): Promise<void> => {
  const answer = await context.app.inject({
    method: 'POST',
    url: '/dispenser/match',
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
    payload: { trackerId: clickid, page },
  })
  if (answer.statusCode !== 200 || answer.json<{ profili: unknown[] }>().profili.length !== 12)
    throw new Error(answer.body)
}
const scan = (n: number): Promise<unknown> =>
  pool.query({
    name: 'bare scan',
    text: `select member_id from discovery_entries where pool_id = 'local' and country = 'IT' and region_id = $1 and gender = 'woman' and seeks = 'man' and is_new = false
    order by active_at desc, member_id offset $2 limit 12`,
    values: [regionId, (n % 5) * 12],
  })
const p99s: number[][] = []
const pages = await interleaved(
  async () => {
    const all = await times((n) => match(viewer, 1 + (n % 5)))
    p99s.push([quantile(all, 0.99)])
    return median(all)
  },
  async () => {
    const all = await times(scan)
    p99s.at(-1)?.push(quantile(all, 0.99))
    return median(all)
  },
)
const saved = await context.app.inject({
  method: 'PUT',
  url: '/dispenser/filters',
  headers: { host: 'localhost', authorization: `Bearer ${choosy.token}` },
  payload: {
    trackerId: choosy.clickid,
    filters: { age: { from: 25, to: 44 }, intents: ['slowly', 'open'], withWords: true },
  },
})
if (saved.statusCode !== 200) throw new Error(saved.body)
const filtered = await interleaved(
  async () => median(await times((n) => match(choosy, 1 + (n % 5)))),
  async () => median(await times((n) => match(viewer, 1 + (n % 5)))),
)
// Everybody searches where the viewer does. Their sessions are read first, as for any request.
await sql`update members set region_id = ${regionId}, city_id = null where id = any(${others.map(({ id }) => id)})`.execute(
  db,
)
const first = await interleaved(
  async () =>
    median(
      await times(async () => {
        const next = others.pop()
        if (next) await match(next, 1)
      }, firstTimers),
    ),
  async () => median(await times(scan, firstTimers)),
)
const deep = await interleaved(
  async () => median(await times(() => match(viewer, 500))),
  async () => median(await times(() => match(viewer, 1))),
)
await context.close()
await database.close()
const p99 = median(p99s.map(([ours = 0, theirs = 1]) => ours / theirs))
report('find-page', 'ms', 'ratio <= 3, p99 <= 5; page 500 <= 1.3 of page 1; three filters <= 3 of none', {
  ...pages,
  p99: Number(p99.toPrecision(3)),
  firstPage: first.ratio,
  page500: deep.ratio,
  filters: filtered.ratio,
  members,
})
process.exit(0)
