import { describe, expect, it } from 'vitest'
import { answerOf, bioOf, bounceFactor, fewestCards, leanOf, speedOf } from './swipe.ts'

const width = 400

describe('letting go of a card', () => {
  it.each([
    ['thrown right', 60, 300, 'like'],
    ['thrown left', -60, -900, 'dislike'],
    ['not quite thrown', 60, 299, null],
    ['carried right', 200, 0, 'like'],
    ['carried left', -260, -10, 'dislike'],
    ['carried, then thrown back', 260, -400, null],
    ['not carried half its width', 199, 0, null],
    ['not carried half its width to the left', -199, 0, null],
    ['carried left, then thrown back', -260, 300, null],
    ['carried, then moved back slowly', 200, -299, 'like'],
    ['thrown without having moved', 0, 300, null],
    ['not moved', 0, 0, null],
  ])('%s', (_, distance, speed, answer) => {
    expect(answerOf({ distance, rise: 0, speed, width })).toBe(answer)
  })

  it.each([
    ['thrown down', 60, 300, 900, null],
    ['thrown up', -60, -300, -900, null],
    ['carried down', 210, 240, 0, null],
    ['thrown steeply', 60, -61, 900, null],
    ['thrown at a slant', 60, -60, 900, 'like'],
    ['carried at a slant', -260, 200, 0, 'dislike'],
  ])('%s', (_, distance, rise, speed, answer) => {
    expect(answerOf({ distance, rise, speed, width })).toBe(answer)
  })

  it('measures only the last tenth of a second', () => {
    expect(
      speedOf(
        [
          { x: 0, at: 0 },
          { x: 10, at: 950 },
          { x: 60, at: 1000 },
        ],
        1000,
      ),
    ).toBe(1000)
    expect(
      speedOf(
        [
          { x: 0, at: 0 },
          { x: 300, at: 100 },
        ],
        1000,
      ),
    ).toBe(0)
    expect(speedOf([], 0)).toBe(0)
    const at = (times: readonly number[]) =>
      speedOf(
        times.map((time, x) => ({ x: 10 * x, at: time })),
        1000,
      )
    expect(at([900, 950])).toBe(200)
    expect(at([899, 950])).toBe(0)
    expect(at([1000])).toBe(0)
    expect(at([1000, 1000])).toBe(0)
    expect(at([999, 1000])).toBe(10_000)
  })
})

describe('a card', () => {
  it('tilts with the drag, up to a limit', () => {
    expect([0, 200, -100, 4000].map((distance) => leanOf(distance, width))).toEqual([0, 5, -2.5, 10])
    expect(leanOf(10, 0)).toBe(10)
  })

  it('shows at most 300 characters and splits no code point', () => {
    expect(bioOf('Ciao')).toBe('Ciao')
    expect(bioOf('a'.repeat(300))).toHaveLength(300)
    expect(bioOf('😀'.repeat(300))).toBe('😀'.repeat(300))
    expect(bioOf('😀'.repeat(301))).toBe(`${'😀'.repeat(299)}…`)
    expect(bioOf(`${'a'.repeat(298)} bc`)).toBe(`${'a'.repeat(298)}…`)
  })
})

it('has the constants of the specification', () =>
  expect({ bounceFactor, fewestCards }).toEqual({ bounceFactor: 0.2, fewestCards: 5 }))
