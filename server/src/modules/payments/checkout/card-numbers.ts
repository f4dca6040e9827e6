import { toWire } from '@incontro/contract/domain'
import { Failure } from '../../../platform/http/problem.ts'

/** Held to a form of their own, or the member's own; digits in them are no card's. */
const held: readonly string[] = ['clickid', 'orderKey', 'totalPrice', 'currency', 'ratePlan']

/** Thirteen to nineteen digits, in groups or not. */
const digitRuns = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.])/g

/**
 * A card's number belongs into the card frame, which encrypts it. Typed or filled in anywhere else it is refused before anything is kept.
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

/** The last digit of a card's number follows from the others (ISO/IEC 7812-1, annex B). */
const hasCheckDigit = (digits: string): boolean => {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
