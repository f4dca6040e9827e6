import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { failureText } from '#app/api/failure-text.ts'

/** Messages by the server's code or by the name of the browser's error. */
const texts: Record<string, MessageDescriptor> = {
  passkey_unknown: msg`This passkey doesn’t open a profile here: it may have been removed. Sign in with your email and password.`,
  passkey_refused: msg`This passkey is no longer safe. Sign in another way, remove it from your profile and create a new one.`,
  passkey_expired: msg`That took too long. Try again.`,
  passkey_invalid: msg`We couldn’t create a passkey with this device. Try another one.`,
  passkey_known: msg`There’s already a passkey of yours on this device.`,
  too_many_passkeys: msg`You already have ten passkeys. To add one, remove another first.`,
  not_verified: msg`Confirm your email first, then you can create a passkey.`,
  sign_in_again: msg`To be safe, sign out and sign in again: then you have ten minutes to create the passkey.`,
  password_errata: msg`That password isn’t right.`,
  last_sign_in_method: msg`It’s your only way to sign in. Choose a password first with “Forgot your password?”.`,
  InvalidStateError: msg`There’s already a passkey of yours on this device.`,
  NotAllowedError: msg`We didn’t get a passkey: you cancelled, or time ran out. You can try again whenever you like.`,
  NotSupportedError: msg`This browser or this device can’t use passkeys.`,
}
const unsupported = ['SecurityError', 'ConstraintError', 'UnknownError']

/** The message for a failed passkey; null if the member cancelled it to use another method. */
export const passkeyFailure = (error: unknown): MessageDescriptor | null => {
  const { name = '', code = '' } = error as { name?: string; code?: string }
  if (name === 'AbortError') return null
  const key = name === 'ApiProblem' ? code : unsupported.includes(name) ? 'NotSupportedError' : name
  return texts[key] ?? failureText(code)
}
