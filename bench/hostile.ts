// How much one attacker slows down everyone else: a member's p95 (list of people, unread counts) while one address
// requests the most expensive public URLs over ten connections as fast as it can, relative to the p95 without an
// attack. Both are measured alternately; the result is the median of the pairs.
import autocannon from 'autocannon'
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { ensureWebBuilt } from '../tools/support/web-build.mjs'
import { webBuild } from './parts/config.ts'
import { forkProgram } from './parts/fork.ts'
import { interleaved, quantile, report } from './parts/measure.ts'
import { makePeople } from './parts/people.ts'

const target = 2
const seconds = 4
const pairs = 3
const pause = 60

/** The most expensive public requests. */
const attacks: Readonly<
  Record<string, { readonly path: string; readonly headers?: Readonly<Record<string, string>> }>
> = {
  'a page with a session that is none': { path: '/signup', headers: { cookie: `__Host-session=${'x'.repeat(43)}` } },
  'a page that is never kept': { path: '/signup?mail=somebody%40person.example.com' },
  'a page that streams': { path: '/login?next=/chats' },
  'the document of the API': { path: '/api/docs/openapi.json' },
  'the cities of a country': { path: '/api/get/cities/FR' },
}

const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
await createGeo(database).load()
const [member] = await makePeople(database, 200, 'man', 0)
await makePeople(database, 200, 'woman', 0)
await database.close()
if (process.env['WEB_BUILD_DIR'] === undefined) await ensureWebBuilt()

const server = await forkProgram('serve.ts', {
  DATABASE_URL: url,
  WEB_BUILD: webBuild,
  // The header of a local proxy distinguishes attacker and member. The limits are those of a real installation.
  TRUSTED_PROXIES: '127.0.0.1',
  LIMIT_FACTOR: '1',
})
const origin = `http://localhost:${server.port}`

/** Sends a member's requests for some time from a separate address. @returns the milliseconds of each answer */
async function lookAround(): Promise<number[]> {
  const headers = {
    authorization: `Bearer ${member?.token}`,
    'content-type': 'application/json',
    'x-forwarded-for': '198.51.100.7',
  }
  const times: number[] = []
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
    for (const [path, method] of [
      ['/dispenser/match', 'POST'],
      [`/api/get/all/${member?.clickid}`, 'GET'],
    ] as const) {
      const from = performance.now()
      const body = JSON.stringify({ trackerId: member?.clickid, page: 1 })
      const answer = await fetch(`${origin}${path}`, { method, headers, ...(method === 'POST' ? { body } : {}) })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} to a member`)
      times.push(performance.now() - from)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return times
}
const calm = async (): Promise<number> => quantile(await lookAround(), 0.95)

const results: Record<string, object> = {}
const missed: string[] = []
for (const [name, { path, headers = {} }] of Object.entries(attacks)) {
  let answered: Record<string, number> = {}
  const attacked = async (): Promise<number> => {
    const attack = autocannon({
      url: `${origin}${path}`,
      connections: 10,
      duration: seconds + 1,
      headers: { 'accept-encoding': 'gzip', 'x-forwarded-for': '203.0.113.66', ...headers },
    })
    const times = await lookAround()
    const { statusCodeStats } = await attack
    answered = Object.fromEntries(
      Object.entries(statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count]),
    )
    return quantile(times, 0.95)
  }
  const result = await interleaved(attacked, calm, pairs)
  results[name] = { ...result, answered }
  if (result.ratio > target) missed.push(`${name}: ${result.ratio}`)
}
await server.stop()
report('hostile', 'ms, a member’s p95', `attacked <= ${target} * calm`, { results, missed })
process.exit(missed.length === 0 ? 0 : 1)
