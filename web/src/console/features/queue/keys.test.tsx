import { expect, it } from 'vitest'
import { verdicts } from './queue-texts.ts'

/** What goes on or back on the page of the queue, and everywhere; numbers are the grounds of a refusal. */
const others = ['n', 'p', 'j', 'e', 'o', 'z', 'v', 'g', '?', '/', '1', '2', '3', '4', '5', '6', '7', '8', '9']

it('no key that decides a case does something else on the page', () => {
  expect(verdicts.filter(({ key }) => others.includes(key))).toEqual([])
})
