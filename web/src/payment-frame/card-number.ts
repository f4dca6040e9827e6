import { passesLuhn } from './luhn.ts'
import { digitsOf, isInsertion } from './typed-digits.ts'

/** Maximum number of digits (ISO/IEC 7812-1). */
const mostDigits = 19
/** Minimum length including spaces, by the rules of the card form. */
const leastCharacters = 16
/** From this length on, a wrong checksum is shown while the member still types. */
const usualCharacters = 19

/**
 * Groups digits by four and removes all other characters.
 * @param before the text before this change, which stays when a digit too many is inserted
 */
export function groupNumber(text: string, before = ''): string {
  const digits = digitsOf(text)
  if (digits.length > mostDigits && isInsertion(text, before)) return before
  return digits.slice(0, mostDigits).replace(/(\d{4})(?=\d)/g, '$1 ')
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
