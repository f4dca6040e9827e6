import { toWire } from '@incontro/contract/domain'
import { Failure } from '#platform/http/problem.ts'
import { isUuid } from '#platform/ids.ts'

/** Validated by their own format, or the member's own ids: digits in them are not a card's. */
const held: readonly string[] = ['clickid', 'orderKey', 'totalPrice', 'currency', 'ratePlan']

/** Thirteen to nineteen digits, grouped or not. */
const digitRuns = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.])/g

/**
 * Card numbers belong into the card frame, which encrypts them. Anywhere else they are refused before anything is
 * stored.
 * @throws Failure 400 with the field
 */
export function refuseCardNumbers(order: object): void {
  for (const [name, value] of Object.entries(order)) {
    // The digits of an id may be those of a card by chance; no card is written like an id.
    if (typeof value !== 'string' || held.includes(name) || isUuid(value)) continue
    if ((value.match(digitRuns) ?? []).some((run) => hasCheckDigit(run.replace(/\D/g, ''))))
      throw new Failure(400, 'invalid', {
        field: Object.keys(toWire({ [name]: '' }) as object)[0] ?? name,
        message: 'This looks like the number of a card: it is only taken encrypted',
      })
  }
}

/** Industries whose cards pay (ISO/IEC 7812-1). */
const paymentCards = /^[2-6]/

/**
 * Whether the digits of a name may be those of a card, in whichever script and however they are divided. A company's
 * number or a year is shorter, or fails the check digit.
 */
export function hasCardNumber(name: string): boolean {
  const digits = (name.normalize('NFKD').match(/\p{Nd}/gu) ?? []).map(valueOf).join('')
  if (digits.length > 19) return true
  for (let length = 13; length <= digits.length; length += 1)
    for (let start = 0; start + length <= digits.length; start += 1) {
      const part = digits.slice(start, start + length)
      if (paymentCards.test(part) && hasCheckDigit(part)) return true
    }
  return false
}

/** Digits of a script follow each other from its zero on, which no other digit precedes. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}

/** Checks the last digit of a card number (Luhn, ISO/IEC 7812-1, annex B). */
const hasCheckDigit = (digits: string): boolean => {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
