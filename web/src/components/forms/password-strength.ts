import { hasPasswordLength } from '@incontro/contract/password-length'

/** 0 empty, 1 too short or common, 2 weak, 3 good, 4 very good. */
export type Strength = 0 | 1 | 2 | 3 | 4

const wordsOf = (password: string) => password.split(/[\s._-]+/).filter((word) => word.length >= 3).length

/**
 * Estimates the strength of a password in the browser: length, variety, several words. The server's own rule (8
 * characters, not on the list of common passwords) decides.
 */
export const passwordStrength = (password: string): Strength => {
  if (password === '') return 0
  if (!hasPasswordLength(password) || new Set(password).size < 5) return 1
  if (wordsOf(password) >= 3 && password.length >= 14) return 4
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
  if (password.length >= 16 || (password.length >= 12 && kinds >= 2)) return 4
  return password.length >= 12 || kinds >= 3 ? 3 : 2
}
