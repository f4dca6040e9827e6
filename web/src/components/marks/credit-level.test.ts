import { describe, expect, it } from 'vitest'
import { batteryCells, creditsAreLow } from './credit-level.ts'

describe('credit battery', () => {
  it.each([
    [0, 0],
    [1, 1],
    [9, 1],
    [10, 2],
    [20, 3],
    [40, 4],
    [41, 5],
    [500, 5],
  ])('%i credits fill %i cells', (credits, cells) => expect(batteryCells(credits)).toBe(cells))
  it('is low with one cell or none', () => expect([0, 9, 10].map(creditsAreLow)).toEqual([true, true, false]))
})
