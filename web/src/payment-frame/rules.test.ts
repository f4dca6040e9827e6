import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandOf } from './card-brand.ts'
import { groupNumber, isPlainlyWrong, numberFault } from './card-number.ts'
import { completeExpiry, expiryFault, formatExpiry, fullYear, isExpiryWrongAlready, partsOf } from './expiry.ts'
import { passesLuhn } from './luhn.ts'
import { readToFrame } from './protocol.ts'
import { codeFault, formatCode } from './security-code.ts'
import { caretIn, digitsOf } from './typed-digits.ts'

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
      for (const isForward of [false, true])
        expect(digitsOf(grouped.slice(0, caretIn(grouped, text.length - count, isForward)))).toHaveLength(count)
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
  expect([8, 7, 4, 3, 0, 9].map((behind) => caretIn('1234 5678', behind))).toEqual([0, 1, 4, 6, 9, 9])
  // The key Delete goes past a space that came back.
  expect(caretIn('1234 5678', 4, true)).toBe(5)
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

test.each([
  ['1', '1'],
  ['12', '12/'],
  ['3', '03/'],
  ['1/', '01/'],
  ['0330', '03/30'],
  ['03/2030', '03/30'],
  ['032030', '03/30'],
  ['12030', '01/30'],
  ['2030-03', '03/30'],
  ['2030-3', '03/30'],
  ['3/30', '03/30'],
  ['03 / 30', '03/30'],
  ['12/203', '12/203'],
  ['/2', '02/'],
  ['0/', '0'],
  ['ab', ''],
  ['０３３０', '03/30'],
  ['٠٣/٣٠', '03/30'],
])('an expiry date pasted or filled in as %j is %j', (given, shown) => {
  expect(formatExpiry(given)).toBe(shown)
  expect(formatExpiry(given, '05/44')).toBe(shown)
})

test('formatting an expiry date again changes nothing', () =>
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), (text) => {
      const shown = formatExpiry(text)
      expect(shown).toMatch(/^(\d?|\d\d\/(\d{0,2}|20\d)|0\/\d+)$/)
      expect(formatExpiry(shown)).toBe(shown)
    }),
  ))

/** A field of the form, with a caret. */
interface Typed {
  readonly text: string
  readonly at: number
}
type Format = (text: string, before: string) => string
const empty: Typed = { text: '', at: 0 }
/** As the field does after an input. */
function edited(format: Format, before: string, typed: Typed, isForward = false): Typed {
  const text = format(typed.text, before)
  if (text === typed.text) return typed
  const inside = typed.at < typed.text.length
  return { text, at: inside ? caretIn(text, digitsOf(typed.text.slice(typed.at)).length, isForward) : text.length }
}
const withKey = (format: Format, { text, at }: Typed, key: string): Typed =>
  edited(format, text, { text: text.slice(0, at) + key + text.slice(at), at: at + key.length })
const withBackspace = (format: Format, { text, at }: Typed): Typed =>
  at === 0 ? { text, at } : edited(format, text, { text: text.slice(0, at - 1) + text.slice(at), at: at - 1 })
const withDelete = (format: Format, { text, at }: Typed): Typed =>
  at === text.length ? { text, at } : edited(format, text, { text: text.slice(0, at) + text.slice(at + 1), at }, true)
const typedBy = (format: Format, keys: string, from: Typed = empty): Typed =>
  [...keys].reduce((field, key) => withKey(format, field, key), from)

const separators = fc.constantFrom('/', ' ', '-', '.', ' / ', '/ ', ' - ', '')
/** An expiry date as people write it, and as the field shows it. */
const writtenDate = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 21, max: 99 }), separators, fc.boolean(), fc.boolean())
  .map(([month, year, separator, isPadded, isFull]) => ({
    // Without a separator, a month of one digit that could begin one of two needs its zero.
    written: `${isPadded || (separator === '' && month === 1) ? String(month).padStart(2, '0') : month}${separator}${isFull ? 20 : ''}${year}`,
    shown: `${String(month).padStart(2, '0')}/${year}`,
  }))

test('typing any form of an expiry date key by key gives the date', () => {
  fc.assert(
    fc.property(writtenDate, ({ written, shown }) => {
      expect(typedBy(formatExpiry, written).text).toBe(shown)
    }),
    { numRuns: 1000 },
  )
  for (const written of ['03/30', '0330', '03 30', '3/30', '03/2030', '03-30', '03.30', '03 / 30'])
    expect(typedBy(formatExpiry, written).text).toBe('03/30')
  expect(typedBy(formatExpiry, '12/2029').text).toBe('12/29')
  expect(typedBy(formatExpiry, '1/30').text).toBe('01/30')
  expect(typedBy(formatExpiry, '13/30').text).toBe('13/30')
})

test('each key deletes one character of an expiry date, and the rest can be typed again', () => {
  fc.assert(
    fc.property(writtenDate, fc.integer({ min: 0, max: 5 }), ({ written, shown }, times) => {
      let field = typedBy(formatExpiry, written)
      for (let left = 5; left > 5 - times; left -= 1) {
        expect(field.text).toBe(shown.slice(0, left))
        field = withBackspace(formatExpiry, field)
      }
      expect(typedBy(formatExpiry, shown.slice(5 - times), field).text).toBe(shown)
    }),
  )
})

