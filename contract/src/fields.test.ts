import { describe, expect, it } from 'vitest'
import { deviceOf } from './device.ts'
import {
  amount,
  angelId,
  country,
  emailField,
  filledIn,
  line,
  partnerId,
  password,
  time,
  trackerId,
  wireGender,
} from './fields.ts'
import { searchFilters } from './http/filters.ts'
import { decodeRed, encodeRed, safeTarget } from './red.ts'

/** What a field makes of a value; `refused` when it takes it not. */
const made = (schema: { safeParse(value: unknown): { success: boolean; data?: unknown } }, value: unknown) => {
  const { success, data } = schema.safeParse(value)
  return success ? data : 'refused'
}

it.each([
  ['uomo', 'uomo'],
  ['donna', 'donna'],
  [2, 'uomo'],
  ['2', 'uomo'],
  [1, 'donna'],
  ['1', 'donna'],
  [0, 'refused'],
  ['3', 'refused'],
])('a gender sent as %j is %s', (value, gender) => expect(made(wireGender, value)).toBe(gender))

it.each([
  [' a b@c.it\t', 'ab@c.it'],
  ['a\u0000@b.it', 'refused'],
  ['x'.repeat(400), 'x'.repeat(400)],
  ['x'.repeat(401), 'refused'],
])('an email sent as %j is %s', (value, email) => expect(made(emailField, value)).toBe(email))

it.each([
  [trackerId, 'x'.repeat(64), true],
  [trackerId, 'x'.repeat(65), false],
  [trackerId, '', false],
  [trackerId, 'a b', false],
  [country, 'it', true],
  [country, 'ITA', false],
  [partnerId, '000000', true],
  [partnerId, '222222', false],
  [partnerId, 'admin', true],
  [angelId, 'admin', false],
  [amount, '0.50', true],
  [amount, '.50', false],
  [amount, '1.5', false],
  [amount, '-1.50', false],
  [amount, '1234567890.00', false],
  [time, '2026-01-01T00:00:00.000Z', true],
  [time, '2026-01-01T00:00:00Z', false],
  [line(3), 'abc', true],
  [line(3), 'abcd', false],
  [line(3), ' \u200b', false],
  [line(3), 'a\nb', false],
  [line(9), 'a\u202eb', false],
  [line(9), 'a\ud800', false],
  [line(9), 'a\tb', false],
  [password, 'x'.repeat(1024), true],
  [password, 'x'.repeat(1025), false],
  [password, 'a\u0000', false],
] as const)('takes what it is made for: %#, %j, %s', (schema, value, takes) =>
  expect(schema.safeParse(value).success).toBe(takes),
)

it('one member is one id, one country one code, and a field left out is an empty one', () => {
  const id = '019A0000-0000-7000-8000-00000000000A'
  expect([made(angelId, id), made(partnerId, id)]).toEqual([id.toLowerCase(), id.toLowerCase()])
  expect(made(country, 'es')).toBe('ES')
  expect([undefined, null, ''].map((value) => made(filledIn(emailField), value))).toEqual(['', '', ''])
})

describe('filters', () => {
  it.each([
    [{ age: { from: 18, to: 98 } }, true],
    [{ age: { from: 40, to: 40 } }, true],
    [{ age: { from: 41, to: 40 } }, false],
    [{ age: { from: 17, to: 98 } }, false],
    [{ age: { from: 18, to: 99 } }, false],
    [{ height: { from: 170, to: 170 } }, true],
    [{ online: true }, true],
    [{ online: false }, false],
    [{ intents: [] }, false],
  ])('%j: %s', (filters, takes) => expect(searchFilters.safeParse(filters).success).toBe(takes))
})

describe('a target of a link', () => {
  const path = (length: number) => `/${'x'.repeat(length - 1)}`
  const encoded = (times: number) => {
    let part = '%'
    for (let n = 0; n < times; n += 1) part = encodeURIComponent(part)
    return `/a${part}`
  }

  it('has so many characters and no more', () => {
    expect(safeTarget(path(1024))).toBe(path(1024))
    expect(safeTarget(path(1025))).toBeUndefined()
    expect(decodeRed(encodeRed(path(1024)))).toEqual({ target: path(1024) })
    expect(decodeRed('x'.repeat(1372))).not.toEqual({ fault: 'too long' })
    expect(decodeRed('x'.repeat(1373))).toEqual({ fault: 'too long' })
  })

  it('may hold what is encoded twice, and nothing that is encoded more often', () => {
    expect(safeTarget('/a%2520b')).toBe('/a%2520b')
    expect(safeTarget('/a%252520b')).toBeUndefined()
    expect(safeTarget(encoded(5))).toBeUndefined()
  })
})

it.each([
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Version/17.0 Safari/604.1', ['Safari', 'iPad', false]],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) CriOS/120.0 Safari/604.1', ['Chrome', 'iPhone', true]],
  [
    'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/23.0 Chrome/115.0 Mobile Safari/537.36',
    ['Samsung Internet', 'Android', true],
  ],
  ['Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Safari/537.36', ['Chrome', 'Android', false]],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/120.0 Safari/537.36 Edg/120.0', ['Edge', 'Windows', false]],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/120.0 Safari/537.36 OPR/106.0', ['Opera', 'Windows', false]],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:120.0) Gecko/20100101 Firefox/120.0', ['Firefox', 'macOS', false]],
  ['Mozilla/5.0 (X11; CrOS x86_64) Chrome/120.0 Safari/537.36', ['Chrome', 'ChromeOS', false]],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0', ['Firefox', 'Linux', false]],
  ['Mozilla/5.0 (Mobile; rv:48.0) Gecko/48.0 Firefox/48.0', ['Firefox', undefined, true]],
  ['curl/8.0', [undefined, undefined, false]],
])('%s is known by name', (agent, [browser, system, phone]) =>
  expect(deviceOf(agent)).toEqual({ browser, system, phone }),
)
