import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { failureText } from '#app/api/failure-text.ts'

interface Words {
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
}

const title = msg`Non ci siamo riusciti`

const words: Record<string, Words | undefined> = {
  access_denied: {
    title: msg`Hai annullato l’accesso`,
    text: msg`Non abbiamo ricevuto nulla da Google. Puoi riprovare, oppure usare email e password.`,
  },
  google_ended: {
    title: msg`Questo accesso non vale più`,
    text: msg`È passato troppo tempo, oppure l’hai cominciato in un’altra finestra. Ricomincia da qui.`,
  },
  google_refused: { title, text: msg`Google non ha confermato l’accesso. Ricomincia da qui.` },
  google_unreachable: { title: msg`Google non risponde`, text: msg`Riprova tra poco, oppure usa email e password.` },
  google_unverified: {
    title: msg`Google non ha verificato il tuo indirizzo`,
    text: msg`Non possiamo sapere se è davvero tuo. Usa un altro account Google, oppure email e password.`,
  },
  google_other_account: {
    title: msg`Questo profilo usa un altro account Google`,
    text: msg`Scegli quello della prima volta, oppure usa email e password.`,
  },
  google_taken: {
    title: msg`Questo account Google è di un altro profilo`,
    text: msg`Un account apre un solo profilo. Scegline un altro.`,
  },
  google_linked: {
    title: msg`Hai già collegato un account Google`,
    text: msg`Per cambiarlo, prima scollega quello che c’è.`,
  },
  // On the profile page, where accounts are linked and unlinked.
  password_needed: { title, text: msg`Scrivi la password.` },
  password_errata: { title, text: msg`La password non è giusta.` },
  not_verified: { title, text: msg`Prima conferma la tua email, poi potrai collegare un account.` },
  sign_in_again: {
    title,
    text: msg`Per sicurezza esci e accedi di nuovo: poi hai dieci minuti per collegare l’account.`,
  },
  last_sign_in_method: {
    title,
    text: msg`È il tuo unico modo di accedere. Prima scegli una password con «Hai dimenticato la password?».`,
  },
}

/** The message for a failed sign-in with Google; it says what the member can do next. */
export const googleFailure = (code: string): Words => words[code] ?? { title, text: failureText(code) }
