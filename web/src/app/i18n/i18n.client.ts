import type { Locale } from '@incontro/contract'
import { type I18n, setupI18n } from '@lingui/core'
import type { Messages } from '@lingui/core'
import { dateForms } from './date-forms.ts'

const catalogues: Record<Locale, () => Promise<{ messages: Messages }>> = {
  it: () => import('../../i18n/it.po'),
  es: () => import('../../i18n/es.po'),
  fr: () => import('../../i18n/fr.po'),
  en: () => import('../../i18n/en.po'),
}

/** Loads the page's own catalogue; the other three never reach the browser. */
export const loadI18n = async (locale: Locale): Promise<I18n> => {
  const { messages } = await catalogues[locale]()
  return setupI18n({ locale, locales: dateForms[locale], messages: { [locale]: messages } })
}
