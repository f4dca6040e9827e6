// p50 of `POST /dispenser/match` in process among 100,000 members, over the bare index scan of its first page.
import { sql } from 'kysely'
import { createContext } from '../server/src/context.ts'
import { createGeo } from '../server/src/modules/geo/index.ts'
import { openDatabase } from '../server/src/platform/database.ts'
import { createLog } from '../server/src/platform/log.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { benchConfig } from './parts/config.ts'
import { interleaved, median, report } from './parts/measure.ts'
import { makePeople } from './parts/people.ts'

const members = 100_000
const requests = 400
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
// Filling it takes longer than a request may.
const database = openDatabase(url, { statementMs: 120_000 })
const { db, pool } = database
await createGeo(database).load()
const [viewer] = await makePeople(database, 1, 'man', 0)
if (!viewer) throw new Error('no viewer')

// As many as a large brand has in one country, most of them in a few regions, a tenth online, a twelfth new.
await sql`
  with people as (
    select gen_random_uuid() as id, n, (array(select id from geo_regions where country = 'IT' order by name))[1 + (n % 97) % 20] as region_id
    from generate_series(1, ${members}) n
  ), made as (
    insert into members (id, brand_id, pool_id, clickid, email, screen_name, gender, seeks, age_stated, age_stated_on, country, region_id, locale, about,
      flow_id, flow_version, email_confirmed_at, last_active_at, created_at)
    select id, 'local', 'local', 'bench' || n, 'bench' || n || '@bench.example', 'Bench ' || n, case when n % 2 = 0 then 'woman' else 'man' end,
      case when n % 2 = 0 then 'man' else 'woman' end, 19 + n % 50, current_date, 'IT', region_id, 'it', repeat('Mi piace camminare. ', 8), '7', 'bench', now(),
      now() - (n % 43200) * interval '1 minute', now() - case when n % 12 = 0 then interval '2 days' else interval '60 days' end
    from people returning id, pool_id, country, region_id, gender, seeks, last_active_at, created_at
  )
  insert into discovery_entries (pool_id, country, region_id, member_id, gender, seeks, is_new, active_at, created_at)
  select pool_id, country, region_id, id, gender, seeks, created_at > now() - interval '7 days', last_active_at, created_at from made`.execute(
  db,
)
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
