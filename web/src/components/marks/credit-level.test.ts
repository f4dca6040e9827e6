import { describe, expect, it } from 'vitest'
import { batteryCells, creditsAreLow } from './credit-level.ts'

describe('credit battery', () => {
  it.each([
    [0, 0],
    [19, 0],
    [20, 3],
    [40, 3],
    [41, 5],
    [500, 5],
  ])('%i credits fill %i cells', (credits, cells) => expect(batteryCells(credits)).toBe(cells))
  it('is low below 20 credits', () => expect([0, 19, 20, 41].map(creditsAreLow)).toEqual([true, true, false, false]))
})
