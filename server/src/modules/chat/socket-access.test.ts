import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { chat, conversingOn } from './testing/conversing.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())
const { history } = conversingOn(() => testServer)

describe('a socket', () => {
  it('needs a session, and a page of the brand if authorised by a cookie', async () => {
    const member = await testServer.member()
    await expect(
      testServer
        .member()
        .then((one) => ({ ...one, token: 'x'.repeat(43) }))
        .then(async () => connectWith('x'.repeat(43))),
    ).rejects.toThrow('unauthorised')
    await expect(connectWith(undefined, { cookie: `__Host-session=${member.token}` })).rejects.toThrow('unauthorised')
    await expect(
      connectWith(undefined, { cookie: `__Host-session=${member.token}`, origin: 'http://evil.example' }),
    ).rejects.toThrow('unauthorised')
    await expect(
      connectWith(undefined, { cookie: `__Host-session=${member.token}`, origin: testServer.url }),
    ).resolves.toBeUndefined()
  })

  it('accepts no event before it is authorised, and closes when one is sent', async () => {
    const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const event = `42${JSON.stringify(['chat', chat(man, woman, 'Ciao')])}`
    // Without a session, with an invalid one, and with one that is still being read.
    for (const first of [[], ['40{"token":"wrong"}'], ['40{}']]) {
      const raw = new WebSocket(`${testServer.url.replace('http', 'ws')}/chat-socket/?EIO=4&transport=websocket`)
      const closed = new Promise<void>((resolve) => raw.addEventListener('close', () => resolve()))
      await new Promise<void>((resolve) => raw.addEventListener('message', () => resolve(), { once: true }))
      for (const packet of [...first, event]) raw.send(packet)
      await closed
    }
    expect(await history(woman, man)).toEqual([])
  })

  async function connectWith(token: string | undefined, extraHeaders: Record<string, string> = {}): Promise<void> {
    const { io } = await import('socket.io-client')
    const socket = io(testServer.url, {
      path: '/chat-socket',
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      extraHeaders,
      ...(token === undefined ? {} : { auth: { token } }),
    })
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve)
        socket.once('connect_error', reject)
      })
    } finally {
      socket.disconnect()
    }
  }
})
