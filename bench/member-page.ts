// The processor time of server and PostgreSQL for a member's page opened afresh, relative to the API calls that bring the
// same data: what rendering on the server costs.
import { createGeo } from '#server/modules/geo/index.ts'
import { sessionCookie } from '#server/modules/identity/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { newId } from '#server/platform/ids.ts'
import { ensureWebBuilt } from '../tools/support/web-build.mjs'
import { connectPairs } from './parts/chat-pairs.ts'
import { webBuild } from './parts/config.ts'
import { forkProgram } from './parts/fork.ts'
import { interleaved, report } from './parts/measure.ts'
import { makePeople } from './parts/people.ts'
import { cpuOf, cpuOfFamily, parentOf } from './parts/processes.ts'

const requests = 200
const concurrent = 4
const targets = { ratio: 2, ms: 10 }
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
if (process.env['WEB_BUILD_DIR'] === undefined) await ensureWebBuilt()
const database = openDatabase(url)
await createGeo(database).load()
const [viewer] = await makePeople(database, 1, 'man', 1000)
const women = await makePeople(database, 60, 'woman', 1000)
const [other] = women
if (!viewer || !other) throw new Error('no members')
const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
const postgres = parentOf(rows[0]?.pid ?? 0)
const server = await forkProgram('./serve.ts', { WEB_BUILD: webBuild })
const origin = `http://localhost:${server.port}`
// A list of some screens, and a conversation of two.
for (const woman of women.slice(0, 30)) {
  const pair = await connectPairs([viewer, woman], () => server.port)
  for (let n = 0; n < (woman === other ? 30 : 1); n += 1) await pair.send(n)
  pair.close()
}
await database.db
  .insertInto('notifications')
  .values(
    women
      .slice(0, 30)
      .map(({ id }) => ({ member_id: viewer.id, id: newId(), actor_id: id, kind: 'like', created_at: new Date() })),
  )
  .execute()

async function ask(path: string, body?: object): Promise<void> {
  const answer = await fetch(`${origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(path in pages
        ? { cookie: `${sessionCookie}=${viewer?.token}` }
        : { authorization: `Bearer ${viewer?.token}` }),
      'accept-encoding': 'gzip',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    redirect: 'manual',
  })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

const trackerId = viewer.clickid
const counts = () => ask(`/api/get/all/${trackerId}`)
const conversations = () => ask(`/api/get/messages/${trackerId}`)
/** The API calls that the loaders of each page make. */
const pages: Record<string, () => Promise<unknown>> = {
  '/find': () =>
    Promise.all([counts(), ask('/dispenser/match', { trackerId, page: 1 }), ask('/dispenser/picks', { trackerId })]),
  '/profile': () => Promise.all([counts(), ask(`/api/users/profile/${trackerId}`)]),
  '/chats': () => Promise.all([counts(), conversations()]),
  [`/chats/${other.id}`]: () =>
    Promise.all([
      counts(),
      conversations(),
      ask(`/dispenser/${other.id}/IT/donna`),
      ask(`/api/get/messages/${trackerId}/${other.id}`),
    ]),
  '/notifications': () =>
    Promise.all([counts(), ask(`/api/get/notifications/${trackerId}`), ask(`/api/photos/${trackerId}/verification`)]),
  [`/user/${other.id}`]: () => Promise.all([counts(), ask(`/dispenser/${other.id}/IT/donna`)]),
}

/** Milliseconds of processor time, of the server and of PostgreSQL together, for one run. */
async function cost(one: () => Promise<unknown>): Promise<number> {
  const pid = server.child.pid ?? 0
  const before = cpuOf(pid) + cpuOfFamily(postgres)
  let left = requests
  await Promise.all(
    Array.from({ length: concurrent }, async () => {
      while (left-- > 0) await one()
    }),
  )
  return (cpuOf(pid) + cpuOfFamily(postgres) - before) / 1000 / requests
}

const results: Record<string, object> = {}
let met = true
for (const [path, data] of Object.entries(pages)) {
  const result = await interleaved(
    () => cost(() => ask(path)),
    () => cost(data),
  )
  results[path.replace(other.id, 'ID')] = result
  met &&= result.ratio <= targets.ratio && result.value <= targets.ms
}
await server.stop()
await database.close()
report('member-page', 'ms of processor time', `ratio <= ${targets.ratio}, <= ${targets.ms} ms`, results)
process.exit(met ? 0 : 1)
