import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { hasCardNumber, refuseCardNumbers } from './card-numbers.ts'

test.each([
  'Mononimo',
  'Müller GmbH 12345678',
  'Rossi 2024-2025',
  'Società 01234567890',
  'Studio 21 S.r.l. 2024',
  '张伟',
  // As many digits as a card, without its check digit.
  '4111 1111 1111 1112',
])('%s is a name', (name) => expect(hasCardNumber(name)).toBe(false))

test.each([
  '4111111111111111',
  '4111 1111 1111 1111',
  '4111.1111-1111/1111',
  'Rossi 411111 1111111111',
  'a4111b1111c1111d1111',
  '４１１１ １１１１ １１１１ １１１１',
  '٤١١١١١١١١١١١١١١١',
  '3714 496353 98431',
  '6703444444444449',
  '2024 4111111111111111',
  '41111111111111110330737',
])('%s holds a card’s number', (name) => expect(hasCardNumber(name)).toBe(true))

test('the id of an order is no card’s number, whatever its digits; a card’s number in its place is', () => {
  // The last sixteen digits pass a card's check.
  for (const replaces of ['abcdefab-cdef-4abc-8111-111111111111', '019a2423-4111-4111-8111-111111111106'])
    expect(() => refuseCardNumbers({ replaces })).not.toThrow()
  for (const replaces of ['4111 1111 1111 1111', '4111-1111-1111-1111', 'x 4111111111111111'])
    expect(() => refuseCardNumbers({ replaces })).toThrow('number of a card')
})

test('of ten thousand random ids none is taken for a card', () => {
  for (let n = 0; n < 10_000; n += 1) refuseCardNumbers({ replaces: newId(), reference: randomUUID() })
})
