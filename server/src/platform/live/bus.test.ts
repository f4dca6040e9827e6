import { randomUUID } from 'node:crypto'
import { createClient } from 'redis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startRedis, type TestRedis } from '#test/support/redis.ts'
import { openBus, type Bus } from './bus.ts'
import { createSignature } from './bus-signature.ts'
import { createLog, type Log } from '#platform/process/log.ts'
import { createRealtime } from './realtime.ts'

const log = createLog('silent')
const refreshed = (bus: Bus) => {
  const received: string[] = []
  bus.subscribe('refresh', ({ memberId }, { here }) => received.push(`${memberId} ${here ? 'here' : 'there'}`))
  return received
}

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.kill())

it('delivers within this process before publish returns, even when a listener throws', async () => {
  const bus = await openBus({ brokerUrl: undefined, keys: [Buffer.alloc(32)], log })
  bus.subscribe('refresh', () => {
    throw new Error('mine')
  })
  const received = refreshed(bus)
  createRealtime(bus).refresh('m')
  expect(received).toEqual(['m here'])
  expect(bus.state).toBe('in process')
  await bus.close()
})

it('delivers to other processes in order, to its own once, and not across database numbers', async () => {
  const [one, two, other] = await Promise.all([
    openBus({ brokerUrl: redis.url, keys: [Buffer.alloc(32)], log }),
    openBus({ brokerUrl: `${redis.url}/0`, keys: [Buffer.alloc(32)], log }),
    openBus({ brokerUrl: `${redis.url}/1`, keys: [Buffer.alloc(32)], log }),
  ])
  const states = () => [one, two, other].map(({ state }) => state)
  await expect.poll(states, { timeout: 10_000 }).toEqual(['connected', 'connected', 'connected'])
  const own = refreshed(one)
  const received = refreshed(two)
  const elsewhere = refreshed(other)
  for (const memberId of ['a', 'b', 'c']) createRealtime(one).refresh(memberId)
  await expect.poll(() => received).toEqual(['a there', 'b there', 'c there'])
  // Whatever the broker returned of its own arrived before this.
  createRealtime(two).refresh('d')
  await expect.poll(() => own).toEqual(['a here', 'b here', 'c here', 'd there'])
  expect(elsewhere).toEqual([])
  await Promise.all([one.close(), two.close(), other.close()])
})

it('delivers more messages in all than may wait for the broker at one time', async () => {
  const [one, two] = await Promise.all([
    openBus({ brokerUrl: redis.url, keys: [Buffer.alloc(32)], log }),
    openBus({ brokerUrl: redis.url, keys: [Buffer.alloc(32)], log }),
  ])
  const received = refreshed(two)
  const { refresh } = createRealtime(one)
  for (let round = 1; round <= 3; round += 1) {
    for (let n = 0; n < 4000; n += 1) refresh(`${n}`)
    await expect.poll(() => received.length, { timeout: 5000 }).toBe(round * 4000)
  }
  await Promise.all([one.close(), two.close()])
})

it('detects a silent broker, queues nothing for it, and announces the gap when it is back', async () => {
  const [one, two] = await Promise.all(
    [1, 2].map(() => openBus({ brokerUrl: redis.url, keys: [Buffer.alloc(32)], log, timeoutMs: 300 })) as [
      Promise<Bus>,
      Promise<Bus>,
    ],
  )
  let gaps = 0
  two.onGap(() => (gaps += 1))
  const received = refreshed(two)
  redis.freeze()
  for (let n = 0; n < 20_000; n += 1) createRealtime(one).refresh('lost')
  await expect.poll(() => [one.state, two.state], { timeout: 3000 }).toEqual(['degraded', 'degraded'])
  createRealtime(one).refresh('lost')
  redis.thaw()
  await expect.poll(() => [one.state, two.state], { timeout: 5000 }).toEqual(['connected', 'connected'])
  await expect.poll(() => gaps).toBeGreaterThan(0)
  createRealtime(one).refresh('after')
  await expect.poll(() => received.at(-1)).toBe('after there')
  await Promise.all([one.close(), two.close()])
})

