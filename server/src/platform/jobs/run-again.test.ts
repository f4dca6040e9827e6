import { expect, it } from 'vitest'
import { runAgain } from './run-again.ts'

it('starts another runner while what the one before has begun goes on, and waits for both to stop', async () => {
  const started: { end: () => void; done: () => void; isAsked: boolean }[] = []
  const errors: unknown[] = []
  const runner = await runAgain(
    async () => {
      const [ended, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const one = { end: ended.resolve, done: done.resolve, isAsked: false }
      started.push(one)
      return {
        ended: ended.promise,
        stop() {
          one.isAsked = true
          return done.promise
        },
      }
    },
    { onEnded: () => undefined, onError: (error) => void errors.push(error), pauseMs: 1 },
  )
  started[0]?.end()
  await expect.poll(() => started.length).toBe(2)
  expect(started.map(({ isAsked }) => isAsked)).toEqual([true, false])
  let isStopped = false
  const stopped = runner.stop().then(() => (isStopped = true))
  await expect.poll(() => started[1]?.isAsked).toBe(true)
  started[1]?.done()
  started[1]?.end()
  await new Promise((resolve) => setImmediate(resolve))
  expect(isStopped).toBe(false)
  started[0]?.done()
  await stopped
  expect([started.length, errors]).toEqual([2, []])
})
