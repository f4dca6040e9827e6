/** `npm test -- full`: every brand, language and script setting on every page, where one of each is enough otherwise. */
export const isFull = process.env['TEST_FULL'] !== undefined

export const languages = { it: 'it-IT', es: 'es-ES', fr: 'fr-FR', en: 'en-GB' } as const
export type Language = keyof typeof languages
