import { describe, expect, it } from 'vitest'
import { compare, share } from './figure.ts'
import { registry } from './registry.ts'
import { figureOf } from './shown.ts'

const group = (n: number, mean: number, variance = 1) => ({ n, mean, variance })

describe('a comparison', () => {
  it('states how many times as much, and its confidence', () => {
    const { value, low, sample, compared } = compare([{ withIt: group(400, 6), without: group(300, 2) }])
    expect({ value, sample, compared }).toEqual({ value: 3, sample: 400, compared: 300 })
    // sqrt(1/400/36 + 1/300/4) = 0.0301
    expect(low).toBeCloseTo(3 * Math.exp(-1.96 * 0.030_05), 3)
    // Of two the errors are weighed by the squares of what they weigh: sqrt((0.25 / 100 + 0.25 / 100) * (1 / 16 + 1 / 4)).
    const half = { withIt: group(100, 4), without: group(100, 2) }
    expect(compare([half, half]).low).toBeCloseTo(2 * Math.exp(-1.96 * Math.sqrt(0.005 * 0.3125)), 6)
  })

  it('does not confuse a difference between women and men with an effect of photos', () => {
    // Women get ten, men one, with or without a photo; nine in ten women have one, and one in ten men.
    const { value } = compare([
      { withIt: group(900, 10), without: group(100, 10) },
      { withIt: group(100, 1), without: group(900, 1) },
    ])
    expect(value).toBe(1)
  })

  it('leaves out a gender with too few members on one side', () => {
    expect(
      compare([
        { withIt: group(400, 4), without: group(300, 2) },
        { withIt: group(500, 100), without: group(29, 1) },
        { withIt: group(29, 100), without: group(500, 1) },
      ]),
    ).toMatchObject({ value: 2, sample: 400, compared: 300 })
    expect(compare([{ withIt: group(30, 4), without: group(30, 2) }])).toMatchObject({ value: 2, sample: 30 })
  })

  it('has no value without members, or when one side got nothing', () => {
    expect(compare([])).toEqual({ value: null, low: null, sample: 0, compared: 0 })
    expect(compare([{ withIt: group(400, 4), without: group(300, 0, 0) }])).toMatchObject({
      value: null,
      sample: 400,
      compared: 300,
    })
    expect(compare([{ withIt: group(400, 0, 0), without: group(300, 4) }]).value).toBeNull()
    expect(share(0, 0)).toMatchObject({ value: null, sample: 0 })
  })
})

describe('a figure is shown', () => {
  const photo = registry.photo_messages
  const found = { value: 2.49, low: 1.8, sample: 200, compared: 200 }

  it('rounded to its disadvantage', () => {
    expect(figureOf(photo, found, 0)).toBe(2.4)
    expect(figureOf(photo, { ...found, value: 7 }, 0)).toBe(7)
    expect(figureOf(photo, { ...found, value: photo.least, low: 1.01 }, 0)).toBe(1.1)
    expect(figureOf(registry.reply_24h, share(579, 1000), 0)).toBe(57)
    expect(figureOf(registry.reply_24h, share(580, 1000), 0)).toBe(58)
  })

  it.each([
    ['too few with it', { ...found, sample: 199 }],
    ['too few without', { ...found, compared: 199 }],
    ['nothing measured', { ...found, value: null }],
    ['no effect', { ...found, value: 1, low: 0.9 }],
    ['the contrary effect', { ...found, value: 0.4, low: 0.3 }],
    ['an effect that may be chance', { ...found, value: 1.3, low: 1 }],
    ['an effect not worth a word', { ...found, value: 1.09, low: 1.05 }],
  ])('not at all with %s', (_, measured) => expect(figureOf(photo, measured, 0)).toBeNull())

  it('not at all when it is old', () => {
    expect(figureOf(photo, found, 3 * 86_400_000)).toBe(2.4)
    expect(figureOf(photo, found, 3 * 86_400_000 + 1)).toBeNull()
  })

  it('not at all when it is less than half of all', () =>
    expect(figureOf(registry.reply_24h, share(499, 1000), 0)).toBeNull())
})

it('each claim has its terms', () =>
  expect(
    Object.entries(registry).map(([key, { unit, days, settleHours, minimum, least }]) => [
      key,
      unit,
      days,
      settleHours,
      minimum,
      least,
    ]),
  ).toEqual([
    ['photo_messages', 'times', 90, 0, 200, 1.1],
    ['photo_likes', 'times', 90, 0, 200, 1.1],
    ['prompt_messages', 'times', 90, 0, 200, 1.1],
    ['intent_messages', 'times', 90, 0, 200, 1.1],
    ['interests_messages', 'times', 90, 0, 200, 1.1],
    ['reply_24h', 'percent', 90, 24, 500, 0.5],
    ['good_reviews', 'percent', 365, 0, 30, 0.5],
    ['confirmation_mail', 'percent', 30, 1, 200, 0.95],
  ]))
