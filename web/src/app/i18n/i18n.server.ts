import type { Locale } from '@incontro/contract'
import { type I18n, setupI18n } from '@lingui/core'
import { messages as en } from '../../i18n/en.po'
import { messages as es } from '../../i18n/es.po'
import { messages as fr } from '../../i18n/fr.po'
import { messages as it } from '../../i18n/it.po'
import { dateForms } from './date-forms.ts'

const create = (locale: Locale, messages: typeof it) =>
  setupI18n({ locale, locales: dateForms[locale], messages: { [locale]: messages } })

// One instance per language, never re-activated: requests in different languages cannot mix.
const instances: Record<Locale, I18n> = {
  it: create('it', it),
  es: create('es', es),
  fr: create('fr', fr),
  en: create('en', en),
}

export const i18nFor = (locale: Locale): I18n => instances[locale]
