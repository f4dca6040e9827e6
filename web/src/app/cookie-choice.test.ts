import { expect, it } from 'vitest'
import { cookieChoice } from './cookie-choice.ts'

const choose = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return cookieChoice(form)
}
const no = { analytics: false, remarketing: false }

it.each([
  ['necessary', no], ['analytics', { ...no, analytics: true }], ['all', { analytics: true, remarketing: true }], ['chosen', { ...no, remarketing: true }],
])('%s', (cookiePolicy, choice) => expect(choose({ cookiePolicy, remarketing: 'true', analytics: 'x' })).toEqual(choice))

it('nothing is chosen by anything else', () => expect([choose({}), choose({ cookiePolicy: 'true' })]).toEqual([undefined, undefined]))
