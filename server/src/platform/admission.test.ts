import { expect, it } from 'vitest'
import { createAdmission } from './admission.ts'

/** Work that stays pending until the test releases it. */
function held() {
  let end: (failed?: boolean) => void = () => undefined
  const done = new Promise<string>((resolve, reject) => {
    end = (failed = false) => (failed ? reject(new Error('failed')) : resolve('done'))
  })
  return { work: () => done, end: (failed?: boolean) => end(failed) }
}

it('admits up to the limit, from half of it on one piece per key, and admits again when work finishes', async () => {
  const { run } = createAdmission({ all: 4, perKey: 3 })
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
  const { run } = createAdmission({ all: 100, perKey: 2 })
  expect([1, 2, 3].map(() => run('a', held().work) !== undefined)).toEqual([true, true, false])
  expect(run('b', held().work)).toBeDefined()
})
