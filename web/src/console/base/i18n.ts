import type { Locale } from '@incontro/contract'
import { type I18n, type Messages, setupI18n } from '@lingui/core'

/** Each language by its own name. */
export const languageName: Readonly<Record<Locale, string>> = {
  it: 'Italiano',
  es: 'Español',
  fr: 'Français',
  en: 'English',
}
export const languages = Object.keys(languageName) as readonly Locale[]

const catalogues: Record<Locale, () => Promise<{ messages: Messages }>> = {
  it: () => import('#i18n/console-it.po'),
  es: () => import('#i18n/console-es.po'),
  fr: () => import('#i18n/console-fr.po'),
  en: () => import('#i18n/console-en.po'),
}

export const i18n: I18n = setupI18n()

/** Loads a language and shows it; the others are never downloaded. */
export async function showLanguage(locale: Locale): Promise<void> {
  if (i18n.locale === locale) return
  const { messages } = await catalogues[locale]()
  document.documentElement.lang = locale
  // Plain “en” would write dates as in the United States.
  i18n.loadAndActivate({ locale, locales: locale === 'en' ? 'en-GB' : locale, messages })
}

/** Of the browser, before it is known who signs in. */
export const browserLanguage = (): Locale =>
  navigator.languages.map((one) => one.slice(0, 2)).flatMap((one) => languages.filter((known) => known === one))[0] ??
  'en'
