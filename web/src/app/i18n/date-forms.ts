import type { Locale } from '@incontro/contract'

/** How each language writes dates, times and numbers here: “en” alone would write them as in the United States. */
export const dateForms: Record<Locale, string> = { it: 'it-IT', es: 'es-ES', fr: 'fr-FR', en: 'en-GB' }
