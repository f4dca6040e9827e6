import type { I18n } from '@lingui/core'

/** Texts of the card form, by the keys of its script (`web/src/payment-frame`). */
export const frameTexts = (i18n: I18n) => ({
  title: i18n._('Dati della carta'),
  number: i18n._('Numero della carta'),
  expiry: i18n._('Scadenza'),
  expiryFormat: i18n._('MM/AA'),
  code: i18n._('CVV'),
  hint: i18n._(
    'Il CVV sono le 3 cifre sul retro (su American Express le 4 davanti). I dati della carta arrivano cifrati al gestore dei pagamenti: noi non li vediamo.',
  ),
  numberIncomplete: i18n._('Scrivi il numero intero della carta.'),
  numberValid: i18n._('Numero valido'),
  numberInvalid: i18n._('Questo numero non è valido: controlla le cifre.'),
  expiryIncomplete: i18n._('Scrivi la scadenza, mese e anno.'),
  expiryInvalid: i18n._('Il mese va da 01 a 12.'),
  expiryPast: i18n._('Questa carta è scaduta.'),
  codeIncomplete: i18n._('Scrivi le 3 cifre del CVV.'),
  codeIncompleteAmex: i18n._('Scrivi le 4 cifre sul davanti della carta.'),
  unavailable: i18n._(
    'In questo momento non possiamo ricevere i dati della carta. Riprova tra poco: non ti è stato addebitato nulla.',
  ),
})

export type FrameTexts = ReturnType<typeof frameTexts>
