import { describe, expect, it } from 'vitest'
import { faultOf, tidy } from './text.ts'

const around = (words: string): string => `Mi sono trovata bene qui, ${words} e lo consiglio.`

describe('the text of a review', () => {
  it.each([
    'https://example.org',
    'HTTP://EXAMPLE.ORG',
    'www.example',
    'guardate incontri.it',
    'Incontri.COM',
    'bit.ly/abc',
    't.me/anna',
    'example.es/x',
    'anna@person.example',
    'su insta @anna_88',
    '333 123 4567',
    '+39 333.123.45.67',
    '(06) 1234-5678',
    '٣٣٣١٢٣٤٥٦٧',
    '333-12 34/567',
  ])('may not lead elsewhere: %s', (words) => expect(faultOf(around(words))).toBe('review_contacts'))

  it.each([
    'dal 12/03/2025',
    'dal 2024-2025',
    'dopo 3.500 messaggi',
    'alle 21.30',
    'bello.Poi ci siamo visti',
    'è bello.me lo dicevano',
    'le 10-20 persone della mia zona',
    'da 1 a 10',
    'con €24.90 al mese',
    'lui/lei',
    'pessimo: tempo e soldi buttati',
  ])('may say %s', (words) => expect(faultOf(around(words))).toBeUndefined())

  it('has between twenty and a thousand characters, as people count them', () => {
    expect(faultOf('x'.repeat(19))).toBe('review_too_short')
    expect(faultOf('😀'.repeat(19))).toBe('review_too_short')
    expect(faultOf('x'.repeat(20))).toBeUndefined()
    expect(faultOf('😀'.repeat(1000))).toBeUndefined()
    expect(faultOf('x'.repeat(1001))).toBe('review_too_long')
  })

  it('is normalised: no stray lines, no invisible or direction-changing characters', () => {
    expect(tidy('  Ciao\t a\u200b tutti \r\n\r\n\r\n\r\n e\u202e grazie\u009b ')).toBe('Ciao a tutti\n\ne grazie')
    expect(tidy('<b>Ciao</b> & via')).toBe('<b>Ciao</b> & via')
    expect(tidy(' \u200b\u2060\n ')).toBe('')
    // The joiner inside an emoji stays.
    expect(tidy('👩‍🦰')).toBe('👩‍🦰')
  })
})
