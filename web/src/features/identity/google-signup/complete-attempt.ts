import { ApiProblem, apiOver, type Sender } from '#app/api/api.ts'
import { elsewhereOf } from '../signup/elsewhere.ts'
import { withProofOfWork } from '#app/api/proof-of-work.ts'
import type { SignupPlace } from '../signup/signup-place.ts'
import { codeOf, type SignupRefusal } from '../signup/signup-attempt.ts'
import { livesElsewhere, signupFailures, signupPayloadOf, type SignupValues } from '../signup/signup-form.ts'

export type CompleteRefusal = SignupRefusal & { readonly username: string }
export type CompleteResult =
  | { readonly to: string; readonly clickid?: string }
  | { readonly elsewhere: string }
  | { readonly ended: true }
  | CompleteRefusal

/**
 * Checks the rest of the form of a new member and registers them. The server already has the address and identity from
 * Google.
 */
export const attemptComplete = async (
  send: Sender,
  { email: _email, password: _password, ...written }: SignupValues,
  username: string,
  place: SignupPlace,
  signal?: () => Promise<string>,
): Promise<CompleteResult> => {
  const refusal = (codes: readonly string[]): CompleteRefusal => ({
    codes,
    values: { ...written, email: '' },
    username,
    stamp: Date.now(),
  })
  const values = { ...written, email: 'proven@site.invalid', password: 'there is none' }
  const abroad = livesElsewhere(written, place)
  const failures = abroad ? [] : signupFailures(values)
  if (failures.length > 0) return refusal(failures)
  try {
    const { email: _, password: __, ...rest } = signupPayloadOf(values, place)
    const body = abroad
      ? { country: written.livesIn }
      : { ...rest, username, ...(signal ? { fingerprint: await signal() } : {}) }
    const api = apiOver(send)
    const { next, clickid } = await withProofOfWork(send, (altcha) =>
      api('POST /api/users/auth/google/complete', { body: altcha ? { ...body, altcha } : body }),
    )
    return { to: next, clickid }
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'google_ended') return { ended: true }
    const elsewhere = elsewhereOf(error, '')
    return elsewhere === undefined ? refusal([codeOf(error)]) : { elsewhere }
  }
}
