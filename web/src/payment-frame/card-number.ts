import { passesLuhn } from './luhn.ts'

/** Longest number there is (ISO/IEC 7812-1). */
const mostDigits = 19
/** Shortest, spaces counted, as the card form's rules have it. */
const leastCharacters = 16
/** From here on a wrong checksum is shown while the member still types. */
const usualCharacters = 19

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Digits in groups of four; whatever else was typed or pasted goes. */
export const groupNumber = (text: string): string =>
  digitsOf(text)
    .slice(0, mostDigits)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** Where the caret belongs after grouping: behind as many digits as before. */
export function caretAfter(grouped: string, digitsBefore: number): number {
  let seen = 0
  for (let at = 0; at < grouped.length; at += 1) {
    if (seen === digitsBefore) return at
    if (grouped[at] !== ' ') seen += 1
  }
  return grouped.length
}

export type NumberFault = 'numberIncomplete' | 'numberInvalid'

/** What is wrong with a number, or null. */
export function numberFault(text: string): NumberFault | null {
  const grouped = groupNumber(text)
  if (grouped.length < leastCharacters) return 'numberIncomplete'
  return passesLuhn(digitsOf(grouped)) ? null : 'numberInvalid'
}

/** A number that can no longer become right by typing on, shown at once. */
export const isPlainlyWrong = (text: string): boolean =>
  groupNumber(text).length >= usualCharacters && numberFault(text) === 'numberInvalid'
