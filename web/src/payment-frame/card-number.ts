import { passesLuhn } from './luhn.ts'

/** Maximum number of digits (ISO/IEC 7812-1). */
const mostDigits = 19
/** Minimum length including spaces, by the rules of the card form. */
const leastCharacters = 16
/** From this length on, a wrong checksum is shown while the member still types. */
const usualCharacters = 19

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Groups digits by four and removes all other characters. */
export const groupNumber = (text: string): string =>
  digitsOf(text)
    .slice(0, mostDigits)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** The caret position after grouping: behind as many digits as before. */
export function caretAfter(grouped: string, digitsBefore: number): number {
  let seen = 0
  for (let at = 0; at < grouped.length; at += 1) {
    if (seen === digitsBefore) return at
    if (grouped[at] !== ' ') seen += 1
  }
  return grouped.length
}

export type NumberFault = 'numberIncomplete' | 'numberInvalid'

/** The mistake in a number, or null. */
export function numberFault(text: string): NumberFault | null {
  const grouped = groupNumber(text)
  if (grouped.length < leastCharacters) return 'numberIncomplete'
  return passesLuhn(digitsOf(grouped)) ? null : 'numberInvalid'
}

/** Whether a number is wrong however it continues, and is reported while the member types. */
export const isPlainlyWrong = (text: string): boolean =>
  groupNumber(text).length >= usualCharacters && numberFault(text) === 'numberInvalid'
