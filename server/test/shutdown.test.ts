import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { io } from 'socket.io-client'
import { expect, it } from 'vitest'
import { startProcess } from './processes.ts'
import { startTestServer } from './test-server.ts'

/* SIGTERM under load: whoever was let in is answered, sockets are told and come back, the process ends in time. */

it('cuts nothing and ends in time when it is told to stop under load', async () => {
  const testServer = await startTestServer({ jobs: false })
  try {
    const server = await startProcess(testServer.config)
    const members = await Promise.all([testServer.member(), testServer.member({ gender: 'woman' })])
    const [man, woman] = members
    let restarts = 0
    const reasons: string[] = []
    const sockets = members.map(({ token }) => {
      const socket = io(server.url, {
        path: '/chat-socket',
        transports: ['websocket'],
        auth: { token },
        forceNew: true,
      })
      socket.on('restart', () => (restarts += 1))
      socket.on('disconnect', (reason) => reasons.push(reason))
      return socket
    })
    await expect.poll(() => sockets.every(({ connected }) => connected)).toBe(true)

    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    let [answered, refused] = [0, 0]
    const cut: string[] = []
    let running = true
    const ask = () =>
      new Promise<void>((resolve) => {
        request(`${server.url}/api/reviews`, { agent }, (reply) => {
          reply.resume()
          reply.once('end', () => {
            if (reply.statusCode === 200) answered += 1
            else cut.push(String(reply.statusCode))
            resolve()
          })
        })
          .once('error', (error: NodeJS.ErrnoException) => {
            // Never let in; everything else was.
            if (error.code === 'ECONNREFUSED') {
              refused += 1
              running = false
            } else cut.push(error.message)
            resolve()
          })
          .end()
      })
    const load = Array.from({ length: 8 }, async () => {
      while (running) await ask()
    })
    await expect.poll(() => answered).toBeGreaterThan(50)
    const last = sockets[0]?.timeout(5000).emitWithAck('chat', {
      msg: 'ultimo',
      trackerId: man.session.clickid,
      angelId: woman.session.angelId,
      clientMessageId: randomUUID(),
    })
    expect(await last).toMatchObject({ ok: true })
    expect(await server.stop()).toBeLessThan(12_000)
    await Promise.all(load)
    expect(cut).toEqual([])
    expect(refused).toBeGreaterThan(0)
    expect(restarts).toBe(2)
    // Not the protocol's farewell, after which a client stays away.
    await expect.poll(() => reasons.length).toBe(2)
    for (const reason of reasons) expect(reason).toMatch(/^transport/)
    expect(sockets.every(({ active }) => active)).toBe(true)
    for (const socket of sockets) socket.disconnect()
    agent.destroy()
  } finally {
    await testServer.close()
  }
}, 40_000)
