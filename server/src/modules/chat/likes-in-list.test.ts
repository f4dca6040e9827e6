import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '../../../test/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const idOf = (member: TestMember): string => member.session.angelId
const listOf = async (member: TestMember, query = '') =>
  (await testServer.call(`/api/get/messages/${member.session.clickid}${query}`, { token: member.token })).body
/** Two, the man of whom has liked the woman. */
async function liked(woman?: TestMember) {
  const [man, liked] = [await testServer.member(), woman ?? (await testServer.member({ gender: 'woman' }))]
  const socket = await man.connect()
  await socket.send('like', { trackerId: man.session.clickid, angelId: idOf(liked) })
  return { man, woman: liked, socket }
}

it('shows who liked the member among the conversations, until the two write', async () => {
  const { man, woman, socket } = await liked()
  const { messages, totalUnreadMessages } = await listOf(woman)
  expect(messages).toMatchObject([{ type: 'like', angelId: idOf(man), msg: '', unread: 0, letto: false }])
  // A like waits among the notifications, not among the messages.
  expect(totalUnreadMessages).toBe(0)
  expect((await listOf(man)).messages).toEqual([])
  await socket.send('chat', {
    msg: 'Ciao',
    trackerId: man.session.clickid,
    angelId: idOf(woman),
    clientMessageId: crypto.randomUUID(),
  })
  expect((await listOf(woman)).messages).toMatchObject([{ type: 'messaggio', angelId: idOf(man) }])
  socket.close()
})

it('shows no like of somebody who is blocked or gone', async () => {
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

it('pages through likes by their time as through everything else', async () => {
  const { man, woman, socket } = await liked()
  const { man: second, socket: secondSocket } = await liked(woman)
  const [newest] = (await listOf(woman)).messages
  expect(newest).toMatchObject({ angelId: idOf(second) })
  const before = encodeURIComponent(newest.time)
  expect((await listOf(woman, `?before=${before}`)).messages).toMatchObject([{ angelId: idOf(man) }])
  socket.close()
  secondSocket.close()
})
