import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { io } from 'socket.io-client'
import { expect, it } from 'vitest'
import { startProcess } from '#test/support/processes.ts'
import { startTestServer } from '#test/support/test-server.ts'

/** Sends the head and half of the body of a request; `finish` sends the rest and resolves with the response. */
async function beginRequest(url: string, body: string): Promise<{ finish(): Promise<string> }> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  const ended = once(socket, 'close')
  const half = Math.floor(body.length / 2)
  await new Promise((resolve) =>
    socket.write(
      `POST /api/users/getTokenForReset HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\n\r\n${body.slice(0, half)}`,
      resolve,
    ),
  )
  return {
    async finish() {
      socket.write(body.slice(half))
      await ended
      return answer
    },
  }
}

/* SIGTERM under load: accepted requests are answered, sockets are notified and reconnect, the process exits in time. */

it('interrupts nothing and exits in time when stopped under load', async () => {
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
            // Never accepted: the listener was closed before or while the connection waited. Requests accepted before
            // that are checked below.
            if (/ECONNREFUSED|ECONNRESET|EPIPE/.test(error.code ?? '')) {
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
    const halfWay = await beginRequest(server.url, JSON.stringify({ email: man.email, servizio: 'localhost' }))
    const stopped = server.stop()
    await Promise.all(load)
    expect(await halfWay.finish()).toMatch(/^HTTP\/1\.1 200 /)
    expect(await stopped).toBeLessThan(12_000)
    expect(cut).toEqual([])
    expect(refused).toBeGreaterThan(0)
    expect(restarts).toBe(2)
    // Not the protocol's disconnect, after which a client does not reconnect.
    await expect.poll(() => reasons.length).toBe(2)
    for (const reason of reasons) expect(reason).toMatch(/^transport/)
    expect(sockets.every(({ active }) => active)).toBe(true)
    for (const socket of sockets) socket.disconnect()
    agent.destroy()
  } finally {
    await testServer.close()
  }
}, 40_000)
