import { expect, test } from 'vitest'
import { derivePalette } from './derive-palette.ts'
import type { PaletteFile } from './palette-file.ts'

const fileOf = (hue: number, label: 'light' | 'dark' = 'light'): PaletteFile => ({
  primary: { hue, chroma: 0.1234, lightness: { light: 0.5432, dark: 0.6789 }, label },
  accent: { hue: 79.54, chroma: 0.0876 },
  neutralChroma: 0.0123,
  radiusScale: 1,
  displayTracking: 0,
})

test.each(['light', 'dark'] as const)('every value of the %s theme is rounded as it is written', (theme) => {
  const palette = [...derivePalette(fileOf(123.46), theme)]
  const written = palette.map(([name, [lightness, chroma, hue]]) => [
    name,
    [Number((lightness * 100).toFixed(1)) / 100, Number(chroma.toFixed(3)), Number(hue.toFixed(1))],
  ])
  expect(palette).toEqual(written)
  const ofBrand = palette.filter(([, [, , hue]]) => hue === 123.5 || hue === 79.5).length
  expect([palette.length, ofBrand]).toEqual([44, 27])
  expect(new Map(palette).get('line')).toEqual(theme === 'light' ? [0.905, 0.015, 123.5] : [0.318, 0.018, 123.5])
})

test.each([
  [0, 25, 255],
  [8, 25, 255],
  [8.1, 15, 255],
  [39.9, 15, 255],
  [40, 25, 255],
  [59.9, 25, 255],
  [60, 25, 60],
  [340, 25, 340],
  [340.1, 25, 255],
])('a brand of hue %d has errors of hue %d and a focus ring of hue %d', (hue, danger, focus) => {
  for (const theme of ['light', 'dark'] as const) {
    const palette = derivePalette(fileOf(hue), theme)
    expect([palette.get('danger-text')?.[2], palette.get('focus')?.[2]]).toEqual([danger, focus])
    // A filled area of danger is red whatever the brand is.
    expect(palette.get('danger')?.[2]).toBe(25)
  }
})

test('a dark label is on a bright colour, a light one on a deep colour', () => {
  const fills = (label: 'light' | 'dark') => {
    const palette = derivePalette(fileOf(200, label), 'dark')
    return ['primary', 'primary-hover', 'primary-active', 'on-primary'].map((name) => palette.get(name)?.[0])
  }
  const [base = 0, ...states] = fills('dark')
  expect(states).toEqual([expect.closeTo(base + 0.035, 3), expect.closeTo(base + 0.065, 3), 0.2])
  const [deep = 0, ...deeper] = fills('light')
  expect(deeper).toEqual([expect.closeTo(deep - 0.035, 3), expect.closeTo(deep - 0.065, 3), 1])
})
