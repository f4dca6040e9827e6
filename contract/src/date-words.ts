import type { Locale } from './fields.ts'

/**
 * How a date stands in a sentence: alone, or after the word that our languages put before it. `on` is “il 3 dicembre”,
 * `On` the same at the start of a sentence, `to` follows “fino”, “jusqu’” or “until”, `from` is “dal 3 dicembre”.
 */
export type DatePlace = 'alone' | 'on' | 'On' | 'to' | 'from'

/** The word before a date; in English it is part of the sentence, as it differs (“on”, “until”). */
const before: Readonly<Record<Locale, Readonly<Record<'on' | 'to' | 'from', string>>>> = {
  it: { on: 'il', to: 'al', from: 'dal' },
  es: { on: 'el', to: 'el', from: 'el' },
  fr: { on: 'le', to: 'au', from: 'du' },
  en: { on: '', to: '', from: '' },
}

/** Italian and French write the first of a month as an ordinal number, which `Intl` does not. */
const first: Readonly<Partial<Record<Locale, string>>> = { it: '1º', fr: '1er' }

/** Italian elides the article before otto and undici. */
const elided: Readonly<Record<string, string>> = { il: 'l’', al: 'all’', dal: 'dall’' }

/** @param date as `Intl` writes it, with the day of the month first: “11 dicembre 2026” */
export const dateWords = (locale: Locale, date: string, place: DatePlace = 'alone'): string => {
  const day = date.replace(/^1(?= \p{L})/u, first[locale] ?? '1')
  if (place === 'alone') return day
  const word = before[locale][place === 'On' ? 'on' : place]
  const isElided = locale === 'it' && /^(?:8|11) /.test(day)
  const words = isElided ? `${elided[word]}${day}` : `${word} ${day}`.trimStart()
  return place === 'On' ? words.charAt(0).toUpperCase() + words.slice(1) : words
}
