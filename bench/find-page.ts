// The p50 of `POST /dispenser/match` in process with 100,000 members, relative to a plain index scan of its first page.
import { sql } from 'kysely'
import { createContext } from '../server/src/context.ts'
import { createGeo } from '../server/src/modules/geo/index.ts'
import { openDatabase } from '../server/src/platform/database.ts'
import { createLog } from '../server/src/platform/log.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { fillCountry } from './parts/area.ts'
import { benchConfig } from './parts/config.ts'
import { interleaved, median, report } from './parts/measure.ts'
import { makePeople } from './parts/people.ts'

const members = 100_000
const requests = 400
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
// Filling the database takes longer than the time limit of a request.
const database = openDatabase(url, { statementMs: 120_000 })
const { db, pool } = database
await createGeo(database).load()
const [viewer] = await makePeople(database, 1, 'man', 0)
if (!viewer) throw new Error('no viewer')

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

async function p50(one: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < requests; n += 1) {
    const from = performance.now()
    await one(n)
    times.push(performance.now() - from)
  }
  return median(times)
}
const match = async (n: number): Promise<void> => {
  const answer = await context.app.inject({
    method: 'POST',
    url: '/dispenser/match',
    headers: { host: 'localhost', authorization: `Bearer ${viewer.token}` },
    payload: { trackerId: viewer.clickid, page: 1 + (n % 5) },
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
const result = await interleaved(
  () => p50(match),
  () => p50(scan),
)
await context.close()
await database.close()
report('find-page', 'ms', 'ratio <= 5', { ...result, members })
process.exit(0)
