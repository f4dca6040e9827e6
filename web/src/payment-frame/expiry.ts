export type ExpiryFault = 'expiryIncomplete' | 'expiryInvalid' | 'expiryPast'

/** Formats a typed or pasted MM/YY: inserts the slash, turns `3` into `03`, and `03/2030` into `03/30`. */
export function formatExpiry(text: string, before = ''): string {
  const typed = text.replace(/[^\d/]/g, '').replace(/^\/+/, '')
  // No valid card expires in 2020, so a digit after `20` belongs to a full year.
  const full = /^(\d{1,2})\/?20(\d{2})$/.exec(typed) ?? /^(\d{2})\/20(\d)$/.exec(typed)
  if (full) return `${full[1]!.padStart(2, '0')}/${full[2]!}`
  const single = /^([2-9])(.*)$/.exec(typed) ?? /^(\d)\/(.*)$/.exec(typed)
  const digits = (single ? `0${single[1]!}${single[2]!}` : typed).replace(/\D/g, '').slice(0, 4)
  if (digits.length < 2) return digits
  // After deleting the slash, the member wants to delete the month's second digit, too.
  if (digits.length === 2 && before === `${digits}/`) return digits.slice(0, 1)
  return `${digits.slice(0, 2)}/${digits.slice(2)}`
}

/** Expands a two-digit year to the one within 20 years ahead and 80 back. */
export function fullYear(twoDigits: number, now: Date): number {
  const thisYear = now.getFullYear()
  const year = thisYear - (thisYear % 100) + twoDigits
  if (year > thisYear + 20) return year - 100
  return year < thisYear - 79 ? year + 100 : year
}

/** Month (1 to 12) and full year of a complete MM/YY; otherwise null. */
export function partsOf(text: string, now: Date): { month: number; year: number } | null {
  const parts = /^(\d{2})\/(\d{2})$/.exec(text)
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
