import { expect, test } from 'vitest'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { usedColourMisses, usedColours } from './used-colours.ts'

const brands = checkedInBrands().list

test.each(brands.map((brand) => [brand.key, brand] as const))(
  'all colour pairs used on pages are readable in %s, light and dark',
  (_key, brand) => {
    const { light, dark } = brand.palette
    expect({ light: usedColourMisses(light), dark: usedColourMisses(dark) }).toEqual({ light: [], dark: [] })
  },
)

test('every pair is listed once, in order', () => {
  expect(usedColours.length).toBeGreaterThan(40)
  expect(usedColours).toEqual([...new Set(usedColours)].toSorted())
})

test('an unreadable pair is reported', () => {
  const { light, dark } = brands[0]!.palette
  const faint = new Map([...light, ['text', light.get('surface')!] as const])
  expect(usedColourMisses(faint)).toContain('text --text on --surface: 1.00 is less than 4.5')
  // White on white: one literal colour, and one that changes with the theme.
  expect(usedColourMisses(dark, ['icon --text on rgba(255, 255, 255, 0.92)'])).toHaveLength(1)
  expect(usedColourMisses(light, ['icon --text on rgba(255, 255, 255, 0.92)'])).toEqual([])
})

test.each([
  // Contrast of black on the colour that Chromium paints.
  ['half of white', 'text rgb(0, 0, 0) on rgba(255, 255, 255, 0.5)', 5.32],
  ['a mix of two', 'text rgb(0, 0, 0) on color-mix(in oklab, var(--white), var(--bg) 50%)', 3.47],
  ['a mix with nothing', 'text rgb(0, 0, 0) on color-mix(in oklab, var(--white) 50%, transparent)', 5.32],
  ['a faded front', 'text rgb(255, 255, 255) at 0.5 on --bg', 5.32],
] as const)('%s is computed as browsers paint it', (_name, pair, ratio) => {
  const palette = new Map([
    ['bg', [0, 0, 0] as const],
    ['white', [1, 0, 0] as const],
  ])
  // No ratio reaches 22, so that each pair is reported with its ratio.
  const [miss = ''] = usedColourMisses(palette, [pair], { text: 22, large: 22, icon: 22 })
  expect(Number(/: ([\d.]+) is/.exec(miss)?.[1])).toBeCloseTo(ratio, 1)
})

test('text that is not a pair of colours is refused', () => {
  const { light } = brands[0]!.palette
  for (const pair of ['words --text on --bg', 'text --ink on --bg', 'text --text on blue'])
    expect(() => usedColourMisses(light, [pair]), pair).toThrow(/used-colours\.json: /)
})
