import { expect, it, onTestFinished, vi } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** Work that stays pending until the test releases it. */
function held() {
  let end: (failed?: boolean) => void = () => undefined
  const done = new Promise<string>((resolve, reject) => {
    end = (failed = false) => (failed ? reject(new Error('failed')) : resolve('done'))
  })
  return { work: () => done, end: (failed?: boolean) => end(failed) }
}

it('admits up to the limit, from half of it on one piece per key, and admits again when work finishes', async () => {
  const { run } = createConcurrencyLimit({ all: 4, perKey: 3 })
  const works = Array.from({ length: 4 }, held)
  const [one, two, three, four] = works.map(({ work }, n) => run(['a', 'a', 'b', 'c'][n] ?? '', work))
  expect([one, two, three, four].every((taken) => taken !== undefined)).toBe(true)
  expect(run('d', works[0]?.work ?? (() => Promise.resolve('')))).toBeUndefined()
  works[3]?.end(true)
  await expect(four).rejects.toThrow('failed')
  expect(run('a', held().work)).toBeUndefined()
  expect(run('d', held().work)).toBeDefined()
  works[0]?.end()
  works[1]?.end()
  expect(await Promise.all([one, two])).toEqual(['done', 'done'])
  // Two of four are running, and one of them belongs to b: b has reached its share.
  expect(run('b', held().work)).toBeUndefined()
  expect(run('a', held().work)).toBeDefined()
})

it('limits each key to its share, even when little else is running', () => {
  const { run } = createConcurrencyLimit({ all: 100, perKey: 2 })
  expect([1, 2, 3].map(() => run('a', held().work) !== undefined)).toEqual([true, true, false])
  expect(run('b', held().work)).toBeDefined()
})

it('admits as much as finished within the last complete interval, and shares that alike', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.advanceTimersByTime(1000)
  const { run } = createConcurrencyLimit({ all: 4, perKey: 3, pendingMs: 100 })
  /** Starts work with keys of its own until no more is admitted. */
  const fill = (name: string) => {
    const works: ReturnType<typeof held>[] = []
    for (let one = held(); run(`${name}${works.length}`, one.work); one = held()) works.push(one)
    return works
  }
  const finish = async (works: readonly ReturnType<typeof held>[]) => {
    for (const { end } of works) end()
    await Promise.resolve()
  }
  for (const name of ['first', 'second']) {
    const works = fill(name)
    expect(works).toHaveLength(4)
    await finish(works)
  }
  const running = fill('running')
  expect(running).toHaveLength(4)
  vi.advanceTimersByTime(99)
  expect(run('late', held().work)).toBeUndefined()
  vi.advanceTimersByTime(1)
  // Eight finished: eight may run, and from four on, only one per key.
  const [one, two] = [held(), held()]
  expect(run('running0', one.work)).toBeUndefined()
  expect(fill('more')).toHaveLength(4)
  await finish(running)
  expect(run('a', one.work)).toBeDefined()
  expect(run('a', two.work)).toBeUndefined()
  // After an interval without any, the fixed limit counts again.
  vi.advanceTimersByTime(200)
  expect(run('b', two.work)).toBeUndefined()
})
