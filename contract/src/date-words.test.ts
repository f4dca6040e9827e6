import { expect, it } from 'vitest'
import { dateWords, type DatePlace } from './date-words.ts'

const forms = { it: 'it-IT', es: 'es-ES', fr: 'fr-FR', en: 'en-GB' } as const
type Language = keyof typeof forms
const places: readonly DatePlace[] = ['alone', 'on', 'On', 'to', 'from']
const year = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2028, 0, 1 + day)))
const written = (language: Language, date: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(forms[language], { ...options, timeZone: 'UTC' }).format(date)

/** What stands before the number, and what is added to it, by day of the month. */
const expected: Readonly<Record<Language, (day: number) => { first?: string; words: readonly string[] }>> = {
  it: (day) => ({
    first: 'º',
    words: day === 8 || day === 11 ? ['', 'l’', 'L’', 'all’', 'dall’'] : ['', 'il ', 'Il ', 'al ', 'dal '],
  }),
  es: () => ({ words: ['', 'el ', 'El ', 'el ', 'el '] }),
  fr: () => ({ first: 'er', words: ['', 'le ', 'Le ', 'au ', 'du '] }),
  en: () => ({ words: ['', '', '', '', ''] }),
}

it.each(Object.keys(forms) as Language[])('puts the right word before each day of a year in %s', (language) => {
  for (const options of [
    { day: 'numeric', month: 'long', year: 'numeric' },
    { day: 'numeric', month: 'long' },
    { dateStyle: 'long', timeStyle: 'short' },
  ] as const)
    for (const date of year) {
      const text = written(language, date, options)
      const day = date.getUTCDate()
      const { first = '', words } = expected[language](day)
      const rest = text.slice(String(day).length)
      expect(places.map((place) => dateWords(language, text, place))).toEqual(
        words.map((word) => `${word}${day}${day === 1 ? first : ''}${rest}`),
      )
    }
})

it.each([
  ['it', '01/12/2026', '01/12/2026'],
  ['it', 'dicembre 2026', 'dicembre 2026'],
  ['it', '1', '1'],
  ['fr', '11 décembre', '11 décembre'],
] as const)('leaves %s “%s” as it is', (language, text, words) => expect(dateWords(language, text)).toBe(words))
