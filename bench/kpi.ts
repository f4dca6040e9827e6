// The p99 of chat from a send to the other member's handler at 200 messages a second, beside 100 KPI events a second of
// members who allow measuring, relative to the same chat alone.
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { connectPairs } from './parts/chat-pairs.ts'
import { forkProgram } from './parts/fork.ts'
import { interleaved, quantile, report } from './parts/measure.ts'
import { offer } from './parts/open-loop.ts'
import { makePeople } from './parts/people.ts'

const [members, chats, kpis, seconds] = [200, 200, 100, 10]
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
const database = openDatabase(url)
await createGeo(database).load()
const people = await makePeople(database, members, 'man', 10_000_000)
await database.pool.query(
  `insert into consents (member_id, id, kind, granted, text_version, locale, given_at)
   select id, gen_random_uuid(), 'analytics', true, '1', 'it', now() from members where email like '%@bench.example'`,
)
const server = await forkProgram('./serve.ts')
const pairs = await connectPairs(people, () => server.port)
const refused: Record<number, number> = {}
const event = async (n: number): Promise<void> => {
  const { token, clickid } = people[n % members] ?? { token: '', clickid: '' }
  const answer = await fetch(`http://127.0.0.1:${server.port}/kpi/log/event`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, host: 'localhost' },
    body: JSON.stringify({ clickid, nome_evento: 'vista_profilo' }),
  })
  if (answer.status !== 200) refused[answer.status] = (refused[answer.status] ?? 0) + 1
  await answer.arrayBuffer()
}
const chat = async (): Promise<number> => quantile(await offer({ rate: chats, seconds }, pairs.send), 0.99)
const beside = async (): Promise<number> => {
  const [p99] = await Promise.all([chat(), offer({ rate: kpis, seconds }, event)])
  return p99
}
const result = await interleaved(beside, chat)
const { rows } = await database.pool.query('select count(*)::int as stored from kpi_events')
pairs.close()
await server.stop()
await database.close()
report('kpi', 'ms p99', 'ratio <= 1.3', { ...result, refused, stored: rows[0]?.stored })
process.exit(result.ratio <= 1.3 ? 0 : 1)
