import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '../../../test/test-server.ts'
import { chat, conversingOn } from './testing/conversing.ts'

/* What a free member may read of what free members answer them. */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
}, 60_000)
afterAll(() => testServer.close())
const { history, become } = conversingOn(() => testServer)

const idOf = ({ session }: TestMember): string => session.angelId
/** A free man writes to free women, and each answers him twice. */
async function answered(count: number) {
  const man = await testServer.member()
  const his = await man.connect()
  const women = await Promise.all(Array.from({ length: count }, () => testServer.member({ gender: 'woman' })))
  for (const woman of women) {
    const hers = await woman.connect()
    expect(await his.send('chat', chat(man, woman, 'Domanda'))).toMatchObject({ ok: true })
    for (const text of ['Prima risposta', 'Seconda risposta'])
      expect(await hers.send('chat', chat(woman, man, text))).toMatchObject({ ok: true })
    hers.close()
  }
  return { man, his, women }
}
const clearTo = async (man: TestMember, women: readonly TestMember[]): Promise<string[][]> =>
  Promise.all(women.map(async (woman) => (await history(man, woman)).slice(1).map(({ msg }: { msg: string }) => msg)))

it('is the first reply in each of three conversations, and nothing else', async () => {
  const { man, his, women } = await answered(4)
  expect(await his.next('chat', ({ message }) => message.seq === 2)).toMatchObject({
    message: { msg: 'Prima risposta', blurredMessage: null },
  })
  expect(await his.next('chat', ({ message }) => message.seq === 3)).toMatchObject({ message: { msg: '' } })
  const clear = ['Prima risposta', '']
  // Twice, and from two places at once: it stays what it was.
  expect(await clearTo(man, women)).toEqual([clear, clear, clear, ['', '']])
  expect(await clearTo(man, women.toReversed())).toEqual([['', ''], clear, clear, clear])
  // She has written to nobody first: what he wrote stays covered to her.
  expect(await history(women[0]!, man)).toMatchObject([{ msg: '' }, {}, {}])
  const { body } = await testServer.call(`/api/get/messages/${man.session.clickid}`, { token: man.token })
  expect(JSON.stringify(body)).not.toContain('Seconda')
})

it('is read where it is quoted, in the sender’s other windows as well', async () => {
  const { man, his, women } = await answered(1)
  const [woman] = women as [TestMember]
  const elsewhere = await man.connect()
  const quoted = { seq: 2, own: false, msg: 'Prima risposta', blurred: false }
  const sent = await his.send('chat', { ...chat(man, woman, 'Davvero?'), replyTo: 2 })
  expect(sent).toMatchObject({ ok: true, message: { replyTo: quoted } })
  expect(await elsewhere.next('chat', ({ message }) => message.seq === 4)).toMatchObject({
    message: { replyTo: quoted },
  })
  // The second is covered, quoted or not.
  const covered = { seq: 3, own: false, msg: '', blurred: true }
  expect(await his.send('chat', { ...chat(man, woman, 'E poi?'), replyTo: 3 })).toMatchObject({
    message: { replyTo: covered },
  })
  expect(await elsewhere.next('chat', ({ message }) => message.seq === 5)).toMatchObject({
    message: { replyTo: covered },
  })
})

it('is not taken by who is read anyway, and comes back when the reply is withdrawn', async () => {
  const man = await testServer.member()
  const his = await man.connect()
  const [payer, free] = [await testServer.member({ gender: 'woman' }), await testServer.member({ gender: 'woman' })]
  await become(payer, 2)
  for (const woman of [payer, free]) {
    await his.send('chat', chat(man, woman, 'Domanda'))
    await (await woman.connect()).send('chat', chat(woman, man, 'Risposta'))
    expect((await history(man, woman))[1]).toMatchObject({ msg: 'Risposta' })
  }
  const places = async () =>
    (await sql`select place from clear_replies where member_id = ${idOf(man)}`.execute(testServer.database.db)).rows
  expect(await places()).toEqual([{ place: 1 }])
  const withdrawn = await testServer.call(`/api/messages/${idOf(man)}/2`, { method: 'DELETE', token: free.token })
  expect(withdrawn.status).toBe(200)
  expect(await places()).toEqual([])
})
