import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderedPayRules } from './pay-rules.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const after =
  (ms: number, status = 200) =>
  () =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(Response.json({ noticeDays: 3 }, { status })), ms))

test('a document waits 500 ms for what is on offer, and is sent without it after that or a failure', async () => {
  for (const [send, expected] of [
    [after(499), { noticeDays: 3 }],
    [after(501), null],
    [after(0, 503), null],
  ] as const) {
    const rules = renderedPayRules('c1', send)
    await vi.advanceTimersByTimeAsync(501)
    expect(await rules).toEqual(expected)
  }
})
