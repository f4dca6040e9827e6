import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConnection, type LiveSocket } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const turn = () => vi.advanceTimersByTimeAsync(0)

/** A socket as Socket.IO's, whose server is the test. */
function fakeSocket() {
  const events = new EventEmitter()
  const any: ((event: string, data: unknown) => void)[] = []
  const socket = {
    connected: false,
    /** Whether Socket.IO reconnects by itself. */
    active: true,
    attempts: 0,
    sent: [] as unknown[],
    /** The acknowledgement of the next event; undefined if none comes in time. */
    acknowledgement: undefined as unknown,
    waitedMs: 0,
    on: (event: string, handler: (...values: unknown[]) => void) => events.on(event, handler),
    onAny: (handler: (event: string, data: unknown) => void) => void any.push(handler),
    connect: () => void (socket.attempts += 1),
    close: () => socket.happen('disconnect'),
    timeout: (ms: number) => ({
      emitWithAck: async (event: string, data: unknown) => {
        socket.waitedMs = ms
        socket.sent.push([event, data])
        if (socket.acknowledgement === undefined) throw new Error('timeout')
        return socket.acknowledgement
      },
    }),
    /** The server's event. */
    receive(event: string, data: unknown) {
      for (const handler of any) handler(event, data)
      events.emit(event, data)
    },
    happen(event: 'connect' | 'disconnect' | 'connect_error', value?: unknown) {
      socket.connected = event === 'connect'
      events.emit(event, value)
    },
  }
  return socket
}

async function opened() {
  const socket = fakeSocket()
  const log: string[] = []
  let comeBack = () => undefined as void
  const connection = createConnection({
    connect: async () => socket as unknown as LiveSocket,
    sendOverHttp: async (event) => {
      log.push(`over HTTP ${event}`)
      return { ok: false, code: 'offline', message: '' }
    },
    onConnected: (isFirst) => log.push(isFirst ? 'connected' : 'connected again'),
    onRefused: () => log.push('refused'),
    onCatchUp: () => log.push('catch up'),
    onFailing: ({ message }) => log.push(`failing: ${message}`),
    onVisible: (listener) => {
      comeBack = listener
      return () => log.push('not watched')
    },
  })
  const close = connection.open()
  await turn()
  return { socket, connection, log, close, comeBack: () => comeBack() }
}

it('says when it is connected for the first time, and when again', async () => {
  const { socket, connection, log } = await opened()
  const seen: string[] = []
  connection.subscribe(() => seen.push(connection.read()))
  socket.happen('connect')
  socket.happen('disconnect')
  socket.happen('connect')
  expect([log, seen]).toEqual([
    ['connected', 'connected again'],
    ['online', 'away', 'online'],
  ])
})

it('sends over HTTP until there is a socket, and again after it was lost', async () => {
  const { socket, connection, log } = await opened()
  await connection.emit('typing', { memberId: 'ada' })
  socket.happen('connect')
  socket.acknowledgement = { ok: true, creditiLike: 3 }
  // Wire names leave and arrive; the page's own are used on this side.
  expect(await connection.emit('typing', { memberId: 'ada' })).toEqual({ ok: true, likeCredits: 3 })
  expect([socket.sent, socket.waitedMs]).toEqual([[['typing', { angelId: 'ada' }]], 20_000])
  socket.happen('disconnect')
  await connection.emit('typing', { memberId: 'ada' })
  expect(log).toEqual(['over HTTP typing', 'connected', 'over HTTP typing'])
})

it('answers “offline” for an event that is not acknowledged in time', async () => {
  const { socket, connection } = await opened()
  socket.happen('connect')
  expect(await connection.emit('typing', { memberId: 'ada' })).toMatchObject({ ok: false, code: 'offline' })
})

