import { expect, it } from 'vitest'
import { createKeyedQueue } from './keyed-queue.ts'

it('runs the work of one key in order, also after a failure, without blocking other keys', async () => {
  const inTurn = createKeyedQueue()
  const seen: string[] = []
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const work =
    (name: string, until?: Promise<void>, fails = false) =>
    async (): Promise<string> => {
      seen.push(`${name} begins`)
      await until
      seen.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    }
  const first = inTurn('a', work('first', held, true))
  const second = inTurn('a', work('second'))
  const other = inTurn('b', work('other'))
  expect(await other).toBe('other')
  expect(seen).toEqual(['first begins', 'other begins', 'other ends'])
  release()
  await expect(first).rejects.toThrow('first')
  expect(await second).toBe('second')
  expect(seen.slice(3)).toEqual(['first ends', 'second begins', 'second ends'])
})
