import type { Locale } from '@incontro/contract'
import { type I18n, setupI18n } from '@lingui/core'
import type { Messages } from '@lingui/core'
import { dateForms } from './date-forms.ts'

type Catalogues = Record<Locale, () => Promise<{ messages: Messages }>>

const catalogues: Catalogues = {
  it: () => import('#i18n/it.po'),
  es: () => import('#i18n/es.po'),
  fr: () => import('#i18n/fr.po'),
  en: () => import('#i18n/en.po'),
}
/** Catalogues that load on demand, by the groups of `web/page-texts/folders.ts`. */
const later = {
  account: {
    it: () => import('#i18n/account-it.po'),
    es: () => import('#i18n/account-es.po'),
    fr: () => import('#i18n/account-fr.po'),
    en: () => import('#i18n/account-en.po'),
  },
  link: {
    it: () => import('#i18n/link-it.po'),
    es: () => import('#i18n/link-es.po'),
    fr: () => import('#i18n/link-fr.po'),
    en: () => import('#i18n/link-en.po'),
  },
  visitor: {
    it: () => import('#i18n/visitor-it.po'),
    es: () => import('#i18n/visitor-es.po'),
    fr: () => import('#i18n/visitor-fr.po'),
    en: () => import('#i18n/visitor-en.po'),
  },
  dialog: {
    it: () => import('#i18n/dialog-it.po'),
    es: () => import('#i18n/dialog-es.po'),
    fr: () => import('#i18n/dialog-fr.po'),
    en: () => import('#i18n/dialog-en.po'),
  },
} satisfies Record<string, Catalogues>

/** One instance per page, whose language never changes; catalogues are added to it as they load. */
let page: I18n | undefined
const pageI18n = (locale: Locale): I18n =>
  (page ??= setupI18n({ locale, locales: dateForms[locale], messages: { [locale]: {} } }))

/**
 * Adds texts that nothing on the page has asked for yet. Lingui's own `load` renders every text of the page again, in
 * one long task.
 */
const add = (locale: Locale, messages: Messages): I18n => {
  const i18n = pageI18n(locale)
  Object.assign(i18n.messages, messages)
  return i18n
}

/** Loads the catalogue of the page's language; the browser never downloads the other three. */
export const loadI18n = async (locale: Locale): Promise<I18n> => {
  const { messages } = await catalogues[locale]()
  return add(locale, messages)
}

/**
 * Loads the texts of a group of pages, which only those pages need. Modules that wait for it would fail for ever if it
 * failed, so without a network it waits for the network.
 */
export const loadTexts = async (group: keyof typeof later, locale: Locale): Promise<void> => {
  try {
    const { messages } = await later[group][locale]()
    add(locale, messages)
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    await loadTexts(group, locale)
  }
}
