import { expect, it } from 'vitest'
import { choiceCookies, cookieChoice, type Purpose } from './cookie-choice.ts'

const choose = (fields: Record<string, string>, asked?: readonly Purpose[]) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return cookieChoice(form, asked)
}
const no = { analytics: false, remarketing: false }

it.each([
  ['necessary', no],
  ['analytics', { ...no, analytics: true }],
  ['remarketing', { ...no, remarketing: true }],
  ['all', { analytics: true, remarketing: true }],
  ['chosen', { ...no, remarketing: true }],
])('%s', (cookiePolicy, choice) =>
  expect(choose({ cookiePolicy, remarketing: 'true', analytics: 'x' })).toEqual(choice),
)

it('anything else is not a choice', () =>
  expect([choose({}), choose({ cookiePolicy: 'true' })]).toEqual([undefined, undefined]))

it('a purpose that the brand does not ask for cannot be allowed', () => {
  expect(choose({ cookiePolicy: 'all' }, ['analytics'])).toEqual({ ...no, analytics: true })
  expect(choose({ cookiePolicy: 'chosen', remarketing: 'true' }, ['analytics'])).toEqual(no)
  expect(choose({ cookiePolicy: 'all' }, [])).toEqual(no)
})

it('a choice is stored with its text, language and time, unreadable for scripts', () => {
  const kept = choiceCookies(
    { analytics: true, remarketing: false },
    { version: '0123456789ab', locale: 'fr', days: 180, secure: true, at: new Date('2026-05-06T07:08:09.900Z') },
  )
  expect(kept.map((cookie) => cookie.split(';')[0])).toEqual([
    'cookiePolicy=true',
    'cookieChoice=0123456789ab.fr.1778051289',
    'analytics=true',
    'remarketing=false',
  ])
  for (const cookie of kept) expect(cookie).toMatch(/; Max-Age=15552000; SameSite=Lax; HttpOnly; Secure$/)
})
