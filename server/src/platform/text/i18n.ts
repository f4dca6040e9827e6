import { readFileSync } from 'node:fs'
import { type Locale, locales } from '@incontro/contract'
import { type I18n, type Messages, setupI18n } from '@lingui/core'

/** Locale used to format dates and numbers: plain “en” would use the formats of the United States. */
export const dateForms: Readonly<Record<Locale, string>> = { it: 'it-IT', es: 'es-ES', fr: 'fr-FR', en: 'en-GB' }

/** The build compiles `server/src/i18n/*.po` into this folder. */
const catalogues = new URL('../../../build/i18n/', import.meta.url)
const instances = new Map<Locale, I18n>()

/**
 * The server's texts in a language, for `i18n._('English text with a {name}', { name })`. There is one immutable
 * instance per language, so concurrent requests in different languages cannot mix. |
 * @throws when the catalogues have not been built
 */
export function i18nFor(locale: Locale): I18n {
  const known = instances.get(locale)
  if (known !== undefined) return known
  const i18n = setupI18n({ locale, locales: dateForms[locale], messages: { [locale]: readCatalogue(locale) } })
  instances.set(locale, i18n)
  return i18n
}

/** Loads the texts of every language. @throws when the catalogues have not been built */
export function loadCatalogues(): void {
  for (const locale of locales) i18nFor(locale)
}

function readCatalogue(locale: Locale): Messages {
  try {
    const { messages } = JSON.parse(readFileSync(new URL(`${locale}.json`, catalogues), 'utf8')) as {
      messages: Messages
    }
    return messages
  } catch (error) {
    throw new Error('The texts of the server are not built: run `npm run build`.', { cause: error })
  }
}
