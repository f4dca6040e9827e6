import { expect, it } from 'vitest'
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
  const app = await createApp({ log: createLog('silent'), trustedProxies: ['127.0.0.1'], limitFactor: 1e-6 })
  app.get('/limited', async () => 'ok')
  const ask = async (from: string) => {
    const { statusCode } = await app.inject({ url: '/limited', headers: { 'x-forwarded-for': from } })
    return statusCode
  }
  const answered: string[] = []
  const attack = Array.from({ length: 112 }, (_, n) => ask('203.0.113.5').then(() => answered.push(`attacker ${n}`)))
  await attack[50]
  expect(await ask('198.51.100.5')).toBe(200)
  answered.push('member')
  await Promise.all(attack)
  // One was accepted and a hundred refused immediately; the member overtook the delayed ones.
  expect(answered.indexOf('member')).toBeLessThanOrEqual(101)
  expect(answered.at(-1)).toBe('attacker 111')
  await app.close()
})
