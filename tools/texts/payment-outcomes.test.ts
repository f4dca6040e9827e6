import { locales, paidByKinds, paymentCodes } from '@incontro/contract'
import { describe, expect, it } from 'vitest'
import { readCatalogue } from './read-catalogue.ts'
import { outcomeNamed, outcomeOf } from '../../web/src/features/payments/result/payment-outcomes.ts'

/* Every outcome (section 8) has texts for every way of paying in each language, an icon and a next step. */

/** What speaks of a card, in each language. */
const ofACard = /\b(carta|carte|card|tarjeta|CVV|CVC)\b/i
const ofABank = /\b(banca|banque|bank|banco)\b/i
const ofFailing =
  /non riuscit|non è riuscit|fallit|échou|pas abouti|failed|went wrong|fallad|no se ha podido|rifiutat|refus|declin|rechaz/i
const nothingCharged =
  /addebitato nulla|cobrado nada|rien n’a été débité|rien débité|nothing was charged|charged nothing|haven’t charged anything/i

const pairs = paymentCodes.flatMap((code) => paidByKinds.map((kind) => [code, kind] as const))

describe.each(locales)('in %s', (locale) => {
  const catalogue = readCatalogue('web/src/i18n/account-', locale)
  it.each(pairs)('%s by %s has words that are true of it', (code, kind) => {
    const { title, text, icon, next } = outcomeOf(code, kind)
    const words = [title, text].map(({ message = '' }) => {
      const found = catalogue.get(message)
      expect(found, message).toBeTruthy()
      if (locale !== 'en') expect(found).not.toBe(message)
      expect(found!.match(/\{\w+\}/g) ?? []).toEqual(message.match(/\{\w+\}/g) ?? [])
      return found!
    })
    const said = words.join(' ')
    expect(icon).toBeTruthy()
    const isUnpaid = !['success', 'pending'].includes(code) && !code.startsWith('paid_')
    expect(['correct', 'again', 'other', 'contact', 'resume'].includes(next)).toBe(isUnpaid)
    if (isUnpaid) expect(said).toMatch(nothingCharged)
    if (kind !== 'card' && kind !== 'wallet') expect(said).not.toMatch(ofACard)
    if (kind === 'account') expect(said).not.toMatch(ofABank)
    // Only a wallet and an account have a name to be filled in.
    if (kind !== 'wallet' && kind !== 'account') expect(said).not.toContain('{')
    // Leaving the payment is no failure.
    if (next === 'resume') expect(said).not.toMatch(ofFailing)
    // What is not typed here cannot be corrected here.
    if (kind !== 'card') expect(next).not.toBe('correct')
  })
})

it.each([
  ['it', 'Nome', 'Cognome'],
  ['es', 'Nombre', 'Apellidos'],
  ['fr', 'Prénom', 'Nom'],
  ['en', 'First name', 'Last name'],
])('asks for the two names of a card’s holder in %s', (locale, first, last) => {
  const catalogue = readCatalogue('web/src/i18n/account-', locale)
  expect(['First name', 'Last name'].map((id) => catalogue.get(id))).toEqual([first, last])
})

it('offers another payment method where the same one would be declined again', () =>
  expect(paymentCodes.filter((code) => outcomeOf(code, 'card').next === 'other')).toEqual([
    'insufficient_funds',
    'lost_or_stolen',
    'card_already_declined',
    'change_method',
    'card_declined',
  ]))

it.each([null, '', 'success', 'pending', 'toString', '<b>'])('recognises no outcome in %j', (code) =>
  expect(outcomeNamed(code)).toEqual(outcomeOf('generic', 'page')),
)
it('recognises a code', () => expect(outcomeNamed('lost_or_stolen')).toEqual(outcomeOf('lost_or_stolen', 'page')))
