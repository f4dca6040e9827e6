import type { I18n } from '@lingui/core'

/** Texts around every email: why it was sent, whom to contact. */
export const frameTexts = (i18n: I18n) => ({
  copyLink: i18n._('If the button doesn’t work, copy this address into the browser:'),
  because: (title: string) => i18n._('You get this email because your address was used on {title}.', { title }),
  notified: (title: string) =>
    i18n._('You get this email because this notification is on for you on {title}.', { title }),
  unsubscribe: i18n._('Stop sending me these alerts'),
  promoted: (title: string) =>
    i18n._('You get this email because you agreed to news and offers from {title}.', { title }),
  leave: i18n._('Stop news and offers'),
  choose: i18n._('Choose what you’re notified of'),
  questions: i18n._('Questions? Write to'),
  vatNumber: i18n._('VAT'),
})