it('starts while the broker is away, and connects later', async () => {
  await redis.kill()
  const before = performance.now()
  const bus = await openBus({ brokerUrl: redis.url, keys: [Buffer.alloc(32)], log })
  expect(bus.state).toBe('degraded')
  expect(performance.now() - before).toBeLessThan(5000)
  await redis.start()
  await expect.poll(() => bus.state, { timeout: 3000 }).toBe('connected')
  await bus.close()
})

it('believes only what its own installation signed for this broker just now, and nothing twice', async () => {
  const [one, ours, theirs] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)]
  const errors: string[] = []
  const noting = { ...log, error: (given: { err: Error }) => void errors.push(given.err.message) } as unknown as Log
  // The first one was not restarted since the key changed.
  const [old, current, foreign] = await Promise.all([
    openBus({ brokerUrl: redis.url, keys: [one], log }),
    openBus({ brokerUrl: redis.url, keys: [ours, one], log: noting }),
    openBus({ brokerUrl: redis.url, keys: [theirs], log }),
  ])
  const states = () => [old, current, foreign].map(({ state }) => state)
  await expect.poll(states, { timeout: 10_000 }).toEqual(['connected', 'connected', 'connected'])
  const received = refreshed(current)
  const receivedByOld = refreshed(old)
  let gaps = 0
  current.onGap(() => (gaps += 1))
  const spy = createClient({ url: redis.url })
  const heard: string[] = []
  await spy.connect()
  const reader = spy.duplicate()
  await reader.connect()
  await reader.subscribe('incontro/0', (text) => heard.push(text))
  createRealtime(old).refresh('by the old key')
  createRealtime(current).refresh('by both')
  createRealtime(foreign).refresh('by another installation')
  await expect.poll(() => received).toEqual(['by both here', 'by the old key there'])
  await expect.poll(() => receivedByOld).toEqual(['by the old key here', 'by both there'])
  await expect.poll(() => heard.filter((text) => text.includes('by the old key'))).toHaveLength(1)

  const signature = createSignature([ours], 'incontro/0')
  const elsewhere = createSignature([ours], 'incontro/1')
  const before = createSignature([ours], 'incontro/0', () => Date.now() - 120_000)
  const message = { from: randomUUID(), n: 1, topic: 'refresh', message: { memberId: 'forged' } }
  const forged = [
    'null',
    '{}',
    '',
    ' ',
    JSON.stringify({ ...message, at: Date.now() }),
    `x ${JSON.stringify({ ...message, at: Date.now() })}`,
    // Repeated, changed, sent elsewhere, at another time.
    ...heard.filter((text) => text.includes('refresh')),
    heard.find((text) => text.includes('by the old key'))?.replace('by the old key', 'forged') ?? '',
    elsewhere.sign(message),
    before.sign(message),
    // Ours, but of a version that has other topics or messages.
    signature.sign({ ...message, topic: 'constructor' }),
    signature.sign({ ...message, topic: '__proto__' }),
    signature.sign({ ...message, message: { memberId: { $ne: 1 } } }),
    signature.sign({ ...message, message: null }),
    signature.sign({ ...message, topic: 'end', message: { memberId: 'm', sessionId: null, reason: 'whatever' } }),
  ]
  for (const text of forged) await spy.publish('incontro/0', text)
  await spy.publish('incontro/0', signature.sign({ ...message, n: 2, message: { memberId: 'last' } }))
  await expect.poll(() => received).toEqual(['by both here', 'by the old key there', 'last there'])
  expect([gaps, current.state]).toEqual([0, 'connected'])
  // One line for all of them.
  expect(errors).toHaveLength(1)
  spy.destroy()
  reader.destroy()
  await Promise.all([old.close(), current.close(), foreign.close()])
})