test('an expiry date is corrected in the middle', () => {
  const at = (position: number): Typed => ({ text: '03/30', at: position })
  expect(typedBy(formatExpiry, '4', withBackspace(formatExpiry, at(2)))).toEqual({ text: '04/30', at: 2 })
  expect(typedBy(formatExpiry, '1', withBackspace(formatExpiry, at(1)))).toEqual({ text: '13/30', at: 1 })
  expect(typedBy(formatExpiry, '2', withBackspace(formatExpiry, at(4)))).toEqual({ text: '03/20', at: 4 })
  // The slash comes back, and the caret passes it.
  expect(withBackspace(formatExpiry, at(3))).toEqual(at(2))
  expect(withDelete(formatExpiry, at(2))).toEqual(at(3))
  const withoutMonth = withBackspace(formatExpiry, withBackspace(formatExpiry, at(2)))
  expect(withoutMonth).toEqual({ text: '/30', at: 0 })
  expect(typedBy(formatExpiry, '11', withoutMonth).text).toBe('11/30')
  // A digit too many is not taken.
  for (const position of [0, 1, 2, 3, 4, 5]) expect(withKey(formatExpiry, at(position), '7').text).toBe('03/30')
  expect(completeExpiry(withDelete(formatExpiry, at(0)).text)).toBe('03/30')
  expect(completeExpiry('/30')).toBe('/30')
})

/** Any editing: keys, both deletions, the caret anywhere. */
const edits = fc.array(
  fc.oneof(
    fc.constantFrom(...'0123456789/ -').map((key) => ({ do: 'type', key }) as const),
    fc.constantFrom({ do: 'backspace' } as const, { do: 'delete' } as const),
    fc.nat(24).map((to) => ({ do: 'move', to }) as const),
  ),
  { maxLength: 30 },
)
test.each([
  ['expiry', formatExpiry, '03/30', '03/30'],
  ['number', groupNumber, '4111 1111-1111.1111', '4111 1111 1111 1111'],
  ['code', (text: string, before: string) => formatCode(text, 'visa', before), '737', '737'],
] as const)(
  'whatever was edited before, the %s is typed over it, and no deletion gets stuck',
  (_name, format, keys, shown) =>
    fc.assert(
      fc.property(edits, (all) => {
        const end = all.reduce((field: Typed, edit) => {
          if (edit.do === 'type') return withKey(format, field, edit.key)
          if (edit.do === 'move') return { ...field, at: Math.min(edit.to, field.text.length) }
          return edit.do === 'delete' ? withDelete(format, field) : withBackspace(format, field)
        }, empty)
        // Everything is selected and replaced.
        const [first, ...rest] = keys
        expect(typedBy(format, rest.join(''), edited(format, end.text, { text: first!, at: 1 })).text).toBe(shown)
        let backwards: Typed = { ...end, at: end.text.length }
        let forwards: Typed = { ...end, at: 0 }
        for (let times = 0; times < 24; times += 1) {
          backwards = withBackspace(format, backwards)
          forwards = withDelete(format, forwards)
        }
        expect([backwards.text, forwards.text]).toEqual(['', ''])
      }),
    ),
)

test('a card number takes separators and digits of any keyboard, and keeps its caret', () => {
  for (const keys of [
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '４１１１１１１１１１１１１１１１',
  ])
    expect(typedBy(groupNumber, keys).text).toBe('4111 1111 1111 1111')
  expect(withKey(groupNumber, { text: '4111 1111', at: 2 }, '5')).toEqual({ text: '4151 1111 1', at: 3 })
  const full = groupNumber('1'.repeat(19))
  expect(withKey(groupNumber, { text: full, at: 3 }, '5').text).toBe(full)
})

test('an expiry date is valid until the end of its month', () => {
  const now = new Date(2026, 10, 21)
  expect(expiryFault('11/26', now)).toBeNull()
  expect(expiryFault('10/26', now)).toBe('expiryPast')
  expect(expiryFault('12/25', now)).toBe('expiryPast')
  expect(expiryFault('13/30', now)).toBe('expiryInvalid')
  expect(expiryFault('00/30', now)).toBe('expiryInvalid')
  expect(expiryFault('1', now)).toBe('expiryIncomplete')
  expect(expiryFault('12/203', now)).toBe('expiryIncomplete')
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

test('an expiry date is wrong at once, unless its year may go on', () => {
  const now = new Date(2026, 10, 21)
  expect(['12/25', '13/30', '00/30'].map((text) => isExpiryWrongAlready(text, now))).toEqual([true, true, true])
  expect(['12/20', '12/203', '12/2', '12/29'].map((text) => isExpiryWrongAlready(text, now))).toEqual(
    Array(4).fill(false),
  )
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
    expect(formatCode('12a345', brand)).toBe(brand ? '123' : '1234')
    expect(codeFault('12', brand)).toBe('codeIncomplete')
    expect(codeFault('123', brand)).toBeNull()
    expect(codeFault('1234', brand)).toBe('codeIncomplete')
  }
  expect(formatCode('12a345', 'amex')).toBe('1234')
  expect(codeFault('123', 'amex')).toBe('codeIncompleteAmex')
  expect(codeFault('1234', 'amex')).toBeNull()
  // Filled in before the number, the code keeps its fourth digit.
  expect(formatCode('12345', null)).toBe('1234')
  expect(formatCode('9123', 'visa', '123')).toBe('123')
  expect(formatCode('１２３', 'visa')).toBe('123')
})

test('reads only messages of the protocol', () => {
  expect(readToFrame({ type: 'submit', id: 'a', more: 1 })).toEqual({ type: 'submit', id: 'a' })
  for (const type of ['focus', 'clear-cvv', 'report']) expect(readToFrame({ type, more: 1 })).toEqual({ type })
  for (const other of [null, 'submit', { type: 'submit' }, { type: 'read-number' }, {}])
    expect(readToFrame(other)).toBeNull()
})
