import type { SignupAnswers } from '@incontro/contract/domain'
import { ApiProblem, apiOver, type Sender } from '#app/api/api.ts'
import { elsewhereOf } from '../signup/elsewhere.ts'
import { withProofOfWork } from '#app/api/proof-of-work.ts'
import { seal } from '../signup/register.ts'
import type { SignupPlace } from '../signup/signup-place.ts'
import { codeOf, type SignupRefusal } from '../signup/signup-attempt.ts'
import { livesElsewhere, signupFailures, signupPayloadOf, type SignupValues } from '../signup/signup-form.ts'

export type InvitedResult =
  | { readonly clickid: string }
  | { readonly elsewhere: string }
  | { readonly ended: true }
  | SignupRefusal

/**
 * Checks an invited person's form and registers them with the invitation's address. Without a password the member sets
 * one later.
 *
 * @param search the query string of the page
 */
export const attemptInvited = async (
  send: Sender,
  token: string,
  { email: _email, ...values }: SignupValues,
  place: SignupPlace,
  search: string,
  signal?: () => Promise<string>,
): Promise<InvitedResult> => {
  const { password, ...written } = values
  const refusal = (codes: readonly string[]): SignupRefusal => ({
    codes,
    values: { ...written, email: '' },
    stamp: Date.now(),
  })
  const abroad = livesElsewhere(values, place)
  const failures = abroad
    ? []
    : signupFailures({ ...values, email: 'invited@site.invalid', password: password || 'chosen later' })
  if (failures.length > 0) return refusal(failures)
  try {
    const { email: _, password: __, ...rest } = signupPayloadOf({ ...values, email: '' }, place)
    const payload: SignupAnswers = abroad
      ? { country: values.livesIn }
      : { ...rest, ...(password === '' ? {} : { password }), ...(signal ? { fingerprint: await signal() } : {}) }
    const api = apiOver(send)
    const sealedSignup = await seal(payload, await api('GET /.well-known/jwks.json', {}))
    return await withProofOfWork(send, (altcha) =>
      api('POST /api/users/extSign_register', {
        body: altcha ? { sealedSignup, token, altcha } : { sealedSignup, token },
      }),
    )
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return { ended: true }
    const elsewhere = elsewhereOf(error, search)
    return elsewhere === undefined ? refusal([codeOf(error)]) : { elsewhere }
  }
}
