import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createLog } from '#platform/process/log.ts'
import { createApp } from './app.ts'
import { createRefusals } from './refusals.ts'

it('refuses a network a hundred times immediately, then twenty times a second, with a delay of at most two seconds', () => {
  let now = 0
  const wait = createRefusals(() => now)
  expect(new Set(Array.from({ length: 100 }, () => wait('a')))).toEqual(new Set([0]))
  expect([wait('a'), wait('a'), wait('b')]).toEqual([50, 100, 0])
  now += 100
  expect(wait('a')).toBe(50)
  for (let n = 0; n < 1000; n += 1) wait('a')
  expect(wait('a')).toBe(2000)
  now += 2000 + 5000
  expect(Array.from({ length: 100 }, () => wait('a'))).toEqual([...Array<number>(99).fill(0), 0])
  expect(wait('a')).toBeGreaterThan(0)
})

it('delays repeated refusals and meanwhile answers other clients', async () => {
  // The delays end when the test says so, whatever the machine does meanwhile.
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  const app = await createApp({ log: createLog('silent'), trustedProxies: ['127.0.0.1'], limitFactor: 1e-6 })
  app.get('/limited', async () => 'ok')
  const ask = async (from: string) => {
    const { statusCode } = await app.inject({ url: '/limited', headers: { 'x-forwarded-for': from } })
    return statusCode
  }
  const answered: number[] = []
  const attack = Array.from({ length: 112 }, (_, n) => ask('203.0.113.5').then(() => answered.push(n)))
  while (answered.length < 101) await setImmediate()
  expect(await ask('198.51.100.5')).toBe(200)
  // One was accepted and a hundred refused immediately.
  expect(answered).toHaveLength(101)
  await vi.advanceTimersByTimeAsync(549)
  while (answered.length < 111) await setImmediate()
  expect(answered).not.toContain(111)
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all(attack)
  expect(answered.at(-1)).toBe(111)
  vi.useRealTimers()
  await app.close()
})
