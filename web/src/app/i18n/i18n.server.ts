import type { Locale } from '@incontro/contract'
import { type I18n, setupI18n } from '@lingui/core'
import { messages as accountEn } from '#i18n/account-en.po'
import { messages as accountEs } from '#i18n/account-es.po'
import { messages as accountFr } from '#i18n/account-fr.po'
import { messages as accountIt } from '#i18n/account-it.po'
import { messages as dialogEn } from '#i18n/dialog-en.po'
import { messages as dialogEs } from '#i18n/dialog-es.po'
import { messages as dialogFr } from '#i18n/dialog-fr.po'
import { messages as dialogIt } from '#i18n/dialog-it.po'
import { messages as en } from '#i18n/en.po'
import { messages as es } from '#i18n/es.po'
import { messages as fr } from '#i18n/fr.po'
import { messages as it } from '#i18n/it.po'
import { messages as linkEn } from '#i18n/link-en.po'
import { messages as linkEs } from '#i18n/link-es.po'
import { messages as linkFr } from '#i18n/link-fr.po'
import { messages as linkIt } from '#i18n/link-it.po'
import { messages as visitorEn } from '#i18n/visitor-en.po'
import { messages as visitorEs } from '#i18n/visitor-es.po'
import { messages as visitorFr } from '#i18n/visitor-fr.po'
import { messages as visitorIt } from '#i18n/visitor-it.po'
import { dateForms } from './date-forms.ts'

const create = (locale: Locale, messages: typeof it) =>
  setupI18n({ locale, locales: dateForms[locale], messages: { [locale]: messages } })

// One instance per language, whose active language never changes, so concurrent requests cannot affect each other.
const instances: Record<Locale, I18n> = {
  it: create('it', { ...it, ...accountIt, ...linkIt, ...visitorIt, ...dialogIt }),
  es: create('es', { ...es, ...accountEs, ...linkEs, ...visitorEs, ...dialogEs }),
  fr: create('fr', { ...fr, ...accountFr, ...linkFr, ...visitorFr, ...dialogFr }),
  en: create('en', { ...en, ...accountEn, ...linkEn, ...visitorEn, ...dialogEn }),
}

export const i18nFor = (locale: Locale): I18n => instances[locale]
