// The cost of a sign-in without Argon2id: the p50 of `POST /api/users/authenticate` in process minus the p50 of the
// hash.
import { createGeo } from '#server/modules/geo/index.ts'
import { createPasswords } from '#server/modules/identity/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openBenchContext } from './parts/context.ts'
import { interleaved, median, report } from './parts/measure.ts'
import { makePeople } from './parts/people.ts'

const target = 3
const people = 60
const password = 'three words at random'
const passwords = createPasswords()
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
await createGeo(database).load()
const members = await makePeople(database, people, 'man', 0)
const stored = await passwords.hash(password)
await database.pool.query('update members set password_hash = $1', [stored])
const context = await openBenchContext(url)

async function p50(one: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < people; n += 1) {
    const from = performance.now()
    await one(n)
    times.push(performance.now() - from)
  }
  return median(times)
}
const signIn = async (n: number): Promise<void> => {
  const answer = await context.app.inject({
    method: 'POST',
    url: '/api/users/authenticate',
    headers: { host: 'localhost', 'x-session': 'bearer' },
    payload: { email: `${members[n]?.id}@bench.example`, password },
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
const result = await interleaved(
  () => p50(signIn),
  () => p50(() => passwords.fits(stored, password)),
)
const rest = median(result.pairs.map(([whole = 0, hash = 0]) => whole - hash))
await context.close()
await database.close()
report('login', 'ms', `whole less Argon2id < ${target}`, { ...result, rest: Number(rest.toPrecision(3)) })
process.exit(rest < target ? 0 : 1)
