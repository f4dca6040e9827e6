import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const idOf = (member: TestMember): string => member.session.angelId
const listOf = async (member: TestMember, query = '') =>
  (await testServer.call(`/api/get/messages/${member.session.clickid}${query}`, { token: member.token })).body
/** A woman, and a man who has liked her. */
async function liked(woman?: TestMember) {
  const [man, liked] = [await testServer.member(), woman ?? (await testServer.member({ gender: 'woman' }))]
  const socket = await man.connect()
  await socket.send('like', { trackerId: man.session.clickid, angelId: idOf(liked) })
  return { man, woman: liked, socket }
}

it('shows who liked the member among the conversations, until the two write', async () => {
  const { man, woman, socket } = await liked()
  const { messages, totalUnreadMessages } = await listOf(woman)
  const name = man.session.screenName
  expect(messages).toEqual([
    {
      type: 'like',
      angelId: idOf(man),
      screenName: name,
      name,
      age: 30,
      default_photo: null,
      sample: false,
      msg: '',
      preview: '',
      blurred: false,
      media: null,
      gone: null,
      mine: false,
      invited: false,
      time: expect.any(String),
      letto: false,
      unread: 0,
      readByOther: false,
      online: true,
      presence: 'online',
      verified: false,
      writable: true,
    },
  ])
  // A like counts as an unread notification, not as an unread message.
  expect(totalUnreadMessages).toBe(0)
  expect((await listOf(man)).messages).toEqual([])
  // A conversation with another member leaves the like in the list.
  const another = await testServer.member({ gender: 'woman' })
  await socket.send('chat', {
    msg: 'Ciao',
    trackerId: man.session.clickid,
    angelId: idOf(another),
    clientMessageId: crypto.randomUUID(),
  })
  expect((await listOf(woman)).messages).toEqual(messages)
  await socket.send('chat', {
    msg: 'Ciao',
    trackerId: man.session.clickid,
    angelId: idOf(woman),
    clientMessageId: crypto.randomUUID(),
  })
  expect((await listOf(woman)).messages).toMatchObject([{ type: 'messaggio', angelId: idOf(man) }])
  socket.close()
})

it('shows no like of a member who is blocked or closed', async () => {
  const { man, woman, socket } = await liked()
  const { man: other, socket: otherSocket } = await liked(woman)
  expect((await listOf(woman)).messages.map(({ angelId }: { angelId: string }) => angelId)).toEqual([
    idOf(other),
    idOf(man),
  ])
  await testServer.call('/api/block', { token: woman.token, body: { angelId: idOf(man) } })
  await testServer.call('/api/users/disableProfile', { token: other.token, body: { clickid: other.session.clickid } })
  expect((await listOf(woman)).messages).toEqual([])
  socket.close()
  otherSocket.close()
})

it('has fifty rows on a page, of either kind, so that the next page begins where it ends', async () => {
  const woman = await testServer.member({ gender: 'woman' })
  const { man, socket } = await liked(woman)
  // Fifty-one conversations, all newer than the like.
  await testServer.database.pool.query(
    `with fixture as (
      insert into members select (jsonb_populate_record(m, jsonb_build_object(
        'id', gen_random_uuid(), 'email', gen_random_uuid() || '@fixture.example', 'clickid', 'list' || n))).*
      from members m, generate_series(1, 51) n where m.id = $1 returning id),
    made as (
      insert into conversations (id, pool_id, low_id, high_id, created_at)
      select gen_random_uuid(), 'local', least(id, $2::uuid), greatest(id, $2::uuid), now() from fixture returning *),
    sides as (
      select id, case when low_id = $2 then high_id else low_id end as other, now() + row_number() over () * interval '1 second' as at
      from made),
    said as (
      insert into messages (conversation_id, seq, id, sender_id, client_message_id, body, icebreaker, sender_level, cost, created_at)
      select id, 1, gen_random_uuid(), other, gen_random_uuid(), 'Ciao', false, 2, 0, at from sides)
    insert into inbox (member_id, conversation_id, other_id, last_seq, last_at) select $2, id, other, 1, at from sides`,
    [idOf(man), idOf(woman)],
  )
  const first = (await listOf(woman)).messages
  const second = (await listOf(woman, `?before=${encodeURIComponent(first.at(-1).time)}`)).messages
  expect([first.length, second.length]).toEqual([50, 2])
  expect(new Set([...first, ...second].map(({ angelId }: { angelId: string }) => angelId)).size).toBe(52)
  socket.close()
})

it('pages through likes by time, as through conversations', async () => {
  const { man, woman, socket } = await liked()
  const { man: second, socket: secondSocket } = await liked(woman)
  const [newest] = (await listOf(woman)).messages
  expect(newest).toMatchObject({ angelId: idOf(second) })
  // A visit is no like.
  const visitor = await testServer.member()
  await testServer.database.pool.query(
    `insert into notifications (member_id, id, kind, actor_id, created_at) values ($1, gen_random_uuid(), 'visit', $2, now())`,
    [idOf(woman), idOf(visitor)],
  )
  expect((await listOf(woman)).messages.map(({ angelId }: { angelId: string }) => angelId)).toEqual([
    idOf(second),
    idOf(man),
  ])
  const before = encodeURIComponent(newest.time)
  expect((await listOf(woman, `?before=${before}`)).messages).toMatchObject([{ angelId: idOf(man) }])
  socket.close()
  secondSocket.close()
})
