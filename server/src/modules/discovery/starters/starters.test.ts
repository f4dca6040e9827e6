import { interestIds, locales, type Locale } from '@incontro/contract'
import { hasContact } from '@incontro/contract/contacts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { i18nFor } from '#platform/text/i18n.ts'
import { starterText } from './starter-texts.ts'
import { type Facts, quoteOf, startersOf } from './starters.ts'

const nothing: Facts = { prompts: [], sharedInterests: [], sharedCity: null, sharedIntent: null }
const answered = (...answers: string[]) => answers.map((answer) => ({ id: 'sunday' as const, answer }))

describe('starters', () => {
  it('are one of each kind, then more answers and interests, three at most', () => {
    expect(startersOf(nothing)).toEqual([])
    const all: Facts = {
      prompts: answered('Al mercato', 'Cacio e pepe'),
      sharedInterests: ['sea', 'dogs'],
      sharedCity: 'Roma',
      sharedIntent: 'slowly',
    }
    expect(startersOf(all)).toEqual([
      { kind: 'answer', answer: 'Al mercato' },
      { kind: 'interest', id: 'sea' },
      { kind: 'town', city: 'Roma' },
    ])
    expect(startersOf({ ...all, prompts: [] })).toEqual([
      { kind: 'interest', id: 'sea' },
      { kind: 'town', city: 'Roma' },
      { kind: 'intent' },
    ])
    expect(startersOf({ ...all, sharedCity: null, sharedIntent: null })).toEqual([
      { kind: 'answer', answer: 'Al mercato' },
      { kind: 'interest', id: 'sea' },
      { kind: 'interest', id: 'dogs' },
    ])
    expect(startersOf({ ...nothing, prompts: all.prompts })).toEqual([
      { kind: 'answer', answer: 'Al mercato' },
      { kind: 'answer', answer: 'Cacio e pepe' },
    ])
  })

  it('take no town without a name, and no aim that is none', () => {
    expect(startersOf({ ...nothing, sharedCity: '' })).toEqual([])
    expect(startersOf({ ...nothing, sharedIntent: 'open' })).toEqual([])
    expect(startersOf({ ...nothing, sharedIntent: 'friendship' })).toEqual([{ kind: 'intent' }])
  })

  it.each([
    ['Al mercato, con calma.', 'Al mercato, con calma'],
    ['  due\n righe ', 'due righe'],
    ['Dico sempre «magari»!', 'Dico sempre magari!'],
    ['Perché no?', 'Perché no?'],
    ['…', undefined],
    ['❤️', undefined],
    ['', undefined],
    ['Chiamami: 347 123 45 67', undefined],
    ['scrivi a marta@example.com', undefined],
    [
      'Una passeggiata lunga lungo il fiume, poi il pranzo da mia nonna con tutti i cugini',
      'Una passeggiata lunga lungo il fiume, poi il…',
    ],
    ['à'.repeat(60), `${'à'.repeat(48)}…`],
  ])('quote %j as %j', (answer, quote) => {
    expect(quoteOf(answer)).toBe(quote)
  })

  it('quote the answer’s own words alone, on one short line, and never a contact', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (answer) => {
        const quote = quoteOf(answer)
        if (quote === undefined) return
        expect(hasContact(answer)).toBe(false)
        expect(quote).not.toMatch(/[\n«»“”"]/u)
        expect([...new Intl.Segmenter().segment(quote)].length).toBeLessThanOrEqual(49)
        const plain = (text: string) =>
          text
            .replace(/[«»“”"]/gu, '')
            .replace(/\s+/gu, ' ')
            .trim()
        expect(plain(answer).startsWith(plain(quote.replace(/…$/u, '')))).toBe(true)
      }),
    )
  })
})

describe('in words', () => {
  const said: Record<Locale, readonly [answer: string, town: string]> = {
    it: ['«Al mercato»: mi racconti di più?', 'Stessa città, Roma: qual è il tuo posto del cuore?'],
    es: ['«Al mercato»: ¿me cuentas más?', 'Misma ciudad, Roma: ¿cuál es tu sitio favorito?'],
    fr: ['« Al mercato » : vous m’en dites plus ?', 'Même ville, Roma : quel est votre coin préféré ?'],
    en: ['“Al mercato”: tell me more?', 'Same town, Roma: where’s your favourite spot?'],
  }
  it.each(locales)('%s', (locale) => {
    const i18n = i18nFor(locale)
    const [answer, town] = said[locale]
    expect(starterText(i18n, { kind: 'answer', answer: 'Al mercato' })).toBe(answer)
    expect(starterText(i18n, { kind: 'town', city: 'Roma' })).toBe(town)
    const questions = interestIds.map((id) => starterText(i18n, { kind: 'interest', id }))
    expect(new Set(questions).size).toBe(interestIds.length)
    for (const text of [...questions, starterText(i18n, { kind: 'intent' })]) {
      expect(text).toMatch(/\?$/)
      // In the language of the page, and short enough to be read on a phone.
      if (locale !== 'it') expect(text).not.toMatch(/^Anche/)
      expect(text.length).toBeLessThanOrEqual(85)
      expect(hasContact(text)).toBe(false)
    }
  })
})
