import { expect, it } from 'vitest'
import { createLimit } from './limits.ts'

/** Work that ends on request. */
function stage() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name)
        ends.set(name, () => resolve(name))
      }),
    async end(name: string) {
      ends.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

it('runs one piece of work for each, and lets everybody take turns', async () => {
  const limited = createLimit(2)
  const { begun, work, end } = stage()
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => limited(name[0]!, work(name)))
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  // `c` came after `a` and `b`, but has had nothing yet.
  expect(begun.slice(2)).toEqual(['c1'])
  await end('b1')
  expect(begun.slice(3)).toEqual(['a2'])
  await end('a2')
  expect(begun.slice(4)).toEqual(['b2'])
  await end('c1')
  expect(begun.slice(5)).toEqual(['a3'])
  for (const name of ['b2', 'a3']) await end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
})

it('goes on after work that fails', async () => {
  const limited = createLimit(1)
  await expect(limited('a', async () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
  expect(await limited('a', async () => 'next')).toBe('next')
})
