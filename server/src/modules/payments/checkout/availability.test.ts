import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '#platform/process/log.ts'
import type { Connection } from '../connections.ts'
import type { PaymentProvider } from '../port.ts'
import { createAvailability, type Availability } from './availability.ts'

let now = 0
let answers: ('up' | 'down' | 'silent')[] = []
let asked = 0
let availability: Availability
const connectionOf = (id: string): Connection => ({
  id,
  brandId: null,
  provider: {
    ping: async () => {
      asked += 1
      const answer = answers.shift() ?? 'up'
      if (answer === 'silent') return new Promise<void>(() => undefined)
      if (answer === 'down') throw new Error('down')
    },
  } as Partial<PaymentProvider> as PaymentProvider,
})
const one = connectionOf('one')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  now = 1_000_000
  answers = []
  asked = 0
  availability = createAvailability({ log: createLog('silent'), clock: () => new Date(now) })
})
afterEach(() => void vi.useRealTimers())

it('asks again after twenty seconds, and meanwhile offers what was up for up to forty-five', async () => {
  expect(await availability.isUp(one)).toBe(true)
  now += 19_999
  expect(await availability.isUp(one)).toBe(true)
  expect(asked).toBe(1)
  answers = ['down']
  now += 1
  expect(await availability.isUp(one)).toBe(true)
  expect(asked).toBe(2)
  // The new answer counts from now on.
  await vi.waitFor(async () => expect(await availability.isUp(one)).toBe(false))
  expect(asked).toBe(2)
})

it('waits for the answer if the last one is older, or negative', async () => {
  expect(await availability.isUp(one)).toBe(true)
  answers = ['down', 'down', 'up']
  now += 45_000
  expect(await availability.isUp(one)).toBe(false)
  now += 20_000
  expect(await availability.isUp(one)).toBe(false)
  now += 20_000
  expect(await availability.isUp(one)).toBe(true)
  expect(asked).toBe(4)
})

it('asks once for concurrent callers, per connection, with a time limit of two seconds', async () => {
  answers = ['silent', 'up']
  const waiting = Promise.all([availability.isUp(one), availability.isUp(one), availability.isUp(connectionOf('two'))])
  expect(asked).toBe(2)
  let isOver = false
  void waiting.then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(1999)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await waiting).toEqual([false, false, true])
})
