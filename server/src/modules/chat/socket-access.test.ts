import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

describe('a socket', () => {
  it('needs a session, and a page of the brand when it comes with a cookie', async () => {
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
