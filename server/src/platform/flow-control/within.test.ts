import { expect, it } from 'vitest'
import { within } from './within.ts'

/** What happened, in order. */
const outcomeOf = async (timeoutMs: number, work: Promise<unknown> | undefined): Promise<string[]> => {
  const events: string[] = []
  await within(timeoutMs, work, () => void events.push('late'))
  return [...events, 'over']
}

it('waits for work that ends in time, and leaves work that does not, which it reports', async () => {
  expect(await outcomeOf(10_000, Promise.resolve())).toEqual(['over'])
  expect(await outcomeOf(10_000, undefined)).toEqual(['over'])
  expect(await outcomeOf(1, new Promise(() => undefined))).toEqual(['late', 'over'])
  await expect(outcomeOf(10_000, Promise.reject(new Error('mine')))).rejects.toThrow('mine')
})
