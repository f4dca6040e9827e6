import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { describe, expect, it } from 'vitest'
import type { Principal } from '../caller.ts'
import { openBus } from '../bus.ts'
import { createLog } from '../log.ts'
import { createRealtime } from '../realtime.ts'
import { openSockets, type EventHandlers } from './server.ts'

const principal: Principal = {
  memberId: 'm',
  sessionId: 's',
  brandId: 'local',
  poolId: 'local',
  clickid: 'c',
  level: 0,
  gender: 'man',
  seeks: 'woman',
  country: 'IT',
  regionId: null,
  locale: 'it',
  flowId: '7',
  emailConfirmed: true,
  mayReachOthers: true,
  sample: false,
}

it('closes a socket whose session has expired, and none while the database cannot say', async () => {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, 'localhost', resolve))
  let state: 'there' | 'gone' | 'no answer' = 'no answer'
  let reads = 0
  const bus = await openBus({ brokerUrl: undefined, log: createLog('silent') })
  const sockets = openSockets({
    http,
    log: createLog('silent'),
    bus,
    views: {},
    addressOf: () => '127.0.0.1',
    presenceEveryMs: 30,
    recheckAfterMs: 0,
    handlers: {} as EventHandlers,
    present: async () => undefined,
    identify: async () => ({ principal, token: 't' }),
    reidentify: async () => {
      reads += 1
      if (state === 'no answer') throw new Error('the database is away')
      return [state === 'there' ? principal : undefined]
    },
  })
  const socket = io(`http://localhost:${(http.address() as AddressInfo).port}`, {
    path: '/chat-socket',
    transports: ['websocket'],
    reconnection: false,
  })
  const ended = new Promise((resolve) => socket.once('oldSocketRemoved', resolve))
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  for (const answer of ['no answer', 'there'] as const) {
    state = answer
    // The second read from now on begins after the outcome of the first was applied.
    const before = reads
    await expect.poll(() => reads, { timeout: 5000, interval: 5 }).toBeGreaterThanOrEqual(before + 3)
    expect(socket.connected).toBe(true)
  }
  state = 'gone'
  expect(await ended).toEqual({ reason: 'session_ended' })
  socket.disconnect()
  await sockets.close()
})

it('closes a socket whose session ended while it was being opened', async () => {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, 'localhost', resolve))
  let asked = 0
  const bus = await openBus({ brokerUrl: undefined, log: createLog('silent') })
  const sockets = openSockets({
    http,
    log: createLog('silent'),
    bus,
    views: {},
    addressOf: () => '127.0.0.1',
    handlers: {} as EventHandlers,
    present: async () => undefined,
    // The session is read, then ended, before the socket is among the member's.
    identify: async () => {
      createRealtime(bus).end(principal.memberId, principal.sessionId, 'session_ended')
      return { principal, token: 't' }
    },
    reidentify: async () => {
      asked += 1
      return [undefined]
    },
  })
  const socket = io(`http://localhost:${(http.address() as AddressInfo).port}`, {
    path: '/chat-socket',
    transports: ['websocket'],
    reconnection: false,
  })
  const ended = new Promise((resolve) => socket.once('oldSocketRemoved', resolve))
  expect(await ended).toEqual({ reason: 'session_ended' })
  expect(asked).toBe(1)
  socket.disconnect()
  await sockets.close()
})

describe('somebody who does not read', () => {
  /** Enough that the buffers of the system hold a few of them only. */
  const large = 'x'.repeat(1_000_000)
  /** More than the system ever holds; without a limit of bytes, 256 packets would wait. */
  const cutBefore = 60

  async function openDeaf() {
    const http = createServer()
    await new Promise<void>((resolve) => http.listen(0, 'localhost', resolve))
    const bus = await openBus({ brokerUrl: undefined, log: createLog('silent') })
    let handled = 0
    const sockets = openSockets({
      http,
      log: createLog('silent'),
      bus,
      views: {},
      addressOf: () => '127.0.0.1',
      handlers: {
        async typing() {
          handled += 1
          return { ok: true, filler: large }
        },
      } as unknown as EventHandlers,
      present: async () => undefined,
      identify: async () => ({ principal, token: 't' }),
      reidentify: async () => [principal],
    })
    const client = io(`http://localhost:${(http.address() as AddressInfo).port}`, {
      path: '/chat-socket',
      transports: ['websocket'],
      reconnection: false,
    })
    await new Promise<void>((resolve) => client.once('connect', () => resolve()))
    const { ws } = client.io.engine.transport as unknown as { ws: { pause(): void; terminate(): void } }
    ws.pause()
    return {
      sockets,
      client,
      realtime: createRealtime(bus),
      handled: () => handled,
      async close() {
        ws.terminate()
        await sockets.close()
        await new Promise((resolve) => http.close(resolve))
      },
    }
  }

  it('is cut after a million bytes of events', async () => {
    const deaf = await openDeaf()
    let sent = 0
    for (; deaf.sockets.open === 1 && sent < cutBefore; sent += 1) {
      deaf.realtime.toMember('m', 'catchUp', { filler: large } as never)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(sent).toBeLessThan(cutBefore)
    expect(sent).toBeGreaterThan(1)
    await deaf.close()
  })

  it('is cut after a million bytes of answers that were asked for', async () => {
    const deaf = await openDeaf()
    // Less than the allowance of events, so that it is the bytes that count.
    for (let sent = 1; deaf.sockets.open === 1 && sent < 35; sent += 1) {
      deaf.client.emit('typing', { angelId: '01890000-0000-7000-8000-000000000000' }, () => undefined)
      await expect.poll(() => deaf.sockets.open === 0 || deaf.handled() === sent, { interval: 2 }).toBe(true)
    }
    expect(deaf.sockets.open).toBe(0)
    expect(deaf.handled()).toBeLessThan(34)
    await deaf.close()
  })
})
