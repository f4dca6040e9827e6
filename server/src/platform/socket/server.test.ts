import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { expect, it } from 'vitest'
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

it('closes a socket whose session has ended by itself, and none while nobody can tell', async () => {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, 'localhost', resolve))
  let told: 'there' | 'gone' | 'no answer' = 'no answer'
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
      if (told === 'no answer') throw new Error('the database is away')
      return [told === 'there' ? principal : undefined]
    },
  })
  const socket = io(`http://localhost:${(http.address() as AddressInfo).port}`, {
    path: '/chat-socket',
    transports: ['websocket'],
    reconnection: false,
  })
  const ended = new Promise((resolve) => socket.once('oldSocketRemoved', resolve))
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  for (const state of ['no answer', 'there'] as const) {
    told = state
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(socket.connected).toBe(true)
  }
  told = 'gone'
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
  expect(await Promise.race([ended, new Promise((resolve) => setTimeout(() => resolve('still open'), 1000))])).toEqual({
    reason: 'session_ended',
  })
  expect(asked).toBe(1)
  socket.disconnect()
  await sockets.close()
})
