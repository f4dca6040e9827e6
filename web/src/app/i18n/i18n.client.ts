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
const accountCatalogues: Record<Locale, () => Promise<{ messages: Messages }>> = {
  it: () => import('../../i18n/account-it.po'),
  es: () => import('../../i18n/account-es.po'),
  fr: () => import('../../i18n/account-fr.po'),
  en: () => import('../../i18n/account-en.po'),
}

/** One for the page, whose language never changes; filled by the catalogues as they arrive. */
let page: I18n | undefined
const pageI18n = (locale: Locale): I18n => (page ??= setupI18n({ locale, locales: dateForms[locale] }))

/** Loads the page's own catalogue; the other three never reach the browser. */
export const loadI18n = async (locale: Locale): Promise<I18n> => {
  const { messages } = await catalogues[locale]()
  pageI18n(locale).load(locale, messages)
  return pageI18n(locale)
}

/** Adds the texts of the account's pages, which only those pages need. */
export const loadAccountTexts = async (locale: Locale): Promise<void> => {
  const { messages } = await accountCatalogues[locale]()
  pageI18n(locale).load(locale, messages)
}
