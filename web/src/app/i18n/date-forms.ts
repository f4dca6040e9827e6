import type { Locale } from '@incontro/contract'
import { dateWords, type DatePlace } from '@incontro/contract/date-words'

/**
 * The locale by which each language writes dates, times and numbers; plain “en” would use the forms of the United
 * States.
 */
export const dateForms: Record<Locale, string> = { it: 'it-IT', es: 'es-ES', fr: 'fr-FR', en: 'en-GB' }

/** A phone takes up to some ten milliseconds to make a formatter, which every message and row of a list needs. */
const remembered = <Options extends object, Format>(make: (locale: Locale, options: Options) => Format) => {
  const formats = new Map<string, Format>()
  return (locale: Locale, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`
    const format = formats.get(key) ?? make(locale, options)
    formats.set(key, format)
    return format
  }
}

/** The formatter of these options, made once: options must be one of a few. Without a time zone, the reader's. */
export const dateFormat = remembered(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(dateForms[locale], options),
)

/** "yesterday", "4 minutes ago": likewise made once. */
export const relativeFormat = remembered(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)

/** "23 novembre"; null without a time. @param timeZone of `useTimeZone`; undefined for the reader's */
export const dayOf = (
  time: string | null | undefined,
  locale: Locale,
  timeZone: string | undefined,
  place: DatePlace,
): string | null =>
  time
    ? dateWords(
        locale,
        dateFormat(locale, { day: 'numeric', month: 'long', ...(timeZone && { timeZone }) }).format(new Date(time)),
        place,
      )
    : null
