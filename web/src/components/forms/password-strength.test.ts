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
    // Both sides of each length, and of the variety.
    ['abcdefg', 1],
    ['abcdefgh', 2],
    ['abcdabcd', 1],
    ['abcdeabcd', 2],
    ['abcdefghijk', 2],
    ['abcdefghijkl', 3],
    ['abcdefghijklm1', 4],
    ['abcdefghij1', 2],
    ['abcdefghijk1', 4],
    ['abcdefghijklmno', 3],
    ['abcdefghijklmnop', 4],
    ['abcdefG', 1],
    ['abcdefGH', 2],
    ['abcdeG1!', 3],
    ['abcdef1!', 3],
    ['ABCDEF1!', 3],
    ['abcdefG1', 3],
    ['abcdefG!', 3],
    // Three words of three letters make up for the kinds, from fourteen characters on.
    ['abc def ghijkl', 4],
    ['abc def ghijk', 4],
    ['abcdefgh ijkl', 4],
    ['ABCDEFGHIJKL', 3],
    ['èèèèèabcd', 2],
  ])('%s is %i', (password, strength) => expect(passwordStrength(password)).toBe(strength))
})
