import type { Locale } from '@incontro/contract'

/** How each language writes dates, times and numbers here: “en” alone would write them as in the United States. */
export const dateForms: Record<Locale, string> = { it: 'it-IT', es: 'es-ES', fr: 'fr-FR', en: 'en-GB' }

/** "23 novembre", in the reader's own time; null without a moment. */
export const dayOf = (time: string | null | undefined, locale: Locale): string | null =>
  time ? new Intl.DateTimeFormat(dateForms[locale], { day: 'numeric', month: 'long' }).format(new Date(time)) : null
