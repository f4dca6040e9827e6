import { toWire } from '@incontro/contract/domain'
import { Failure } from '../../../platform/http/problem.ts'

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
    if (typeof value !== 'string' || held.includes(name)) continue
    if ((value.match(digitRuns) ?? []).some((run) => hasCheckDigit(run.replace(/\D/g, ''))))
      throw new Failure(400, 'invalid', {
        field: Object.keys(toWire({ [name]: '' }) as object)[0] ?? name,
        message: 'This looks like the number of a card: it is only taken encrypted',
      })
  }
}

/** Checks the last digit of a card number (Luhn, ISO/IEC 7812-1, annex B). */
const hasCheckDigit = (digits: string): boolean => {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
