import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { failureText } from '#app/api/failure-text.ts'

/** Messages by the server's code or by the name of the browser's error. */
const texts: Record<string, MessageDescriptor> = {
  passkey_unknown: msg`Questa passkey non apre nessun profilo qui: forse è stata rimossa. Accedi con email e password.`,
  passkey_refused: msg`Questa passkey non è più sicura. Accedi in un altro modo, toglila dal profilo e creane una nuova.`,
  passkey_expired: msg`È passato troppo tempo. Riprova.`,
  passkey_invalid: msg`Con questo dispositivo non riusciamo a creare una passkey. Prova con un altro.`,
  passkey_known: msg`Su questo dispositivo c’è già una tua passkey.`,
  too_many_passkeys: msg`Hai già dieci passkey. Per aggiungerne una, prima togline un’altra.`,
  not_verified: msg`Prima conferma la tua email, poi potrai creare una passkey.`,
  sign_in_again: msg`Per sicurezza esci e accedi di nuovo: poi hai dieci minuti per creare la passkey.`,
  password_errata: msg`La password non è giusta.`,
  last_sign_in_method: msg`È il tuo unico modo di accedere. Prima scegli una password con «Hai dimenticato la password?».`,
  InvalidStateError: msg`Su questo dispositivo c’è già una tua passkey.`,
  NotAllowedError: msg`Non è arrivata nessuna passkey: hai annullato, oppure è scaduto il tempo. Puoi riprovare quando vuoi.`,
  NotSupportedError: msg`Questo browser o questo dispositivo non può usare le passkey.`,
}
const unsupported = ['SecurityError', 'ConstraintError', 'UnknownError']

/** The message for a failed passkey; null if the member cancelled it to use another method. */
export const passkeyFailure = (error: unknown): MessageDescriptor | null => {
  const { name = '', code = '' } = error as { name?: string; code?: string }
  if (name === 'AbortError') return null
  const key = name === 'ApiProblem' ? code : unsupported.includes(name) ? 'NotSupportedError' : name
  return texts[key] ?? failureText(code)
}
