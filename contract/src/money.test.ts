import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { decimal, formatAmount, isAmountOf, minorDigits, minorOf, taxWithin } from './money.ts'
import { amount, locales } from './fields.ts'

it.each([
  [0, 'EUR', '0.00'],
  [1, 'EUR', '0.01'],
  [99, 'EUR', '0.99'],
  [2490, 'EUR', '24.90'],
  [1_000_005, 'EUR', '10000.05'],
  [-1205, 'EUR', '-12.05'],
  [0, 'JPY', '0'],
  [2490, 'JPY', '2490'],
  [0, 'KWD', '0.000'],
  [5, 'KWD', '0.005'],
  [2490, 'KWD', '2.490'],
])('%i in minor units of %s is %s', (minor, currency, text) => expect(decimal(minor, currency)).toBe(text))

const currencies = Intl.supportedValuesOf('currency')

describe('in currencies with 0, 2 and 3 decimals', () => {
  test('every amount comes back from its decimals, which the wire takes', () => {
    expect([...new Set(currencies.map(minorDigits))].toSorted()).toEqual([0, 2, 3])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.constantFrom(...currencies), (minor, currency) => {
        const text = decimal(minor, currency)
        expect([isAmountOf(text, currency), minorOf(text, currency)]).toEqual([true, minor])
        expect(amount.safeParse(decimal(minor % 1e9, currency)).success).toBe(true)
      }),
    )
  })

  test('the net and the tax make up the total', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 400 }), (total, perMille) => {
        const tax = taxWithin(total, perMille / 10)
        // Exact to half a minor unit: tax / (total - tax) is the rate.
        expect(Math.abs(tax - ((total - tax) * perMille) / 1000)).toBeLessThanOrEqual(
          0.5 * (1 + perMille / 1000) + 1e-6,
        )
      }),
    )
  })

  test.each([
    ['2490', 'JPY', /^2.?490$/],
    ['24.90', 'EUR', /^24[.,]90$/],
    ['2.490', 'KWD', /^2[.,]490$/],
    // CLDR, and so Node, has no decimals for it.
    ['24.90', 'ALL', /^24[.,]90$/],
  ])('%s %s is shown with its own decimals in every language', (text, currency, shown) => {
    for (const locale of locales) {
      const said = formatAmount(text, currency, locale).replace(/^[^\d]+|[^\d]+$/g, '')
      expect([locale, said]).toEqual([locale, expect.stringMatching(shown)])
    }
  })
})

it.each([
  ['24.9', 'EUR'],
  ['24.900', 'EUR'],
  ['24', 'EUR'],
  ['-24.90', 'EUR'],
  ['.90', 'EUR'],
  ['24,90', 'EUR'],
  ['24.90 ', 'EUR'],
  ['1e2', 'JPY'],
  ['2490.00', 'JPY'],
  ['2490.', 'JPY'],
  ['', 'JPY'],
  ['2.49', 'KWD'],
  ['1234567890123.00', 'EUR'],
])('"%s" is no amount of %s', (text, currency) => {
  expect(isAmountOf(text, currency)).toBe(false)
  expect(() => minorOf(text, currency)).toThrow(RangeError)
})

it.each([
  // 2490 × 22 / 122 is 449.02, 490 × 22 / 122 is 88.36, 1190 × 22 / 122 is 214.59.
  [2490, 22, 449],
  [490, 22, 88],
  [1190, 22, 215],
  [4980, 21, 864],
  [4980, 20, 830],
  [1000, 5.5, 52],
  [1000, 0, 0],
  [0, 22, 0],
])('of %i the tax of %f percent included is %i', (total, rate, tax) => expect(taxWithin(total, rate)).toBe(tax))
