import { expect, it } from 'vitest'
import { createRenderQueue } from './render-queue.ts'

const stay = () => false

it('runs a few concurrently and the others in order; beyond the queue it refuses', async () => {
  const turns = createRenderQueue({ concurrency: 2, waiting: 3 })
  const begun: number[] = []
  const finish: (() => void)[] = []
  const run = (n: number) =>
    turns.run(async () => {
      begun.push(n)
      await new Promise<void>((done) => finish.push(done))
      return n
    }, stay)
  const all = [1, 2, 3, 4, 5].map(run)
  expect(begun).toEqual([1, 2])
  await expect(run(6)).rejects.toMatchObject({ status: 503 })
  while (begun.length < 5) {
    finish.shift()?.()
    await new Promise(setImmediate)
  }
  for (const done of finish) done()
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5])
  expect(begun).toEqual([1, 2, 3, 4, 5])
})

it('skips aborted work, and goes on after a failure', async () => {
  const turns = createRenderQueue({ concurrency: 1, waiting: 5 })
  let unwanted = 0
  const results = await Promise.allSettled([
    turns.run(() => Promise.reject(new Error('broken')), stay),
    turns.run(
      async () => (unwanted += 1),
      () => true,
    ),
    turns.run(async () => 'last', stay),
  ])
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    'failed',
    undefined,
    'last',
  ])
  expect(unwanted).toBe(0)
})

it('yields to the event loop between two pieces of work, however short', async () => {
  const turns = createRenderQueue({ concurrency: 1, waiting: 100 })
  let done = 0
  const pages = Array.from({ length: 50 }, () => turns.run(async () => (done += 1), stay))
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(done).toBeLessThan(10)
  await Promise.all(pages)
})
