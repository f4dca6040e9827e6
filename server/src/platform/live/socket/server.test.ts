import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket as ClientSocket } from 'socket.io-client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Caller, Principal } from '#platform/caller.ts'
import { openBus, type Bus } from '../bus.ts'
import { createLog } from '#platform/process/log.ts'
import { createRealtime } from '../realtime.ts'
import { openSockets, type EventHandlers, type Identified, type SocketOptions } from './server.ts'

const principal: Principal = {
  memberId: 'm',
  sessionId: 's',
  brandId: 'local',
  poolId: 'local',
  clickid: 'c',
  level: 0,
  gender: 'man',
  listedInBoth: false,
  seeks: 'woman',
  seeksBoth: false,
  country: 'IT',
  regionId: null,
  cityId: null,
  locale: 'it',
  flowId: '7',
  emailConfirmed: true,
  mayReachOthers: true,
  sample: false,
  search: { age: 30, height: null, intent: null, filters: {}, isSuggested: false, place: null, leftRegionId: null },
}

const identified: Identified = { caller: { kind: 'member', member: principal }, brandId: 'local', token: 't' }

it('closes a socket whose session has expired, and none while the database is unavailable', async () => {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, 'localhost', resolve))
  let state: 'there' | 'gone' | 'no answer' = 'no answer'
  let reads = 0
  const bus = await openBus({ brokerUrl: undefined, keys: [Buffer.alloc(32)], log: createLog('silent') })
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
    identify: async () => identified,
    reidentify: async () => {
      reads += 1
      if (state === 'no answer') throw new Error('the database is away')
      return [state === 'there' ? identified.caller : undefined]
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
    // From here on, the second read begins after the result of the first was applied.
    const before = reads
    await expect.poll(() => reads, { timeout: 5000, interval: 5 }).toBeGreaterThanOrEqual(before + 3)
    expect(socket.connected).toBe(true)
  }
  state = 'gone'
  expect(await ended).toEqual({ reason: 'session_ended' })
  socket.disconnect()
  await sockets.close()
})

