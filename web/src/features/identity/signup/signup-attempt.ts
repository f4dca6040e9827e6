import type { SignupAnswers } from '@incontro/contract/domain'
import { ApiProblem, type Sender } from '#app/api/api.ts'
import { elsewhereOf } from './elsewhere.ts'
import { register } from './register.ts'
import { livesElsewhere, signupFailures, signupPayloadOf, type SignupValues, unknownTownCode } from './signup-form.ts'
import type { SignupPlace } from './signup-place.ts'

/** What the form shows after a refusal: the codes in the specification's order, and all values except the password. */
const refusal = (codes: readonly string[], written: SignupValues) => {
  const { password: _, ...values } = written
  return { codes, values, stamp: Date.now() }
}
export type SignupRefusal = ReturnType<typeof refusal>

/** The failure's code. A town that the region does not have is no fault of the region, whose code it has. */
export const codeOf = (error: unknown): string =>
  !(error instanceof ApiProblem) ? '' : error.field === 'city' ? unknownTownCode : error.code

/**
 * Checks the form and registers. The browser calls it with its own fetch, the page's action with the API in process.
 *
 * @param search the query string of the page
 * @param signal the browser's device signal; read only when the form is valid
 * @returns the member's tracker id, the site that serves the country instead, or the failure
 */
export const attemptSignup = async (
  send: Sender,
  values: SignupValues,
  place: SignupPlace,
  search: string,
  signal?: () => Promise<string>,
): Promise<{ readonly clickid: string } | { readonly elsewhere: string } | SignupRefusal> => {
  const abroad = livesElsewhere(values, place)
  const failures = abroad ? [] : signupFailures(values)
  if (failures.length > 0) return refusal(failures, values)
  try {
    // No personal data goes to a brand that will not register the visitor.
    const payload: SignupAnswers = abroad ? { country: values.livesIn } : signupPayloadOf(values, place)
    return await register(send, signal ? { ...payload, fingerprint: await signal() } : payload)
  } catch (error) {
    const elsewhere = elsewhereOf(error, search)
    return elsewhere === undefined ? refusal([codeOf(error)], values) : { elsewhere }
  }
}
