import { expect, it } from 'vitest'
import type { Site } from '#platform/caller.ts'
import { attemptCookie, newcomerCookie } from './cookies.ts'
import { sealedCookie } from './sealed-cookie.ts'

const keys = [Buffer.alloc(32, 1)] as const
const at = new Date('2026-11-01T10:00:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)
const lifeMs = 10 * 60_000
const site: Site = { brandId: 'local', poolId: 'local', host: 'localhost', origin: 'https://localhost' }

type Cookie = Pick<ReturnType<typeof sealedCookie<{ word: string }>>, 'keep' | 'read'>
const cookieOf = (name: `__Host-${string}`): Cookie => sealedCookie<{ word: string }>(keys, name, lifeMs)
/** The cookies set by a response, by name, with attributes. */
function kept(cookie: Cookie) {
  const set: Record<string, { value: string; options: object }> = {}
  const reply = { setCookie: (name: string, value: string, options: object) => (set[name] = { value, options }) }
  cookie.keep({ reply: reply as never, site }, { word: 'hello' }, at)
  return set
}
const read = (cookie: Cookie, cookies: Record<string, string>, { where = site, when = at } = {}) =>
  cookie.read({ request: { cookies } as never, site: where }, when)?.word

it('is valid on its own host and until just before its expiry', () => {
  const cookie = cookieOf('__Host-one')
  const value = kept(cookie)['__Host-one']?.value ?? ''
  const mine = (options: Parameters<typeof read>[2] = {}) => read(cookie, { '__Host-one': value }, options)
  expect(mine()).toBe('hello')
  expect([mine({ when: later(lifeMs - 1) }), mine({ when: later(lifeMs) })]).toEqual(['hello', undefined])
  // The clock of another server may be off by a minute, not more.
  expect([mine({ when: later(-60_000) }), mine({ when: later(-60_001) })]).toEqual(['hello', undefined])
  for (const other of [{ brandId: 'battito' }, { origin: 'https://www.localhost' }, { origin: 'http://localhost' }])
    expect(mine({ where: { ...site, ...other } })).toBeUndefined()
  expect(read(cookie, {})).toBeUndefined()
  // The last character may contain unused bits.
  const changed = value.replace(/.(?=.{9}$)/, (one) => (one === 'A' ? 'B' : 'A'))
  expect(read(cookie, { '__Host-one': changed })).toBeUndefined()
})

it('is never accepted in place of another one sealed under the same keys', () => {
  const value = kept(cookieOf('__Host-one'))['__Host-one']?.value ?? ''
  expect(read(cookieOf('__Host-two'), { '__Host-two': value })).toBeUndefined()
})

it('lasts ten minutes for a sign-in in progress, half an hour for a new visitor', () => {
  const ages = [attemptCookie(keys), newcomerCookie(keys)].map((cookie) => kept(cookie as never))
  expect(ages).toEqual([
    { '__Host-google': { value: expect.any(String), options: expect.objectContaining({ maxAge: 600 }) } },
    { '__Host-google-newcomer': { value: expect.any(String), options: expect.objectContaining({ maxAge: 1800 }) } },
  ])
  for (const [{ options } = { options: {} }] of ages.map((set) => Object.values(set)))
    expect(options).toMatchObject({ path: '/', httpOnly: true, secure: true, sameSite: 'lax' })
})
