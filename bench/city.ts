// The p99 of the city type-ahead (`GET /api/get/city/{country}/{query}`) in process, relative to a plain index scan for
// the same prefixes.
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openBenchContext } from './parts/context.ts'
import { interleaved, quantile, report } from './parts/measure.ts'

const target = 5
const lookups = 2000
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
const { pool } = database
await createGeo(database).load()
const { rows: names } = await pool.query<{ country: string; name: string; name_folded: string }>(
  'select country, name, name_folded from geo_cities where char_length(name) > 3 order by md5(name) limit 2000',
)
await pool.query('vacuum analyze')
const context = await openBenchContext(url)

/** Measures the requests that typing sends, one after the other: three letters, then one more each time. */
async function p99(one: (city: (typeof names)[number], letters: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < lookups; n += 1) {
    const city = names[n % names.length]
    if (!city) throw new Error('no cities')
    const from = performance.now()
    await one(city, 3 + (n % 3))
    times.push(performance.now() - from)
  }
  return quantile(times, 0.99)
}
const ask = async (city: (typeof names)[number], letters: number): Promise<void> => {
  const answer = await context.app.inject({
    url: `/api/get/city/${city.country}/${encodeURIComponent(city.name.slice(0, letters))}`,
    headers: { host: 'localhost' },
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
const scan = (city: (typeof names)[number], letters: number): Promise<unknown> => {
  const prefix = city.name_folded.slice(0, letters)
  return pool.query({
    name: 'bare prefix',
    text: 'select name, province, region_id from geo_cities where country = $1 and name_folded ~>=~ $2 and name_folded ~<~ $3 order by name_folded limit 20',
    values: [city.country, prefix, `${prefix}\u{10FFFF}`],
  })
}
const result = await interleaved(
  () => p99(ask),
  () => p99(scan),
)
await context.close()
await database.close()
report('city', 'ms, p99', `<= ${target}`, { ...result, lookups })
process.exit(result.value <= target ? 0 : 1)