it('closes a socket whose session ended while the socket was opening', async () => {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, 'localhost', resolve))
  let asked = 0
  const bus = await openBus({ brokerUrl: undefined, keys: [Buffer.alloc(32)], log: createLog('silent') })
  const sockets = openSockets({
    http,
    log: createLog('silent'),
    bus,
    views: {},
    addressOf: () => '127.0.0.1',
    handlers: {} as EventHandlers,
    present: async () => undefined,
    // Ends the session after it was read, before the socket is registered for the member.
    identify: async () => {
      createRealtime(bus).end(principal.memberId, principal.sessionId, 'session_ended')
      return identified
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

/** Starts a socket server that is closed with the test, and connects to it. */
async function startSockets(options: Partial<SocketOptions>) {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, 'localhost', resolve))
  const log = createLog('silent')
  const sockets = openSockets({
    http,
    log,
    bus: await openBus({ brokerUrl: undefined, keys: [Buffer.alloc(32)], log }),
    views: {},
    addressOf: () => '127.0.0.1',
    handlers: {} as EventHandlers,
    present: async () => undefined,
    identify: async () => identified,
    reidentify: async (before) => before.map(() => identified.caller),
    newcomers: {
      waiting: { perAddress: 100, perNetwork: 100, inAll: 100 },
      opened: { perAddress: { burst: 100, perSecond: 1 }, perNetwork: { burst: 100, perSecond: 1 } },
    },
    ...options,
  })
  const clients: ClientSocket[] = []
  onTestFinished(async () => {
    for (const client of clients) client.disconnect()
    await sockets.close()
  })
  return async function connect() {
    const client = io(`http://localhost:${(http.address() as AddressInfo).port}`, {
      path: '/chat-socket',
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    clients.push(client)
    const endings: unknown[] = []
    client.on('oldSocketRemoved', (data) => endings.push(data))
    await new Promise<void>((resolve) => client.once('connect', () => resolve()))
    return { client, endings }
  }
}

it('gives the sockets of one member one allowance together, and another member their own', async () => {
  let who = principal
  const connect = await startSockets({
    identify: async () => ({ ...identified, caller: { kind: 'member', member: who } }),
    reidentify: async (before) => before.map(({ caller }) => caller),
    handlers: { typing: async () => ({ ok: true }) } as unknown as EventHandlers,
  })
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => clock.mockRestore())
  const his: Awaited<ReturnType<typeof connect>>[] = []
  for (let n = 0; n < 5; n += 1) his.push(await connect())
  who = { ...principal, memberId: 'another' }
  const other = await connect()
  const angelId = '0199b2c4-0000-7000-8000-000000000001'
  const typing = ({ client }: (typeof his)[number]) => client.timeout(5000).emitWithAck('typing', { angelId })
  for (const socket of his.slice(0, 4)) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => typing(socket)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
  }
  expect(await typing(his[4]!)).toMatchObject({ ok: false, code: 'busy', retryAfterMs: 1000 })
  await expect.poll(() => his[4]?.client.connected).toBe(false)
  expect(await typing(other)).toEqual({ ok: true })
})

describe('while the broker is away', () => {
  const angelId = '0199b2c4-0000-7000-8000-000000000001'
  const broker = { state: 'connected' as Bus['state'] }
  const bus = {
    publish: () => undefined,
    subscribe: () => undefined,
    onGap: () => undefined,
    close: async () => undefined,
    get state() {
      return broker.state
    },
  } as Bus

  it('reads the session before each event, and the events stay in order', async () => {
    broker.state = 'connected'
    let [open, reads] = [true, 0]
    const handled: string[] = []
    const connect = await startSockets({
      bus,
      recheckDegradedMs: 3_600_000,
      reidentify: async (before) => {
        reads += 1
        // The first takes longest.
        await new Promise((resolve) => setTimeout(resolve, 100 / reads))
        return before.map(() => (open ? identified.caller : undefined))
      },
      handlers: {
        typing: async (_socket: unknown, { memberId: to }: { memberId: string }) => {
          handled.push(to.slice(-1))
          return { ok: true }
        },
      } as unknown as EventHandlers,
    })
    const { client, endings } = await connect()
    const typing = (n: number) =>
      client.timeout(5000).emitWithAck('typing', { angelId: angelId.slice(0, -1) + String(n) }) as Promise<unknown>
    expect(await typing(1)).toEqual({ ok: true })
    expect(reads).toBe(0)
    broker.state = 'degraded'
    expect(await Promise.all([typing(2), typing(3), typing(4)])).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    expect([reads, handled]).toEqual([3, ['1', '2', '3', '4']])
    open = false
    // The connection may be closed before the answer.
    await typing(5).catch(() => undefined)
    await expect.poll(() => endings).toEqual([{ reason: 'session_ended' }])
    expect(handled).toEqual(['1', '2', '3', '4'])
  })

  it('closes within moments the sockets of sessions that ended, also if they send nothing', async () => {
    broker.state = 'connected'
    let open = true
    const connect = await startSockets({
      bus,
      recheckDegradedMs: 20,
      reidentify: async (before) => before.map(() => (open ? identified.caller : undefined)),
    })
    const { client, endings } = await connect()
    open = false
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(client.connected).toBe(true)
    broker.state = 'degraded'
    await expect.poll(() => endings).toEqual([{ reason: 'session_ended' }])
  })

  it('shows nothing by a name that is no view', async () => {
    const errors: unknown[] = []
    const real = await openBus({ brokerUrl: undefined, keys: [Buffer.alloc(32)], log: createLog('silent') })
    const connect = await startSockets({
      bus: real,
      log: { ...createLog('silent'), error: (given: unknown) => void errors.push(given) } as never,
    })
    const { client } = await connect()
    const seen: unknown[] = []
    client.onAny((event) => seen.push(event))
    for (const name of ['constructor', '__proto__', 'toString'])
      real.publish('show', { memberId: principal.memberId, name, facts: {}, except: undefined })
    expect(errors).toEqual([{ name: 'constructor' }, { name: '__proto__' }, { name: 'toString' }])
    real.publish('member', { memberId: principal.memberId, event: 'catchUp', data: {}, except: undefined })
    await expect.poll(() => seen).toEqual(['catchUp'])
    expect(client.connected).toBe(true)
  })
})

it('keeps twenty sockets per member: a new one replaces the oldest', async () => {
  const connect = await startSockets({})
  const open: Awaited<ReturnType<typeof connect>>[] = []
  for (let n = 0; n < 20; n += 1) open.push(await connect())
  expect(open.flatMap(({ endings }) => endings)).toEqual([])
  const [oldest, ...others] = open
  await connect()
  await expect.poll(() => oldest?.endings).toEqual([{ reason: 'too_many' }])
  await connect()
  await expect.poll(() => others[0]?.endings).toEqual([{ reason: 'too_many' }])
  expect(others.slice(1).map(({ client, endings }) => [client.connected, endings.length])).toEqual(
    Array.from({ length: 18 }, () => [true, 0]),
  )
})

it('reads the session of an open socket again after ten minutes, not before', async () => {
  let [reads, presences] = [0, 0]
  const connect = await startSockets({
    presenceEveryMs: 5,
    present: async () => void (presences += 1),
    reidentify: async (before) => {
      reads += 1
      return before.map(() => identified.caller)
    },
  })
  const connectedAt = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(connectedAt)
  onTestFinished(() => clock.mockRestore())
  await connect()
  const minutesLater = (minutes: number) => clock.mockReturnValue(connectedAt + minutes * 60_000)
  // Presence is written twice a second and checked every five milliseconds.
  const lookedAt = async () => {
    const before = presences
    await expect.poll(() => presences, { timeout: 5000 }).toBeGreaterThanOrEqual(before + 2)
  }
  minutesLater(9.9)
  await lookedAt()
  expect(reads).toBe(0)
  minutesLater(10)
  await expect.poll(() => reads).toBe(1)
  await lookedAt()
  expect(reads).toBe(1)
})

it('delivers an event to the sockets of its member only', async () => {
  const given: unknown[] = []
  const connect = await startSockets({
    handlers: {
      async clickid(_socket: unknown, data: unknown) {
        given.push(data)
        return { ok: true }
      },
      async typing(_socket: unknown, data: unknown) {
        given.push(data)
        return { ok: true }
      },
    } as unknown as EventHandlers,
  })
  const { client } = await connect()
  expect(await client.emitWithAck('clickid', { clickid: 'somebody-else' })).toMatchObject({
    ok: false,
    code: 'not_found',
  })
  expect(given).toEqual([])
  expect(await client.emitWithAck('clickid', { clickid: principal.clickid })).toMatchObject({ ok: true })
  expect(given).toHaveLength(1)
})

describe('a client that does not read', () => {
  /** Large enough that the system's buffers hold only a few. */
  const large = 'x'.repeat(1_000_000)
  /** More than the system's buffers hold; without a limit in bytes, 256 packets would queue. */
  const cutBefore = 60

  async function openDeaf() {
    const http = createServer()
    await new Promise<void>((resolve) => http.listen(0, 'localhost', resolve))
    const bus = await openBus({ brokerUrl: undefined, keys: [Buffer.alloc(32)], log: createLog('silent') })
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
      identify: async () => identified,
      reidentify: async () => [identified.caller],
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

  it('is disconnected after a million bytes of events', async () => {
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

  it('is disconnected after a million bytes of acknowledgements', async () => {
    const deaf = await openDeaf()
    // Below the event allowance, so that the limit in bytes applies.
    for (let sent = 1; deaf.sockets.open === 1 && sent < 35; sent += 1) {
      deaf.client.emit('typing', { angelId: '01890000-0000-7000-8000-000000000000' }, () => undefined)
      await expect.poll(() => deaf.sockets.open === 0 || deaf.handled() === sent, { interval: 2 }).toBe(true)
    }
    expect(deaf.sockets.open).toBe(0)
    expect(deaf.handled()).toBeLessThan(34)
    await deaf.close()
  })
})

it('takes from a socket of staff nothing that is a member’s to send, and sends it nothing of a member’s', async () => {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, 'localhost', resolve))
  const bus = await openBus({ brokerUrl: undefined, keys: [Buffer.alloc(32)], log: createLog('silent') })
  const present: string[] = []
  const angelId = '0199b2c4-0000-7000-8000-000000000001'
  let state: 'there' | 'gone' = 'there'
  let who: Identified = identified
  const caller: Caller = {
    kind: 'staff',
    staff: {
      staffId: 'anna',
      sessionId: principal.sessionId,
      email: 'anna@console.example.com',
      roles: [{ role: 'owner', brandId: 'local' }],
      provedUntil: null,
    },
  }
  const sockets = openSockets({
    http,
    log: createLog('silent'),
    bus,
    views: {},
    addressOf: () => '127.0.0.1',
    presenceEveryMs: 20,
    recheckAfterMs: 0,
    handlers: { typing: async () => ({ ok: true }) } as unknown as EventHandlers,
    present: async (memberIds) => void present.push(...memberIds),
    identify: async () => who,
    reidentify: async (before) =>
      before.map((one) => (state === 'gone' && one.caller === caller ? undefined : one.caller)),
  })
  const open = async (): Promise<ClientSocket> => {
    const socket = io(`http://localhost:${(http.address() as AddressInfo).port}`, {
      path: '/chat-socket',
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    return socket
  }
  who = { caller, brandId: 'local', token: 's' }
  const staff = await open()
  const heard: string[] = []
  staff.onAny((event: string) => heard.push(event))
  expect(await staff.emitWithAck('typing', { angelId })).toMatchObject({
    ok: false,
    code: 'forbidden',
  })
  who = identified
  const member = await open()
  const caughtUp = new Promise((resolve) => member.once('catchUp', resolve))
  expect(await member.emitWithAck('typing', { angelId })).toEqual({ ok: true })
  await expect.poll(() => present).toContain(principal.memberId)
  expect(present).not.toContain('anna')

  // What is for a member of this id is for no staff of the same one.
  const realtime = createRealtime(bus)
  for (const id of ['anna', principal.memberId]) realtime.toMember(id, 'catchUp', {})
  await caughtUp
  for (const id of ['anna', principal.memberId]) realtime.end(id, principal.sessionId, 'session_ended')
  await new Promise((resolve) => member.once('disconnect', resolve))
  expect([staff.connected, heard]).toEqual([true, []])

  const ended = new Promise((resolve) => staff.once('oldSocketRemoved', resolve))
  state = 'gone'
  expect(await ended).toEqual({ reason: 'session_ended' })
  await sockets.close()
})

it('answers what came before a flood, refuses one event more and closes, while another socket goes on', async () => {
  const held: (() => void)[] = []
  const connect = await startSockets({
    handlers: {
      typing: () => new Promise((resolve) => held.push(() => resolve({ ok: true }))),
      async clickid() {
        return { ok: true, softwareVersion: 'none' }
      },
    } as unknown as EventHandlers,
  })
  const [{ client }, { client: other }] = [await connect(), await connect()]
  const closed = new Promise((resolve) => client.once('disconnect', resolve))
  const angelId = '0199b2c4-0000-7000-8000-000000000001'
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  onTestFinished(() => clock.mockRestore())
  const asked = Array.from({ length: 43 }, () => client.timeout(5000).emitWithAck('typing', { angelId }))
  expect(await asked[40]).toEqual({
    ok: false,
    code: 'busy',
    message: 'Too many events, try again on a new connection',
    retryAfterMs: 1000,
  })
  expect(held).toHaveLength(40)
  for (const release of held) release()
  expect(
    (await Promise.allSettled(asked)).map((one) => (one.status === 'fulfilled' ? one.value.ok : 'closed')),
  ).toEqual([...Array.from({ length: 40 }, () => true), false, 'closed', 'closed'])
  expect(await closed).toMatch(/^transport/)
  expect(await other.emitWithAck('clickid', { clickid: principal.clickid })).toMatchObject({ ok: true })
})
