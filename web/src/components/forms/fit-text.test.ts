import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { fitText } from './fit-text.ts'

describe('a text', () => {
  it('that fits is kept', () => {
    expect(fitText('', 'a'.repeat(2000), 2000)).toEqual({ kept: 'a'.repeat(2000), rest: '' })
  })

  it('that was pasted loses nothing: what does not fit is the rest', () => {
    expect(fitText('', `${'a'.repeat(2000)}${'b'.repeat(595)}`, 2000)).toEqual({
      kept: 'a'.repeat(2000),
      rest: 'b'.repeat(595),
    })
    // Into a text that was there, which is pushed out at its end.
    expect(fitText('uno due', 'uno tre quattro cinque due', 20)).toEqual({
      kept: 'uno tre quattro cinq',
      rest: 'ue due',
    })
  })

  it('that is full takes no more letters, wherever they are typed', () => {
    for (const next of [`${'a'.repeat(20)}b`, `b${'a'.repeat(20)}`, `${'a'.repeat(20)}😀`, `${'a'.repeat(20)}e\u0301`])
      expect(fitText('a'.repeat(20), next, 20)).toEqual({ kept: 'a'.repeat(20), rest: '' })
  })

  it.each([
    ['a surrogate pair', '😀'],
    ['a family', '👨‍👩‍👧'],
    ['a flag', '🇮🇹'],
    ['an accent of its own', 'e\u0301'],
    ['a line end of two', '\r\n'],
  ])('is never cut inside %s', (_what, sign) => {
    const text = `${'a'.repeat(20 - sign.length + 1)}${sign}${'b'.repeat(30)}`
    expect(fitText('', text, 20)).toEqual({ kept: 'a'.repeat(20 - sign.length + 1), rest: `${sign}${'b'.repeat(30)}` })
  })

  it('has no half character in an old browser either', () => {
    vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined })
    expect(fitText('', `${'a'.repeat(19)}😀${'b'.repeat(30)}`, 20).kept).toBe('a'.repeat(19))
    vi.unstubAllGlobals()
  })

  it('is whole in its two parts, and the first has the length at most', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 40, maxLength: 300 }),
        fc.integer({ min: 30, max: 120 }),
        (text, most) => {
          const { kept, rest } = fitText('', text, most)
          expect(kept.length).toBeLessThanOrEqual(most)
          expect(kept + rest).toBe(text)
        },
      ),
    )
  })
})
