import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDraftKeeper } from './draft-keeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A draft whose requests are answered when the test says so. */
function draft() {
  const sent: string[] = []
  const answers: ((isStored: boolean) => void)[] = []
  const unsaved = new Set<object>()
  const keeper = createDraftKeeper((text) => {
    sent.push(text)
    return new Promise((resolve) => answers.push(resolve))
  }, unsaved)
  const answer = async (isStored: boolean) => {
    answers.shift()?.(isStored)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { keeper, sent, answer, isUnsaved: () => unsaved.size > 0 }
}

it('is stored shortly after the last letter, once', async () => {
  const { keeper, sent, answer, isUnsaved } = draft()
  for (const text of ['C', 'Ci', 'Cia', 'Ciao']) {
    keeper.later(text)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect([sent, isUnsaved()]).toEqual([[], true])
  await vi.advanceTimersByTimeAsync(200)
  expect(sent).toEqual(['Ciao'])
  await answer(true)
  expect(isUnsaved()).toBe(false)
  keeper.save()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual(['Ciao'])
})

it('is unsaved while newer letters wait, whatever becomes of the older ones', async () => {
  for (const isStored of [true, false]) {
    const { keeper, sent, answer, isUnsaved } = draft()
    keeper.later('Ciao')
    keeper.save()
    keeper.later('Ciao, come stai?')
    await answer(isStored)
    expect(isUnsaved()).toBe(true)
    await vi.advanceTimersByTimeAsync(1_200)
    expect(sent).toEqual(['Ciao', 'Ciao, come stai?'])
    await answer(true)
    expect(isUnsaved()).toBe(false)
  }
})

it('is unsaved while the server has not stored it, and is sent again until it has', async () => {
  const { keeper, sent, answer, isUnsaved } = draft()
  keeper.later('Ciao')
  keeper.save()
  expect(isUnsaved()).toBe(true)
  await answer(false)
  expect(isUnsaved()).toBe(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toEqual(['Ciao', 'Ciao'])
  await answer(true)
  expect(isUnsaved()).toBe(false)
})

it('is emptied at once after the message was sent', async () => {
  const { keeper, sent } = draft()
  keeper.later('Ciao')
  keeper.later('')
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([''])
})

it('is sent when the page is left before its time', () => {
  const { keeper, sent } = draft()
  keeper.save()
  keeper.later('Ciao')
  keeper.save()
  expect(sent).toEqual(['Ciao'])
})

it('waits for an older text that is on its way, so that an empty one is the last', async () => {
  const { keeper, sent, answer, isUnsaved } = draft()
  keeper.later('Ciao')
  await vi.advanceTimersByTimeAsync(1_200)
  keeper.later('')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sent).toEqual(['Ciao'])
  await answer(true)
  expect([sent, isUnsaved()]).toEqual([['Ciao', ''], true])
  await answer(true)
  expect(isUnsaved()).toBe(false)
})

it('does not wait as the page is left', async () => {
  const { keeper, sent } = draft()
  keeper.later('Ciao')
  keeper.save()
  keeper.later('Ciao!')
  keeper.save(true)
  keeper.save(true)
  expect(sent).toEqual(['Ciao', 'Ciao!'])
})
