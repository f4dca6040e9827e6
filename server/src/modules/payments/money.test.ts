import { expect, it } from 'vitest'
import { decimal, minorOf, taxWithin } from './money.ts'

it.each([
  [0, '0.00'],
  [1, '0.01'],
  [5, '0.05'],
  [99, '0.99'],
  [100, '1.00'],
  [2490, '24.90'],
  [1_000_005, '10000.05'],
])('%i in minor units is %s, and the reverse', (minor, text) => {
  expect(decimal(minor)).toBe(text)
  expect(minorOf(text)).toBe(minor)
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
