// The p50 of a page of messages 100,000 deep in a conversation, relative to the newest page. Also the p50 of the list
// of
// 2,000 conversations, relative to reading the rows of its first page from a table with an index for that purpose only.
import { sql } from 'kysely'
import { createGeo } from '#server/modules/geo/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { conversationId } from '#server/platform/ids.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openBenchContext } from './parts/context.ts'
import { interleaved, median, report } from './parts/measure.ts'
import { makePeople } from './parts/people.ts'

const depth = 100_000
const conversations = 2000
const requests = 200
const url = process.env['DATABASE_URL'] ?? ''
await migrate(url)
// Filling the database takes longer than the time limit of a request.
const database = openDatabase(url, { statementMs: 120_000 })
const { db, pool } = database
await createGeo(database).load()
const [man] = await makePeople(database, 1, 'man', 0)
const women = await makePeople(database, conversations, 'woman', 0)
const [first] = women
if (!man || !first) throw new Error('nobody is there')

/**
 * Writes conversations with `messages` messages each; both members write alternately, one message a second until now.
 */
async function fill(others: readonly { id: string }[], messages: number): Promise<void> {
  const ids = others.map(({ id }) => conversationId(man!.id, id))
  await sql`
    insert into conversations (id, pool_id, low_id, high_id, low_wrote, high_wrote, created_at)
    select id, 'local', least(other, ${man!.id}), greatest(other, ${man!.id}), true, true, now() - interval '30 days'
    from unnest(${ids}::uuid[], ${others.map(({ id }) => id)}::uuid[]) c (id, other)`.execute(db)
  await sql`
    insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
    select c.id, n, gen_random_uuid(), case when n % 2 = 0 then c.other else ${man!.id}::uuid end, gen_random_uuid(),
      'Ciao, come stai? ' || n, n = 1, 1, 0, now() - make_interval(secs => ${messages} - n + c.place)
    from unnest(${ids}::uuid[], ${others.map(({ id }) => id)}::uuid[]) with ordinality c (id, other, place)
    cross join generate_series(1, ${messages}) n`.execute(db)
  await sql`
    insert into inbox (member_id, conversation_id, other_id, last_seq, last_at, unread, read_seq, other_read_seq)
    select s.member_id, c.id, s.other_id, ${messages}, now() - make_interval(secs => c.place), 0, ${messages}, ${messages}
    from unnest(${ids}::uuid[], ${others.map(({ id }) => id)}::uuid[]) with ordinality c (id, other, place)
    cross join lateral (values (${man!.id}::uuid, c.other), (c.other, ${man!.id}::uuid)) s (member_id, other_id)`.execute(
    db,
  )
}
await fill([first], depth)
await fill(women.slice(1), 20)
await sql`create schema bare`.execute(db)
await sql`create table bare.inbox as select member_id, conversation_id, last_seq, last_at from inbox`.execute(db)
await sql`create index on bare.inbox (member_id, last_at desc)`.execute(db)
await sql`vacuum analyze`.execute(db)

const context = await openBenchContext(url)

async function p50(one: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < requests; n += 1) {
    const from = performance.now()
    await one()
    times.push(performance.now() - from)
  }
  return median(times)
}
async function read(path: string): Promise<unknown> {
  const answer = await context.app.inject({
    url: `/api/get/messages/${man!.clickid}${path}`,
    headers: { host: 'localhost', authorization: `Bearer ${man!.token}` },
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
const page = (before: string) => async () => {
  const messages = (await read(`/${first.id}${before}`)) as unknown[]
  if (messages.length !== 50) throw new Error(`${messages.length} messages`)
}
const deep = await interleaved(
  () => p50(page('?before=60')),
  () => p50(page('')),
)
const list = await interleaved(
  () =>
    p50(async () => {
      const { messages } = (await read('')) as { messages: unknown[] }
      if (messages.length !== 50) throw new Error(`${messages.length} conversations`)
    }),
  () =>
    p50(() =>
      pool.query({
        name: 'bare list',
        text: `select i.conversation_id, i.last_at, m.body from bare.inbox i
          join messages m on m.conversation_id = i.conversation_id and m.seq = i.last_seq
          where i.member_id = $1 order by i.last_at desc limit 50`,
        values: [man.id],
      }),
    ),
)
await context.close()
await database.close()
report('history', 'ms', 'ratio <= 1.1', { ...deep, depth })
report('history list', 'ms', 'value <= 5', { ...list, conversations })
process.exit(0)
