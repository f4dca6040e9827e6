import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentWindow, movedBack, movedOn, windowAround, windowFrom, windowOf, windowSize } from './log-window.ts'

/** Messages 1 to `count`, without every seventh, as after deletions. */
const messages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ seq: index + 1 })).filter(({ seq }) => seq % 7 !== 0)
const shown = (all: ReturnType<typeof messages>, last: number | null) => {
  const { from, to } = windowOf(all, last)
  return all.slice(from, to).map(({ seq }) => seq)
}

describe('the rendered part of a conversation', () => {
  it('is all of a short one', () => {
    const all = messages(100)
    expect(shown(all, null)).toEqual(all.map(({ seq }) => seq))
    expect([movedBack(all, null), movedOn(all, null), windowAround(all, 3), windowFrom(all, 3)]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('is empty before anything is loaded', () => {
    expect(windowOf([], null)).toEqual({ from: 0, to: 0 })
    expect([movedBack([], null), windowAround([], 5), windowFrom([], 5)]).toEqual([null, null, null])
  })

  it('reaches every message by scrolling, and returns', () => {
    fc.assert(
      fc.property(fc.integer({ min: 201, max: 3_000 }), (count) => {
        const all = messages(count)
        const seen = new Set<number>()
        let last: number | null = null
        for (;;) {
          const now = shown(all, last)
          expect(now.length).toBeLessThanOrEqual(windowSize)
          for (const seq of now) seen.add(seq)
          const next = movedBack(all, last)
          // Two neighbouring windows overlap, so that what is on screen stays.
          const shared = new Set(shown(all, next))
          if (next !== last) expect(now.filter((seq) => shared.has(seq)).length).toBeGreaterThan(100)
          if (next === last) break
          last = next
        }
        expect(seen.size).toBe(all.length)
        for (let moves = 0; last !== null; moves += 1) {
          last = movedOn(all, last)
          expect(moves).toBeLessThan(all.length)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('contains the message that is asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), fc.nat(), (count, at) => {
        const all = messages(count + 6)
        const { seq } = all[at % all.length]!
        expect(shown(all, windowAround(all, seq))).toContain(seq)
        expect(shown(all, windowFrom(all, seq))).toContain(seq)
      }),
    )
  })

  it('in a document is the end from a screen before where the conversation opens', () => {
    const all = messages(50)
    expect([documentWindow(all, null), documentWindow(all.slice(0, 12), null)]).toEqual([
      { from: all.length - 20, to: all.length },
      { from: 0, to: 12 },
    ])
    expect(documentWindow(all, all[30]!.seq)).toEqual({ from: 10, to: all.length })
    expect(documentWindow(all, all[3]!.seq)).toEqual({ from: 0, to: all.length })
  })
})
