import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endIfSlow } from './slow-body.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** A request of which the server has got the first bytes. */
async function begun() {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sending = request({ port, method: 'POST', headers: { 'content-length': '100000' } })
  const ended = new Promise<string>((resolve) => {
    // Whatever the error is, the connection is gone.
    sending.on('error', () => resolve('ended'))
    sending.on('response', () => resolve('answered'))
  })
  sending.write('x')
  const [incoming, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  let bytes = 0
  incoming.on('data', (chunk: Buffer) => (bytes += chunk.length))
  incoming.on('end', () => response.end())
  // The sender's side is what the tests look at.
  incoming.on('error', () => undefined)
  return { sending, incoming, ended, arrived: (count: number) => vi.waitFor(() => expect(bytes).toBe(count)), server }
}

it('ends a request that brings almost nothing for five seconds', async () => {
  const { incoming, ended, server } = await begun()
  endIfSlow(incoming)
  vi.advanceTimersByTime(5_000)
  expect(await ended).toBe('ended')
  server.close()
})

it('leaves one alone that goes on, also after it was read', async () => {
  const { sending, incoming, ended, arrived, server } = await begun()
  const stop = endIfSlow(incoming)
  sending.write('x'.repeat(20_000))
  await arrived(20_001)
  vi.advanceTimersByTime(5_000)
  sending.end('x'.repeat(79_999))
  await arrived(100_000)
  vi.advanceTimersByTime(20_000)
  expect(await ended).toBe('answered')
  stop()
  server.close()
})
