import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPriorityGate } from './priority-gate.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Whether other work has stopped waiting. */
function waiting(over: Promise<void>): () => boolean {
  let isWaiting = true
  void over.then(() => (isWaiting = false))
  return () => isWaiting
}

it('other work waits until all urgent work has been over for a moment', async () => {
  const urgent = createPriorityGate({ quietMs: 10, mostMs: 1000 })
  const [endFirst, endSecond] = [urgent.begin(), urgent.begin()]
  const isWaiting = waiting(urgent.over())
  endFirst()
  await vi.advanceTimersByTimeAsync(100)
  expect(isWaiting()).toBe(true)
  endSecond()
  await vi.advanceTimersByTimeAsync(9)
  expect(isWaiting()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(isWaiting()).toBe(false)
})

it('other work does not wait when nothing is urgent, and never longer than the limit', async () => {
  const urgent = createPriorityGate({ quietMs: 10, mostMs: 30 })
  const before = waiting(urgent.over())
  await vi.advanceTimersByTimeAsync(0)
  expect(before()).toBe(false)
  urgent.begin()
  const isWaiting = waiting(urgent.over())
  await vi.advanceTimersByTimeAsync(29)
  expect(isWaiting()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(isWaiting()).toBe(false)
})
