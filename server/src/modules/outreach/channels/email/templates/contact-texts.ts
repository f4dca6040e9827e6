import type { I18n } from '@lingui/core'

/** Labels of messages to support, read by the brand's staff. */
export const contactTexts = (i18n: I18n) => ({
  topics: {
    service: i18n._('Come funziona il servizio'),
    account: i18n._('Profilo e accesso'),
    payments: i18n._('Pagamenti e disdetta'),
    safety: i18n._('Sicurezza o segnalazione'),
    privacy: i18n._('Dati personali'),
    other: i18n._('Altro'),
  },
  from: i18n._('Da'),
  language: i18n._('Lingua'),
  languages: { it: i18n._('italiano'), es: i18n._('spagnolo'), fr: i18n._('francese'), en: i18n._('inglese') },
  member: i18n._('Profilo'),
  visitor: i18n._('non ha fatto l’accesso'),
  because: (title: string) =>
    i18n._('Scritto nella pagina dei contatti di {title}. Rispondendo scrivi a chi l’ha mandato.', { title }),
})
