import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { paidForLeft } from './packs-left.ts'

const pack = (credits: number, total: string, change: object = {}) => ({
  credits,
  total,
  refunded: '0.00',
  currency: 'EUR',
  state: 'paid',
  withdrawn: false,
  ...change,
})
const [small, large] = [pack(600, '11.90'), pack(1200, '23.80')]

it.each([
  ['both packs', [small, large], 1800, '35.70'],
  ['the newest alone covers what is left', [small, large], 600, '11.90'],
  ['one credit more is from the one before', [small, large], 601, '35.70'],
  ['free credits beside them', [small], 630, '11.90'],
  ['a plan grants no pack', [pack(0, '49.80'), small], 600, '11.90'],
  ['withdrawn', [pack(600, '11.90', { withdrawn: true })], 600, undefined],
  ['not paid', [pack(600, '11.90', { state: 'failed' }), pack(600, '11.90', { state: 'refunded' })], 600, undefined],
  ['refunded in part', [pack(600, '11.90', { state: 'partially_refunded', refunded: '1.90' })], 600, '10.00'],
  ['another currency has no sum', [small, pack(600, '9.99', { currency: 'GBP' })], 1200, '11.90'],
  ['nothing left', [small], 0, undefined],
])('what was paid for the credits left: %s', (_, orders, left, total) =>
  expect(paidForLeft(orders, left)?.total).toBe(total),
)

it('never names more than was paid, and never less for more credits', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 9999 }))),
      fc.nat(5000),
      fc.nat(500),
      (bought, left, more) => {
        const orders = bought.map(([credits, price]) => pack(credits, (price / 100).toFixed(2)))
        const sum = (credits: number) => Math.round(Number(paidForLeft(orders, credits)?.total ?? 0) * 100)
        expect(sum(left)).toBeLessThanOrEqual(bought.reduce((all, [, price]) => all + price, 0))
        expect(sum(left + more)).toBeGreaterThanOrEqual(sum(left))
      },
    ),
  ))
