import { describe, expect, it } from 'vitest'
import { batteryCells, creditsAreLow } from './credit-level.ts'
import { passwordStrength } from './password-strength.ts'

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

describe('passwordStrength', () => {
  it.each([
    ['', 0],
    ['cane12', 1],
    ['aaaaaaaaaa', 1],
    ['gattoblu', 2],
    ['Gatto-blu9', 3],
    ['gattobluverde', 3],
    ['quattro-gatti-blu', 4],
  ])('%s is %i', (password, strength) => expect(passwordStrength(password)).toBe(strength))
})
