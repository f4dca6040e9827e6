import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandOf } from './card-brand.ts'
import { caretAfter, digitsOf, groupNumber, isPlainlyWrong, numberFault } from './card-number.ts'
import { expiryFault, formatExpiry, fullYear, partsOf } from './expiry.ts'
import { passesLuhn } from './luhn.ts'
import { readToFrame } from './protocol.ts'
import { codeFault, formatCode } from './security-code.ts'

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''))
const withCheckDigit = (body: string) => body + [...'0123456789'].find((digit) => passesLuhn(body + digit))!

test('exactly one check digit is valid, and a single wrong digit is detected', () => {
  fc.assert(
    fc.property(digits(12, 18), fc.nat(), fc.integer({ min: 1, max: 9 }), (body, at, shift) => {
      expect([...'0123456789'].filter((digit) => passesLuhn(body + digit))).toHaveLength(1)
      const number = withCheckDigit(body)
      const place = at % number.length
      const wrong = number.slice(0, place) + String((Number(number[place]) + shift) % 10) + number.slice(place + 1)
      expect(passesLuhn(wrong)).toBe(false)
    }),
  )
  expect(passesLuhn('')).toBe(false)
})

test('groups numbers by four, keeps their digits, and is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const grouped = groupNumber(text)
      expect(digitsOf(grouped)).toBe(digitsOf(text).slice(0, 19))
      expect(groupNumber(grouped)).toBe(grouped)
      for (const group of grouped.split(' ').slice(0, -1)) expect(group).toHaveLength(4)
    }),
  )
  expect(groupNumber('4111-1111 11111111')).toBe('4111 1111 1111 1111')
})

test('the caret stays behind the same digit', () => {
  fc.assert(
    fc.property(digits(0, 19), fc.nat(19), (text, before) => {
      const grouped = groupNumber(text)
      const count = Math.min(before, text.length)
      expect(digitsOf(grouped.slice(0, caretAfter(grouped, count)))).toHaveLength(count)
    }),
  )
})

test('a number is incomplete below 16 characters, then valid or invalid', () => {
  expect(numberFault('4111 1111 1111')).toBe('numberIncomplete')
  expect(numberFault('4111 1111 1111 1111')).toBeNull()
  expect(numberFault('378282246310005')).toBeNull()
  expect(numberFault('4111 1111 1111 1112')).toBe('numberInvalid')
  expect(isPlainlyWrong('4111 1111 1111 1112')).toBe(true)
  expect(isPlainlyWrong('4111 1111 1111 11')).toBe(false)
  // Thirteen digits are sixteen characters; a number of fifteen may go on.
  expect(numberFault('4222222222222')).toBeNull()
  expect(numberFault('422222222222')).toBe('numberIncomplete')
  expect(isPlainlyWrong('378282246310006')).toBe(false)
  expect(isPlainlyWrong('4111 1111 1111 1111')).toBe(false)
  expect(groupNumber('1'.repeat(20))).toBe('1111 1111 1111 1111 111')
  expect([0, 1, 4, 5, 8, 9].map((before) => caretAfter('1234 5678', before))).toEqual([0, 1, 4, 6, 9, 9])
})

test.each([
  ['4', 'visa'],
  ['51', 'mastercard'],
  ['2221', 'mastercard'],
  ['2720', 'mastercard'],
  ['2721', null],
  ['2220', null],
  ['34', 'amex'],
  ['37', 'amex'],
  ['300', 'diners'],
  ['36', 'diners'],
  ['6011', 'discover'],
  ['65', 'discover'],
  ['644', 'discover'],
  ['3528', 'jcb'],
  ['3589', 'jcb'],
  ['3527', null],
  ['9', null],
  ['', null],
])('%s is %s', (typed, brand) => expect(brandOf(typed)).toBe(brand))

test('formats an expiry date while it is typed', () => {
  for (const [typed, shown] of [
    ['1', '1'],
    ['12', '12/'],
    ['3', '03/'],
    ['1/', '01/'],
    ['0330', '03/30'],
    ['03/2030', '03/30'],
    ['3/30', '03/30'],
    ['03 / 30', '03/30'],
    ['12/203', '12/3'],
    ['/2', '02/'],
    ['ab', ''],
  ]) {
    expect(formatExpiry(typed!)).toBe(shown)
  }
  expect(formatExpiry('12', '12/')).toBe('1')
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), (text) => {
      const shown = formatExpiry(text)
      expect(shown).toMatch(/^(\d?|\d\d\/\d{0,2})$/)
      expect(formatExpiry(shown)).toBe(shown)
    }),
  )
})

test('an expiry date is valid until the end of its month', () => {
  const now = new Date(2026, 10, 21)
  expect(expiryFault('11/26', now)).toBeNull()
  expect(expiryFault('10/26', now)).toBe('expiryPast')
  expect(expiryFault('12/25', now)).toBe('expiryPast')
  expect(expiryFault('13/30', now)).toBe('expiryInvalid')
  expect(expiryFault('00/30', now)).toBe('expiryInvalid')
  expect(expiryFault('1', now)).toBe('expiryIncomplete')
  expect(expiryFault('01/80', now)).toBe('expiryPast')
  expect(partsOf('03/30', now)).toEqual({ month: 3, year: 2030 })
  expect(['01/27', '12/26', '12/46', '01/47', '01/30'].map((text) => expiryFault(text, now))).toEqual([
    null,
    null,
    null,
    'expiryPast',
    null,
  ])
  expect(expiryFault('12/26', new Date(2026, 11, 31))).toBeNull()
  expect(expiryFault('12/26', new Date(2027, 0, 1))).toBe('expiryPast')
})

test('a two-digit year is within 20 years ahead and 80 back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1990, max: 2120 }), (year, thisYear) => {
      const full = fullYear(year, new Date(thisYear, 5, 1))
      expect(full % 100).toBe(year)
      expect(full).toBeLessThanOrEqual(thisYear + 20)
      expect(full).toBeGreaterThanOrEqual(thisYear - 80)
    }),
  )
  const in2090 = new Date(2090, 5, 1)
  expect([10, 11, 9, 0].map((year) => fullYear(year, in2090))).toEqual([2110, 2011, 2109, 2100])
  const in2026 = new Date(2026, 5, 1)
  expect([46, 47, 0, 99].map((year) => fullYear(year, in2026))).toEqual([2046, 1947, 2000, 1999])
})

test('a security code has three digits, or four for American Express', () => {
  for (const brand of ['visa', 'mastercard', null] as const) {
    expect(formatCode('12a345', brand)).toBe('123')
    expect(codeFault('12', brand)).toBe('codeIncomplete')
    expect(codeFault('123', brand)).toBeNull()
    expect(codeFault('1234', brand)).toBe('codeIncomplete')
  }
  expect(formatCode('12a345', 'amex')).toBe('1234')
  expect(codeFault('123', 'amex')).toBe('codeIncompleteAmex')
  expect(codeFault('1234', 'amex')).toBeNull()
})

test('reads only messages of the protocol', () => {
  expect(readToFrame({ type: 'submit', id: 'a', more: 1 })).toEqual({ type: 'submit', id: 'a' })
  for (const type of ['focus', 'clear-cvv', 'report']) expect(readToFrame({ type, more: 1 })).toEqual({ type })
  for (const other of [null, 'submit', { type: 'submit' }, { type: 'read-number' }, {}])
    expect(readToFrame(other)).toBeNull()
})
