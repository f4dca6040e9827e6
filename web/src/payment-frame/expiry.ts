import { digitsOf, isDeletion, isInsertion, withPlainDigits } from './typed-digits.ts'

export type ExpiryFault = 'expiryIncomplete' | 'expiryInvalid' | 'expiryPast'

/**
 * Formats a date that is being typed, pasted or deleted as MM/YY. Typing adds the slash and the zero of a month with one
 * digit; any other character between month and year counts as the slash. Deleting adds nothing, so that each key removes
 * one character; only a slash between digits comes back.
 * @param before the text before this change
 */
export function formatExpiry(text: string, before = ''): string {
  const typed = withPlainDigits(text).replace(/\D+/g, '/').replace(/^\//, '')
  // As a field of type month writes it.
  const yearFirst = /^20(\d\d)\/(\d{1,2})$/.exec(typed)
  if (yearFirst) return `${yearFirst[2]!.padStart(2, '0')}/${yearFirst[1]!}`

  const { month, year } = split(typed)
  if (isDeletion(text, before)) {
    // The month is about to be typed again.
    if (/^\D+\d/.test(text)) return `/${digitsOf(text)}`
    return typed.includes('/') || year !== '' ? `${month}/${year}` : month
  }
  // A digit too many is not taken; it would push out one that was typed before.
  if (year.length > 2 && !year.startsWith('20') && isInsertion(text, before)) return before
  const shown = shownYear(year)
  if (month === '0') return shown === '' ? month : `${month}/${shown}`
  // Typed before a year that is there, a 1 may become 10, 11 or 12.
  if (month === '1' && before.startsWith('/') && isInsertion(text, before)) return `${month}/${shown}`
  const isMonthComplete = month.length === 2 || /^[2-9]/.test(month) || typed.includes('/') || year !== ''
  return month !== '' && isMonthComplete ? `${month.padStart(2, '0')}/${shown}` : month
}

/** Month and year as typed. Without a slash in its place, a month from 2 to 9 has one digit. */
function split(typed: string): { readonly month: string; readonly year: string } {
  const slash = typed.indexOf('/')
  const digits = digitsOf(typed)
  const length =
    slash > 0 && slash <= 2
      ? slash
      : slash === -1 && /^([2-9]|[1-9]20\d\d$)/.test(digits)
        ? 1
        : Math.min(2, digits.length)
  return { month: digits.slice(0, length), year: digits.slice(length) }
}

/** No valid card expires in 2020, so digits after `20` belong to a full year, which is shortened once complete. */
const shownYear = (year: string): string =>
  /^20\d\d/.test(year) ? year.slice(2, 4) : /^20\d/.test(year) ? year : year.slice(0, 2)

/** Adds the zero of a month that deleting has left with one digit. */
export const completeExpiry = (text: string): string => text.replace(/^\d\/\d\d$/, '0$&')

/** Expands a two-digit year to the one within 20 years ahead and 80 back. */
export function fullYear(twoDigits: number, now: Date): number {
  const thisYear = now.getFullYear()
  const year = thisYear - (thisYear % 100) + twoDigits
  if (year > thisYear + 20) return year - 100
  return year < thisYear - 79 ? year + 100 : year
}

/** Month (1 to 12) and full year of a complete date; otherwise null. */
export function partsOf(text: string, now: Date): { month: number; year: number } | null {
  const parts = /^(\d{1,2})\/(\d{2})$/.exec(text)
  return parts && { month: Number(parts[1]), year: fullYear(Number(parts[2]), now) }
}

/** The mistake in an expiry date, or null. A card is valid until the end of its month. */
export function expiryFault(text: string, now: Date): ExpiryFault | null {
  const parts = partsOf(text, now)
  if (!parts) return 'expiryIncomplete'
  const { month, year } = parts
  if (month < 1 || month > 12) return 'expiryInvalid'
  const past = year < now.getFullYear() || (year === now.getFullYear() && month < now.getMonth() + 1)
  return past ? 'expiryPast' : null
}

/** Whether a date is wrong however it continues: complete, and not the beginning of a full year. */
export const isExpiryWrongAlready = (text: string, now: Date): boolean =>
  /^\d\d\/(?!20)\d\d$/.test(text) && expiryFault(text, now) !== null
