import { expect, it } from 'vitest'
import { concurrently } from './concurrently.ts'

it.each([1, 2, 5])('works on at most %i items at once, each once and in order', async (concurrency) => {
  const begun: string[] = []
  let [running, most] = [0, 0]
  await concurrently(['a', 'b', 'c'], concurrency, async (item) => {
    begun.push(item)
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  })
  expect([begun, most]).toEqual([['a', 'b', 'c'], Math.min(concurrency, 3)])
})

it('begins no further item after an error, which it throws', async () => {
  const begun: string[] = []
  const work = concurrently(['a', 'b', 'c'], 1, async (item) => {
    begun.push(item)
    if (item === 'b') throw new Error('no b')
  })
  await expect(work).rejects.toThrow('no b')
  expect(begun).toEqual(['a', 'b'])
})
