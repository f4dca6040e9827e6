import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { chat } from './testing/conversing.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

describe('a draft', () => {
  it('is stored for its writer only, replaced and deleted', async () => {
    const [man, woman, stranger] = [
      await testServer.member(),
      await testServer.member({ gender: 'woman' }),
      await testServer.member({ gender: 'woman', host: 'battito.localhost' }),
    ]
    const path = `/api/draft/${woman.session.angelId}`
    const save = (text: string, to = path) => testServer.call(to, { method: 'PUT', body: { text }, token: man.token })
    expect((await save('Ciao, come')).status).toBe(200)
    expect((await save('Ciao, come stai?')).status).toBe(200)
    expect((await testServer.call(path, { token: man.token })).body).toEqual({ text: 'Ciao, come stai?' })
    expect((await testServer.call(`/api/draft/${man.session.angelId}`, { token: woman.token })).body).toEqual({
      text: '',
    })
    const other = `/api/draft/${(await testServer.member({ gender: 'woman' })).session.angelId}`
    expect((await save('E tu?', other)).status).toBe(200)
    expect((await save('')).status).toBe(200)
    expect((await testServer.call(other, { token: man.token })).body).toEqual({ text: 'E tu?' })
    expect((await testServer.call(path, { token: man.token })).body).toEqual({ text: '' })
    expect((await save('Ciao', `/api/draft/${stranger.session.angelId}`)).status).toBe(404)
    expect((await save('Ciao', `/api/draft/${man.session.angelId}`)).status).toBe(404)
    expect((await save('x'.repeat(2001))).status).toBe(400)
  })

  it('reveals nothing about members the writer cannot see: blocked, closed and unknown get the same answer', async () => {
    const man = await testServer.member()
    const women = await Promise.all([1, 2, 3].map(() => testServer.member({ gender: 'woman' })))
    const [blocking, closed, known] = women as [TestMember, TestMember, TestMember]
    const socket = await man.connect()
    await socket.send('chat', chat(man, known, 'Ciao'))
    await testServer.call('/api/block', { body: { angelId: man.session.angelId }, token: blocking.token })
    for (const member of [closed, known])
      await testServer.call('/api/users/disableProfile', {
        body: { clickid: member.session.clickid },
        token: member.token,
      })
    const save = (id: string, text = 'Ciao') =>
      testServer.call(`/api/draft/${id}`, { method: 'PUT', body: { text }, token: man.token })
    const answers = await Promise.all(
      [blocking.session.angelId, closed.session.angelId, randomUUID()].map((id) => save(id)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    // With a conversation the writer knows of them, and can open the page with the draft.
    expect((await save(known.session.angelId)).status).toBe(200)
    expect((await save(known.session.angelId, '\u200b')).status).toBe(200)
    expect((await testServer.call(`/api/draft/${known.session.angelId}`, { token: man.token })).body).toEqual({
      text: '',
    })
  })
})
