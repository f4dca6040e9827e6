import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { setLevel } from '#modules/members/index.ts'
import { createBothHaveWritten } from './both-have-written.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const chat = (from: TestMember, to: TestMember, msg: string) => ({
  msg,
  trackerId: from.session.clickid,
  angelId: to.session.angelId,
  clientMessageId: crypto.randomUUID(),
})
const get = async (reader: TestMember, path: string) =>
  (await testServer.call(`/api/get/messages/${reader.session.clickid}${path}`, { token: reader.token })).body
const history = (reader: TestMember, other: TestMember) => get(reader, `/${other.session.angelId}`)

/** Two members who can read each other's messages, for free. */
async function couple() {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  for (const { session } of [man, woman])
    await setLevel(testServer.database.db, { memberId: session.angelId, level: 2, until: null })
  return { man, woman, his: await man.connect(), hers: await woman.connect() }
}

it('masks numbers and links wherever a member who has not answered would read them', async () => {
  const { man, woman, his, hers } = await couple()
  const sent = await his.send('chat', chat(man, woman, 'Chiamami: 347 1234567, o ada@posta.it'))
  expect(sent.message).toMatchObject({ msg: 'Chiamami: 347 1234567, o ada@posta.it', masked: true })
  const arrived = await hers.next('chat')
  expect(arrived.message).toMatchObject({ msg: 'Chiamami: ••••••, o ••••••', masked: true })
  for (const answer of [arrived, await history(woman, man), await get(woman, '')])
    expect(JSON.stringify(answer)).not.toMatch(/1234567|posta/)
  expect(await history(man, woman)).toMatchObject([{ msg: 'Chiamami: 347 1234567, o ada@posta.it', masked: true }])
  expect((await get(man, '')).messages).toMatchObject([{ preview: 'Chiamami: 347 1234567, o ada@posta.it' }])
  his.close()
  hers.close()
})

it('shows them to both once both have written', async () => {
  const { man, woman, his, hers } = await couple()
  await his.send('chat', chat(man, woman, 'Sono su www.esempio.it'))
  await hers.next('chat')
  const answer = await hers.send('chat', chat(woman, man, 'E io al 06 1234 5678'))
  expect(answer.message).toMatchObject({ msg: 'E io al 06 1234 5678', masked: false })
  expect(await his.next('chat')).toMatchObject({ message: { msg: 'E io al 06 1234 5678', masked: false } })
  expect(await history(woman, man)).toMatchObject([
    { msg: 'Sono su www.esempio.it', masked: false },
    { msg: 'E io al 06 1234 5678', masked: false },
  ])
  expect((await get(man, '')).messages).toMatchObject([{ preview: 'E io al 06 1234 5678' }])
  his.close()
  hers.close()
})

it('warns the reader, not the writer, about what looks like a scam, and says nothing about unreadable messages', async () => {
  const { man, woman, his, hers } = await couple()
  const sent = await his.send('chat', chat(man, woman, 'Mi presti 300 euro?'))
  expect(sent.message.warning).toBeNull()
  expect((await hers.next('chat')).message).toMatchObject({ msg: 'Mi presti 300 euro?', warning: 'money' })
  expect(await history(woman, man)).toMatchObject([{ warning: 'money' }])
  const [free, other] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const socket = await free.connect()
  await socket.send('chat', chat(free, other, 'Mi presti 300 euro? 347 1234567'))
  expect(await history(other, free)).toMatchObject([{ msg: '', warning: null, masked: false }])
  for (const one of [his, hers, socket]) one.close()
})

it('knows of each of a long list of conversations whether both have written', async () => {
  const { db, pool } = testServer.database
  const reader = await testServer.member()
  // Members of another pool, who are no part of any other test.
  const others = await db.selectFrom('members').select('id').where('pool_id', '<>', 'local').execute()
  const wrote = others
    .map((other, n) => ({ id: crypto.randomUUID(), other: other.id, low_wrote: n % 4 !== 1, high_wrote: n % 4 !== 2 }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  expect(wrote.length).toBeGreaterThan(30)
  const values = wrote.map(({ other, ...one }) => {
    const [low_id = '', high_id = ''] = [reader.session.angelId, other].sort()
    return { ...one, pool_id: 'local', low_id, high_id, created_at: new Date() }
  })
  await db.insertInto('conversations').values(values).execute()
  const ids = wrote.map(({ id }) => id)
  const both = wrote.filter((one) => one.low_wrote && one.high_wrote).map(({ id }) => id)
  const bothHaveWritten = createBothHaveWritten(pool)
  // From the database, then from the cache.
  for (let time = 0; time < 2; time += 1) expect([...(await bothHaveWritten(ids))]).toEqual(both)
})
