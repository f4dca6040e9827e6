import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { retrySlowQueries, watchSlowQueries } from './slow-queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page with queries that are answered when the test says so. */
function page() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const answers = new Map<string, ((value: string) => void)[]>()
  const open = (key: string) => {
    const observer = new QueryObserver<string>(client, {
      queryKey: [key],
      queryFn: () => new Promise<string>((resolve) => answers.set(key, [...(answers.get(key) ?? []), resolve])),
    })
    return observer.subscribe(() => undefined)
  }
  const reports: string[][] = []
  const stop = watchSlowQueries(client, (slow) => reports.push([...slow]))
  return {
    client,
    open,
    reports,
    stop,
    asked: (key: string) => answers.get(key)?.length ?? 0,
    answer: (key: string) => answers.get(key)?.at(-1)?.(key),
  }
}

it('a query is slow after six seconds without an answer, until it comes', async () => {
  const { open, reports, answer, stop } = page()
  open('list')
  await vi.advanceTimersByTimeAsync(5_999)
  expect(reports).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(reports).toEqual([['["list"]']])
  answer('list')
  await vi.advanceTimersByTimeAsync(0)
  expect(reports.at(-1)).toEqual([])
  stop()
})

it('each query has six seconds of its own, and a fetch in the background is counted like the first', async () => {
  const { client, open, reports, answer, stop } = page()
  open('one')
  await vi.advanceTimersByTimeAsync(4_000)
  open('two')
  answer('one')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(reports).toEqual([])
  answer('two')
  await vi.advanceTimersByTimeAsync(0)
  void client.invalidateQueries({ queryKey: ['one'] })
  await vi.advanceTimersByTimeAsync(6_000)
  expect(reports).toEqual([['["one"]']])
  // What the page showed before stays.
  expect(client.getQueryData(['one'])).toBe('one')
  stop()
})

it('a query that the page has left is not reported', async () => {
  const { open, reports, stop } = page()
  const leave = open('list')
  await vi.advanceTimersByTimeAsync(3_000)
  leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reports).toEqual([])
  stop()
})

it('retrying asks again for what is slow, and for nothing else', async () => {
  const { client, open, reports, asked, answer, stop } = page()
  open('list')
  open('fast')
  await vi.advanceTimersByTimeAsync(1)
  answer('fast')
  await vi.advanceTimersByTimeAsync(6_000)
  void retrySlowQueries(client, new Set(reports.at(-1)))
  await vi.advanceTimersByTimeAsync(0)
  expect([asked('list'), asked('fast')]).toEqual([2, 1])
  // The note goes, and returns if this takes as long.
  expect(reports.at(-1)).toEqual([])
  await vi.advanceTimersByTimeAsync(6_000)
  expect(reports.at(-1)).toEqual(['["list"]'])
  answer('list')
  await vi.advanceTimersByTimeAsync(0)
  expect(client.getQueryData(['list'])).toBe('list')
  stop()
})
