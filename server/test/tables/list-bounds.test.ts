import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reportsIn } from '#modules/moderation/index.ts'
import { strayEvents } from '#modules/payments/index.ts'
import { photosIn } from '#modules/photos/index.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

/* Every list has one row more than it may have, written in no order: where it ends, and how it is sorted. */

let testServer: TestServer
let member: TestMember
/** As many as the longest list has, and one more; the n-th of them is the n-th newest of each list. */
const most = 1001
const base = new Date('2030-01-01T12:00:00Z')
const ids: string[] = []

beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => base })
  member = await testServer.member()
  const { rows } = await sql<{ id: string }>`
    insert into members select (jsonb_populate_record(m, jsonb_build_object(
      'id', lpad(n::text, 8, '0') || '-0000-4000-8000-000000000000', 'clickid', gen_random_uuid(),
      'email', 'n' || n || '@person.example.com', 'screen_name', 'N' || n))).*
    from members m, generate_series(1, ${most}) n where m.id = ${member.session.angelId} order by md5(n::text)
    returning id`.execute(testServer.database.db)
  ids.push(...rows.map(({ id }) => id).toSorted())
})
afterAll(() => testServer.close())

/** In a statement: the time of the n-th newest row; where `n` is even, it is that of its neighbour. */
const at = sql`${base}::timestamptz - n * interval '1 minute'`
const tied = sql`${base}::timestamptz - (n + n % 2) * interval '1 minute'`
/** In a statement: n from 1 on, in no order. */
const shuffled = (count: number) => sql`(select n from generate_series(1, ${count}::int) n order by md5(n::text)) as t`
const other = sql`(lpad(n::text, 8, '0') || '-0000-4000-8000-000000000000')::uuid`
const get = async (path: string) =>
  (await testServer.call(path.replace(':id', member.session.clickid), { token: member.token })).body
const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => `${n + 1}`)
const own = () => member.session.angelId
const run = (statement: ReturnType<typeof sql>) => statement.execute(testServer.database.db)

it('sessions: the hundred used last', async () => {
  await run(sql`insert into sessions (token_hash, id, member_id, brand_id, device, created_at, last_seen_at, expires_at)
    select sha256(n::text::bytea), gen_random_uuid(), ${own()}, 'local', n, now(), ${at}, ${base}::timestamptz + interval '1 day'
    from ${shuffled(101)}`)
  const sessions: { device: string; current: boolean }[] = await get('/api/users/sessions')
  expect(sessions.map(({ device, current }) => (current ? 'this one' : device))).toEqual(['this one', ...numbers(99)])
})

it('consents: the two hundred given last, of one moment by their ids', async () => {
  await run(sql`insert into consents (member_id, id, kind, granted, text_version, locale, given_at)
    select ${own()}, ('00000000-0000-4000-8000-' || lpad((1000 - n)::text, 12, '0'))::uuid, 'promotion', n % 3 = 0, n, 'it', ${tied} + interval '1 day'
    from ${shuffled(201)}`)
  const { history }: { history: { textVersion: string }[] } = await get('/api/consents')
  expect(history.map(({ textVersion }) => textVersion)).toEqual(numbers(200))
})

it('visits and likes: two hundred and a thousand, the newest first', async () => {
  await run(
    sql`insert into visits (member_id, other_id, last_at) select ${own()}, ${other}, ${at} from ${shuffled(201)}`,
  )
  await run(sql`insert into reactions (member_id, other_id, kind, created_at)
    select ${own()}, ${other}, 'like', ${at} from ${shuffled(1001)}`)
  const { profiliLike, navigation } = await get('/api/get/all/:id')
  expect(navigation.profiliVisitati).toEqual(ids.slice(0, 200))
  expect(profiliLike).toEqual(ids.slice(0, 1000))
})

it('notifications: pages of a hundred, of one moment by their ids', async () => {
  await run(sql`insert into notifications (member_id, id, kind, actor_id, created_at)
    select ${own()}, ('00000000-0000-4000-8000-' || lpad((1000 - n)::text, 12, '0'))::uuid, 'like', ${other}, ${tied} from ${shuffled(202)}`)
  const first = (await get('/api/get/notifications/:id')).messages
  const second = (await get(`/api/get/notifications/:id?before=${first.at(-1).idNotifica}`)).messages
  const actors = (list: { angelId: string }[]) => list.map(({ angelId }) => angelId)
  expect(actors(first)).toEqual(ids.slice(0, 100))
  expect(actors(second)).toEqual(ids.slice(100, 200))
})

it('blocked members: the five hundred blocked last', async () => {
  await run(sql`insert into blocks (member_id, other_id, made_by_me, created_at)
    select ${own()}, ${other}, true, ${at} from ${shuffled(501)}`)
  const blocked: { angelId: string }[] = await get('/api/block')
  expect(blocked.map(({ angelId }) => angelId)).toEqual(ids.slice(0, 500))
})

it('open reports: the two hundred waiting longest, of one moment by their ids', async () => {
  await run(sql`insert into reports (id, brand_id, reported_id, reason, created_at)
    select ${other}, 'local', ${own()}, 'spam', ${base}::timestamptz + (n + n % 2) * interval '1 minute' from ${shuffled(201)}`)
  const { db } = testServer.database
  const page = await reportsIn(db, 'local', 'open')
  expect([page.rows.map(({ id }) => id), page.more]).toEqual([ids.slice(0, 200), true])
  const next = await reportsIn(db, 'local', 'open', ids[199])
  expect([next.rows.map(({ id }) => id), next.more]).toEqual([ids.slice(200, 201), false])
})

it('photos to look at: the two hundred waiting longest, of one moment by their ids', async () => {
  await run(sql`insert into member_photos (member_id, id, storage_key, state, created_at)
    select ${other}, ${other}, 'photos/' || n, 'pending', ${base}::timestamptz + (n + n % 2) * interval '1 minute' from ${shuffled(201)}`)
  const { rows } = await photosIn(testServer.database.db, 'local', 'pending')
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 200))
})

it('events without a payment: the hundred received last, newest first', async () => {
  await run(sql`insert into payment_webhooks (connection, event_id, body, received_at, error)
    select 'adyen', n, '{}', ${base}::timestamptz + n * interval '1 minute', 'no such payment' from ${shuffled(101)}`)
  const events = await strayEvents(testServer.database.db, ['adyen'], base)
  expect(events.map(({ eventId }) => eventId)).toEqual(numbers(101).toReversed().slice(0, 100))
})
