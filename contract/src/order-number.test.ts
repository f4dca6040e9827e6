import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderIdTail, orderNumberOf } from './order-number.ts'

it('an order number leads back to the end of the id, however it is typed', () => {
  expect(orderNumberOf('01976f5e-7d2a-7c3b-8f00-000000000001')).toBe('0000-0001')
  expect(orderNumberOf('01976f5e-7d2a-7c3b-8f00-12ffffffffff')).toBe('ZZZZ-ZZZZ')
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const number = orderNumberOf(id)
      expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
      for (const typed of [number, number.toLowerCase(), number.replace('-', ''), ` ${number.replace('-', ' ')} `])
        expect(orderIdTail(typed)).toBe(id.slice(-10))
      expect(orderIdTail(number.replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(id.slice(-10))
    }),
  )
})

it('other text is no order number', () => {
  for (const typed of ['', '1234', '123456789', 'UUUU-UUUU', 'PSP1234!', '12345678-9', '７Ｋ２Ｍ９ＸＰＤ'])
    expect([typed, orderIdTail(typed)]).toEqual([typed, undefined])
})
