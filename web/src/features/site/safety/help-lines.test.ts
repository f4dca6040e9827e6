import { countries } from '@incontro/contract'
import { expect, it } from 'vitest'
import { countriesFrom, helpLines, telephone } from './help-lines.ts'

it.each(countries)('%s has an emergency number first and a line against violence, each number once', (country) => {
  const lines = helpLines[country]
  expect(lines[0]).toMatchObject({ kind: 'emergency' })
  expect(['112', '999']).toContain(lines[0]?.number)
  expect(lines.filter(({ kind }) => kind === 'violence')).toHaveLength(1)
  expect(new Set(lines.map(({ number }) => number)).size).toBe(lines.length)
  for (const { number, name, kind } of lines) {
    expect(number).toMatch(/^\d+( \d+)*$/)
    expect(name === undefined).toBe(kind === 'emergency')
    expect(telephone(number)).toMatch(/^tel:\d{3,11}$/)
  }
})

it('begins with the own country, then keeps the order', () => {
  expect(countriesFrom('FR')).toEqual(['FR', 'IT', 'ES', 'GB', 'IE'])
  expect(countriesFrom('IT')).toEqual(['IT', 'ES', 'FR', 'GB', 'IE'])
  expect(countriesFrom('DE')).toEqual(['IT', 'ES', 'FR', 'GB', 'IE'])
})
