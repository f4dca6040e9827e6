import type { I18n } from '@lingui/core'

/** Texts around every email: why it was sent, whom to contact. */
export const frameTexts = (i18n: I18n) => ({
  copyLink: i18n._('Se il pulsante non funziona, copia questo indirizzo nel browser:'),
  because: (title: string) =>
    i18n._('Ricevi questa email perché il tuo indirizzo è stato usato su {title}.', { title }),
  notified: (title: string) =>
    i18n._('Ricevi questa email perché hai attivo l’avviso dei nuovi messaggi su {title}.', { title }),
  unsubscribe: i18n._('Non inviarmi più questi avvisi'),
  questions: i18n._('Domande? Scrivi a'),
  vatNumber: i18n._('Partita IVA'),
})
