import type { Locale } from '@incontro/contract'

/**
 * The locale by which each language writes dates, times and numbers; plain “en” would use the forms of the United
 * States.
 */
export const dateForms: Record<Locale, string> = { it: 'it-IT', es: 'es-ES', fr: 'fr-FR', en: 'en-GB' }

/** "23 novembre" in the reader's time zone; null without a time. */
export const dayOf = (time: string | null | undefined, locale: Locale): string | null =>
  time ? new Intl.DateTimeFormat(dateForms[locale], { day: 'numeric', month: 'long' }).format(new Date(time)) : null
