import { expect, it, onTestFinished, vi } from 'vitest'
import { createBatches } from './batches.ts'

/** A store whose batches stay pending until the test completes them. */
function held(options: { most?: number; everyMs?: readonly [number, number]; concurrency?: number } = {}) {
  const batches: {
    items: readonly string[]
    end: (results?: readonly (string | Promise<string>)[]) => void
    fail: () => void
  }[] = []
  let announce: () => void = () => undefined
  const add = createBatches<string, string>({
    ...options,
    keysOf: (item) => item.split('.')[0]!.split('-'),
    groupOf: (item) => item.split('/')[1] ?? item,
    run: (items) =>
      new Promise((resolve, reject) => {
        batches.push({
          items,
          end: (results = items.map((item) => `${item} done`)) => resolve(results),
          fail: () => reject(new Error('failed')),
        })
        announce()
      }),
  })
  const left = async (count: number): Promise<void> => {
    while (batches.length < count) await new Promise<void>((resolve) => (announce = resolve))
  }
  return { add, batches, left }
}
/** One turn of the event loop: long enough for everything that may leave immediately. */
const turn = async (): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve))
}

it('sends what is waiting together, and later arrivals afterwards, in order', async () => {
  const { add, batches, left } = held({ everyMs: [0, 0], concurrency: 1 })
  const first = ['a', 'b', 'c'].map(add)
  await left(1)
  const later = ['d', 'e'].map(add)
  await turn()
  expect(batches.map(({ items }) => items)).toEqual([['a', 'b', 'c']])
  batches[0]?.end()
  expect(await Promise.all(first)).toEqual(['a done', 'b done', 'c done'])
  await left(2)
  expect(batches[1]?.items).toEqual(['d', 'e'])
  batches[1]?.end()
  await Promise.all(later)
})

it('never runs two items of one key concurrently, keeps their order, and lets others overtake', async () => {
  const { add, batches, left } = held({ everyMs: [0, 0] })
  const all = ['a-b.1', 'a-c.2', 'd.3', 'c.4'].map(add)
  await left(1)
  // The fourth waits for the second, which waits for the first.
  expect(batches[0]?.items).toEqual(['a-b.1', 'd.3'])
  let release: (result: string) => void = () => undefined
  batches[0]?.end([new Promise<string>((resolve) => (release = resolve)), 'd done'])
  expect(await all[2]).toBe('d done')
  await turn()
  // The first batch is still running.
  expect(batches).toHaveLength(1)
  release('alone')
  expect(await all[0]).toBe('alone')
  await left(2)
  expect(batches[1]?.items).toEqual(['a-c.2'])
  batches[1]?.end()
  await left(3)
  expect(batches[2]?.items).toEqual(['c.4'])
  batches[2]?.end()
  await Promise.all(all)
})

it('runs a limited number of batches concurrently, and goes on after one fails', async () => {
  const { add, batches, left } = held({ most: 2, everyMs: [0, 0], concurrency: 1 })
  const all = ['a', 'b', 'c'].map((item) => add(item).catch((error: Error) => error.message))
  await left(1)
  expect(batches[0]?.items).toEqual(['a', 'b'])
  batches[0]?.fail()
  await left(2)
  batches[1]?.end()
  expect(await Promise.all(all)).toEqual(['failed', 'failed', 'c done'])
})

it('lets items of one group share a batch, never two concurrent batches, in the order of the calls', async () => {
  const { add, batches, left } = held({ everyMs: [0, 0] })
  const all = ['a.1/g', 'b.2/g', 'c.3/h', 'b.4/g', 'd.5/g', 'b.6/i'].map(add)
  await left(1)
  // The fourth has the key of the second; the fifth comes after it in its group, the sixth by its key.
  expect(batches[0]?.items).toEqual(['a.1/g', 'b.2/g', 'c.3/h'])
  let release: (result: string) => void = () => undefined
  batches[0]?.end(['a done', new Promise<string>((resolve) => (release = resolve)), 'c done'])
  expect(await all[0]).toBe('a done')
  await turn()
  expect(batches).toHaveLength(1)
  release('alone')
  expect(await all[1]).toBe('alone')
  await left(2)
  expect(batches[1]?.items).toEqual(['b.4/g', 'd.5/g'])
  batches[1]?.end()
  await left(3)
  expect(batches[2]?.items).toEqual(['b.6/i'])
  batches[2]?.end()
  await Promise.all(all)
})

it.each([
  [1, 40],
  [2, 44],
  [16, 100],
  [20, 100],
])('spaces batches by the interval, after one of %i by %i ms', async (size, ms) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { add, batches, left } = held({ everyMs: [40, 100] })
  for (let n = 0; n < size; n += 1) void add(`first${n}`)
  await left(1)
  expect(batches[0]?.items).toHaveLength(size)
  void add('b')
  void add('c')
  await turn()
  vi.advanceTimersByTime(ms - 1)
  await turn()
  expect(batches).toHaveLength(1)
  vi.advanceTimersByTime(1)
  await left(2)
  expect(batches[1]?.items).toEqual(['b', 'c'])
})
