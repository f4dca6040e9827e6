import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openBenchContext } from './context.ts'
import { copyMembers } from './list-members.ts'
import { interleaved, median, quantile, report } from './measure.ts'
import { makePeople, type Person } from './people.ts'

const requests = 400
const firstTimers = 100
const decided = 10_000
const target =
  'ratio <= 3, p99 <= 5; page 500 <= 1.3 of page 1; three filters <= 3 of none; 10,000 decisions <= 1.5 of none'

/** Measures the list in one mode with `--members=N` members and prints the result. Ends the process. */
export async function measureList(name: string, mode: 'find' | 'match'): Promise<never> {
  const given = process.argv.find((argument) => argument.startsWith('--members='))
  const members = given === undefined ? 100_000 : Number(given.slice('--members='.length))
  if (!Number.isInteger(members) || members < 100_000) throw new Error('--members takes a number of at least 100000')
  const url = process.env['DATABASE_URL'] ?? ''
  await migrate(url)
  const database = openDatabase(url, { statementMs: 600_000 })
  const { db, pool } = database
  await createGeo(database).load()
  const [viewer, choosy, decisive, ...others] = await makePeople(database, 3 + 6 * firstTimers, 'man', 0)
  if (!viewer || !choosy || !decisive) throw new Error('no viewer')
  const { region_id: regionId } = await db
    .selectFrom('members')
    .select('region_id')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  const copied = await copyMembers(url, members, regionId)

  const context = await openBenchContext(url)
  async function times(
    one: (n: number) => Promise<unknown>,
    count = requests,
    before?: () => Promise<unknown>,
  ): Promise<number[]> {
    const all: number[] = []
    for (let n = 0; n < count; n += 1) {
      await before?.()
      const from = performance.now()
      await one(n)
      all.push(performance.now() - from)
    }
    return all
  }
  const match = async ({ token, clickid }: Person, page: number): Promise<void> => {
    const answer = await context.app.inject({
      method: 'POST',
      url: '/dispenser/match',
      headers: { host: 'localhost', authorization: `Bearer ${token}` },
      payload: { trackerId: clickid, page, mode },
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
  // A new version of the rows of every member on these pages, so that each page reads what its cards say.
  const rewrite = (): Promise<unknown> =>
    pool.query({
      name: 'rewrite',
      text: `update members set last_active_at = last_active_at where id in (
        (select member_id from discovery_entries where pool_id = 'local' and country = 'IT' and region_id = $1 and gender = 'woman' and seeks = 'man'
         and is_new = false order by active_at desc, member_id limit 60) union all
        (select member_id from discovery_entries where pool_id = 'local' and country = 'IT' and region_id = $1 and gender = 'woman' and seeks = 'man'
         and is_new order by active_at desc, member_id limit 60))`,
      values: [regionId],
    })
  const changed = await interleaved(
    async () => median(await times((n) => match(viewer, 1 + (n % 5)), firstTimers, rewrite)),
    async () => median(await times(scan, firstTimers)),
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
  await pool.query(
    `insert into reactions (member_id, other_id, kind, created_at) select $1, member_id, 'like', now() from (
     select member_id from discovery_entries where pool_id = 'local' and country = 'IT' and region_id = $2 and gender = 'woman'
       and seeks = 'man' and is_new = false order by active_at desc, member_id limit $3) top`,
    [decisive.id, regionId, decided],
  )
  await pool.query('vacuum analyze reactions')
  const answered = await interleaved(
    async () => median(await times((n) => match(decisive, 1 + (n % 5)), firstTimers)),
    async () => median(await times((n) => match(viewer, 1 + (n % 5)), firstTimers)),
  )
  await context.close()
  await database.close()
  const p99 = median(p99s.map(([ours = 0, theirs = 1]) => ours / theirs))
  report(name, 'ms', target, {
    ...pages,
    p99: Number(p99.toPrecision(3)),
    changed: changed.ratio,
    firstPage: first.ratio,
    page500: deep.ratio,
    filters: filtered.ratio,
    decided: answered.ratio,
    members,
    copied,
  })
  process.exit(0)
}
