import type { PageMethod } from '@incontro/contract'
import { bankMark, markImage, visaMark, wordMark } from '../marks.ts'

interface KnownMethod {
  /** The same in every language; empty where it is a word, which the page translates. */
  readonly name: string
  readonly mark: string | null
}

const named = (name: string, colour: string): KnownMethod => ({
  name,
  mark: markImage(wordMark(name, colour, undefined, Math.max(38, 8 + 5 * name.length))),
})

/** What members read and see of the methods of a provider's page. */
export const knownMethods: Readonly<Record<PageMethod, KnownMethod>> = {
  card: { name: '', mark: markImage(visaMark()) },
  bancomat: named('BANCOMAT Pay', '#0a3c7d'),
  bancontact: named('Bancontact', '#005498'),
  bizum: named('Bizum', '#00777d'),
  blik: named('BLIK', '#1a1a1a'),
  eps: named('eps', '#7a0058'),
  ideal: named('iDEAL', '#b30061'),
  klarna: named('Klarna', '#17120f'),
  mbway: named('MB WAY', '#b3000f'),
  multibanco: named('Multibanco', '#1d4f91'),
  satispay: named('Satispay', '#c6271f'),
  swish: named('Swish', '#2f6b36'),
  twint: named('TWINT', '#1a1a1a'),
  transfer: { name: '', mark: markImage(bankMark) },
  other: { name: '', mark: null },
}
