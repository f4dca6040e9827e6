import type { I18n } from '@lingui/core'

/** Labels of messages to support, read by the brand's staff. */
export const contactTexts = (i18n: I18n) => ({
  topics: {
    service: i18n._('How the service works'),
    account: i18n._('Profile and signing in'),
    payments: i18n._('Payments and cancelling'),
    safety: i18n._('Safety or a report'),
    privacy: i18n._('Personal data'),
    other: i18n._('Something else'),
  },
  from: i18n._('From'),
  language: i18n._('Language'),
  languages: { it: i18n._('Italian'), es: i18n._('Spanish'), fr: i18n._('French'), en: i18n._('English') },
  member: i18n._('Profile'),
  visitor: i18n._('not signed in'),
  because: (title: string) =>
    i18n._('Written on the contact page of {title}. A reply goes to whoever sent it.', { title }),
})
