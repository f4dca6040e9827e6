import { describe, expect, it } from 'vitest'
import { answerOf, bioOf, leanOf, speedOf } from './swipe.ts'

const width = 400

describe('letting go of a card', () => {
  it.each([
    ['thrown right', 60, 300, 'like'],
    ['thrown left', -60, -900, 'dislike'],
    ['not quite thrown', 60, 299, null],
    ['carried right', 200, 0, 'like'],
    ['carried left', -260, -10, 'dislike'],
    ['carried, then thrown back', 260, -400, null],
    ['not moved', 0, 0, null],
  ])('%s', (_, distance, speed, answer) => {
    expect(answerOf({ distance, speed, width })).toBe(answer)
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
    expect([...bioOf('😀'.repeat(301))]).toHaveLength(300)
  })
})
