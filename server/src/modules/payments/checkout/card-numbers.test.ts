import { expect, test } from 'vitest'
import { hasCardNumber } from './card-numbers.ts'

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
