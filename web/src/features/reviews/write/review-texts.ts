import type { ReviewRefusal } from '@incontro/contract/review-rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { failureText } from '#app/api/failure-text.ts'

const failures: Record<string, MessageDescriptor> = {
  review_no_stars: msg`Scegli da una a cinque stelle.`,
  review_too_short: msg`Racconta qualcosa in più: servono almeno 20 caratteri.`,
  review_too_long: msg`È troppo lunga: accorciala a 1000 caratteri.`,
  review_contacts: msg`Togli link, indirizzi email, nomi di social e numeri di telefono: qui li legge chiunque.`,
  invalid: msg`C’è qualcosa che non possiamo conservare così com’è. Riscrivilo con lettere e segni comuni.`,
}

/** The message about a mistake in a review; it says what the member can do next. */
export const reviewFailure = (code: string): MessageDescriptor => failures[code] ?? failureText(code)

/** The only grounds for refusing a review. */
export const refusalTexts: Record<ReviewRefusal, MessageDescriptor> = {
  insults: msg`Insulti e minacce`,
  personal_data: msg`Dati personali, o dettagli che fanno riconoscere un’altra persona`,
  advertising: msg`Pubblicità e inviti verso altri servizi`,
  unlawful: msg`Quello che la legge vieta`,
  off_topic: msg`Testi che non parlano della tua esperienza con il servizio`,
  not_own: msg`Racconti inventati, o di qualcun altro`,
}
