import { locales, paymentCodes } from '@incontro/contract'
import { describe, expect, it } from 'vitest'
import { readCatalogue } from './read-catalogue.ts'
import { outcomeNamed, paymentOutcomes } from '../../web/src/features/payments/result/payment-outcomes.ts'

/* Every outcome of the specification's catalogue (section 8) has texts in each language, an icon and a next step. */

describe.each(locales)('in %s', (locale) => {
  const catalogue = readCatalogue('web/src/i18n/account-', locale)
  it.each(paymentCodes)('%s has a title, a text, an icon and a next step', (code) => {
    const { title, text, icon, next } = paymentOutcomes[code]
    for (const { message = '' } of [title, text]) {
      const words = catalogue.get(message)
      expect(words, message).toBeTruthy()
      if (locale !== 'it') expect(words).not.toBe(message)
    }
    expect(icon).toBeTruthy()
    const isDeclined = code !== 'success' && code !== 'pending'
    expect(['correct', 'again', 'other', 'contact'].includes(next)).toBe(isDeclined)
  })
})

it('offers another payment method where the same one would be declined again', () =>
  expect(paymentCodes.filter((code) => paymentOutcomes[code].next === 'other')).toEqual([
    'insufficient_funds',
    'lost_or_stolen',
    'card_already_declined',
    'change_method',
    'card_declined',
  ]))

it.each([null, '', 'success', 'pending', 'toString', '<b>'])('recognises no outcome in %j', (code) =>
  expect(outcomeNamed(code)).toBe(paymentOutcomes.generic),
)
it('recognises a code', () => expect(outcomeNamed('lost_or_stolen')).toBe(paymentOutcomes.lost_or_stolen))
