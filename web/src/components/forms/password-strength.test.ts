import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

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
