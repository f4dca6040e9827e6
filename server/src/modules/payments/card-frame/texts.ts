import type { I18n } from '@lingui/core'

/** Texts of the card form, by the keys of its script (`web/src/payment-frame`). */
export const frameTexts = (i18n: I18n) => ({
  title: i18n._('Card details'),
  number: i18n._('Card number'),
  expiry: i18n._('Expiry'),
  expiryFormat: i18n._('MM/YY'),
  code: i18n._('CVV'),
  hint: i18n._(
    'The CVV is the 3 digits on the back (the 4 on the front of American Express). Card details reach the payment processor encrypted: we don’t see them.',
  ),
  numberIncomplete: i18n._('Enter the whole card number.'),
  numberValid: i18n._('Valid number'),
  numberInvalid: i18n._('This number isn’t valid: check the digits.'),
  expiryIncomplete: i18n._('Enter the expiry, month and year.'),
  expiryInvalid: i18n._('The month is 01 to 12.'),
  expiryPast: i18n._('This card has expired.'),
  codeIncomplete: i18n._('Enter the 3 digits of the CVV.'),
  codeIncompleteAmex: i18n._('Enter the 4 digits on the front of the card.'),
  unavailable: i18n._('We can’t take card details at the moment. Please try again shortly: you haven’t been charged.'),
})

export type FrameTexts = ReturnType<typeof frameTexts>
