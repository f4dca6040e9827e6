import { expect, it } from 'vitest'
import { type Sweep, sweepDue } from './sweep.ts'

/** Works on the numbers from 1 to `count`, and returns what was asked for and done. */
async function due(count: number, options: Partial<Sweep<number, number>> = {}) {
  const [asked, done, failed]: [unknown[], number[], unknown[]] = [[], [], []]
  let [running, most] = [0, 0]
  await sweepDue<number, number>({
    start: 0,
    rowsAfter: async (last, size) => {
      asked.push([last, size])
      return Array.from({ length: count }, (_, at) => at + 1).filter((n) => n > last && n <= last + size)
    },
    work: async (row) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      if (row === 2) throw new Error('two')
      done.push(row)
    },
    onError: (error, row) => failed.push([String(error), row]),
    size: 3,
    concurrency: 2,
    until: Infinity,
    ...options,
  })
  return { asked, done, failed, most }
}

it.each([
  [0, [[0, 3]]],
  [2, [[0, 3]]],
  // A full batch may be followed by more.
  [
    3,
    [
      [0, 3],
      [3, 3],
    ],
  ],
  [
    7,
    [
      [0, 3],
      [3, 3],
      [6, 3],
    ],
  ],
])('%i rows are read in these batches: %j', async (count, asked) => {
  const result = await due(count)
  expect(result.asked).toEqual(asked)
  expect(result.done).toEqual(Array.from({ length: count }, (_, at) => at + 1).filter((n) => n !== 2))
  expect(result.failed).toEqual(count >= 2 ? [['Error: two', 2]] : [])
  expect(result.most).toBe(Math.min(count, 2))
})

it('rows of one key are worked on one after the other', async () => {
  const result = await due(3, { keyOf: () => 'all' })
  expect([result.done, result.most]).toEqual([[1, 3], 1])
  expect((await due(3, { keyOf: String })).most).toBe(2)
})

it('reads no further batch when its time is over', async () => {
  const result = await due(7, { until: 0 })
  expect([result.asked, result.done]).toEqual([[[0, 3]], [1, 3]])
})
