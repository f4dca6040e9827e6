import { afterAll, beforeAll, expect, it } from 'vitest'
import { startRedis, type TestRedis } from '../../test/redis.ts'
import { openBus, type Bus } from './bus.ts'
import { createLog } from './log.ts'
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
  const bus = await openBus({ brokerUrl: undefined, log })
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
    openBus({ brokerUrl: redis.url, log }),
    openBus({ brokerUrl: `${redis.url}/0`, log }),
    openBus({ brokerUrl: `${redis.url}/1`, log }),
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
  const [one, two] = await Promise.all([openBus({ brokerUrl: redis.url, log }), openBus({ brokerUrl: redis.url, log })])
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
    [1, 2].map(() => openBus({ brokerUrl: redis.url, log, timeoutMs: 300 })) as [Promise<Bus>, Promise<Bus>],
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
  const bus = await openBus({ brokerUrl: redis.url, log })
  expect(bus.state).toBe('degraded')
  expect(performance.now() - before).toBeLessThan(5000)
  await redis.start()
  await expect.poll(() => bus.state, { timeout: 3000 }).toBe('connected')
  await bus.close()
})
