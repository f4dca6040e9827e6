import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startProcess, type TestProcess } from '#test/support/processes.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

/* A client that sends endlessly and reads nothing: its responses must not accumulate in the server's memory. */

let testServer: TestServer
let process_: TestProcess
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
  process_ = await startProcess(testServer.config)
})
afterAll(async () => {
  await process_.kill()
  await testServer.close()
})

const megabytes = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process_.child.pid}/status`, 'utf8'))?.[1]) / 1024

/** Writes to a socket without reading until the server closes it. @returns number of events sent */
async function flood(token: string, clickid: string, until: number): Promise<number> {
  const socket = new WebSocket(`${process_.url.replace('http', 'ws')}/chat-socket/?EIO=4&transport=websocket`)
  let cut = false
  // The server closes it, which the test waits for.
  socket.on('error', () => undefined).on('close', () => (cut = true))
  await new Promise<void>((resolve) => {
    socket.on('close', resolve)
    socket.on('message', (data) => {
      if (String(data).startsWith('0')) socket.send(`40${JSON.stringify({ token })}`)
      if (String(data).startsWith('40')) resolve()
    })
  })
  socket.pause()
  let sent = 0
  while (!cut && Date.now() < until) {
    for (let n = 0; n < 200; n += 1, sent += 1)
      socket.send(`42${sent}${JSON.stringify(['clickid', { clickid, filler: 'x'.repeat(2000) }])}`)
    // A closed connection is only noticed by writing to it; a paused one does not read the end.
    cut ||= await new Promise<boolean>((resolve) =>
      socket.send('2', (error) => resolve(error !== undefined && error !== null)),
    )
    cut ||= socket.readyState !== WebSocket.OPEN
  }
  socket.terminate()
  return sent
}

it('leaves the server’s memory unchanged, however often it reconnects', async () => {
  const member = await testServer.member()
  await flood(member.token, member.session.clickid, Date.now() + 500)
  const before = megabytes()
  const until = Date.now() + 4000
  let [sent, connections] = [0, 0]
  while (Date.now() < until && connections < 50) {
    connections += 1
    sent += await flood(member.token, member.session.clickid, until)
  }
  expect(sent).toBeGreaterThan(2000)
  expect(connections).toBeGreaterThan(3)
  expect(megabytes() - before).toBeLessThan(150)
  const socket = await (await testServer.member()).connect(process_.url)
  expect(socket.raw.connected).toBe(true)
}, 30_000)