it('hands an event to everyone who listens to it, in the page’s words', async () => {
  const { socket, connection } = await opened()
  const heard: unknown[] = []
  const stop = connection.on('typing', (data) => heard.push(['one', data]))
  connection.on('typing', (data) => heard.push(['other', data]))
  connection.on('restart', (data) => heard.push(['restart', data]))
  socket.receive('typing', { angelId: 'ada' })
  stop()
  socket.receive('typing', { angelId: 'bea' })
  expect(heard).toEqual([
    ['one', { memberId: 'ada' }],
    ['other', { memberId: 'ada' }],
    ['other', { memberId: 'bea' }],
  ])
})

it('connects again after 2 to 5 s where Socket.IO does not, and leaves the rest to Socket.IO', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.75)
  const { socket } = await opened()
  socket.happen('connect')
  socket.happen('disconnect')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(socket.attempts).toBe(0)
  socket.active = false
  socket.happen('disconnect')
  await vi.advanceTimersByTimeAsync(4_249)
  expect(socket.attempts).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(socket.attempts).toBe(1)
  socket.happen('connect_error', new Error('no'))
  await vi.advanceTimersByTimeAsync(4_250)
  expect(socket.attempts).toBe(2)
})

it('reports the third failure in a row, once, and a refusal each time', async () => {
  const { socket, log } = await opened()
  const fail = (active: boolean) => {
    socket.active = active
    socket.happen('connect_error', new Error('no'))
  }
  fail(true)
  fail(true)
  socket.happen('connect')
  fail(true)
  fail(true)
  expect(log).toEqual(['connected'])
  fail(true)
  expect(log).toEqual(['connected', 'failing: no'])
  fail(true)
  fail(false)
  expect(log).toEqual(['connected', 'failing: no', 'refused'])
})

it('stays closed where another page took its place, until the member returns to it', async () => {
  const { socket, connection, comeBack } = await opened()
  socket.happen('connect')
  socket.receive('oldSocketRemoved', { reason: 'too_many' })
  // The server has not closed it yet.
  comeBack()
  socket.active = false
  socket.happen('disconnect')
  await vi.advanceTimersByTimeAsync(10_000)
  expect([connection.read(), socket.attempts]).toEqual(['paused', 0])
  comeBack()
  expect([connection.read(), socket.attempts]).toEqual(['away', 1])
  // Only once: the socket is connecting.
  comeBack()
  connection.resume()
  expect(socket.attempts).toBe(1)
})

it('stays closed for good when the session has ended', async () => {
  const { socket, connection, comeBack } = await opened()
  socket.happen('connect')
  socket.receive('oldSocketRemoved', { reason: 'logout' })
  socket.active = false
  socket.happen('disconnect')
  comeBack()
  connection.resume()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([connection.read(), socket.attempts]).toEqual(['away', 0])
})

it('takes polling for a connection until there is one', async () => {
  const { socket, connection } = await opened()
  connection.setPolling(true)
  expect(connection.read()).toBe('polling')
  socket.happen('connect')
  socket.happen('disconnect')
  expect(connection.read()).toBe('away')
})

it('catches up within three seconds, when the server says that events were lost', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { socket, log } = await opened()
  socket.receive('catchUp', {})
  await vi.advanceTimersByTimeAsync(1_499)
  expect(log).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(log).toEqual(['catch up'])
})

it('closes with the page, also while the script of the socket is still loading', async () => {
  const { socket, connection, close, log } = await opened()
  socket.happen('connect')
  socket.active = false
  // It would connect again.
  socket.happen('disconnect')
  close()
  connection.resume()
  await vi.advanceTimersByTimeAsync(10_000)
  expect([socket.connected, socket.attempts, log]).toEqual([false, 0, ['connected', 'not watched']])

  let closed = 0
  const late = fakeSocket()
  late.close = () => void (closed += 1)
  const other = createConnection({
    connect: async () => late as unknown as LiveSocket,
    sendOverHttp: () => Promise.reject(new Error('unused')),
    onConnected: () => undefined,
    onRefused: () => undefined,
    onCatchUp: () => undefined,
    onFailing: () => undefined,
    // The member comes back before the script is there.
    onVisible: (listener) => {
      listener()
      return () => undefined
    },
  })
  other.open()()
  await turn()
  expect([closed, connection.read(), other.read()]).toEqual([1, 'away', 'connecting'])
})
