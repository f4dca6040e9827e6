import { apiOver, type CallOf, type Sender } from '#app/api/api.ts'
import { withProofOfWork } from '#app/api/proof-of-work.ts'

/**
 * Signs in with email and password.
 *
 * @throws ApiProblem with a code of the specification's section 8
 */
export const signIn = (send: Sender, body: CallOf<'POST /api/users/authenticate'>['body']) =>
  withProofOfWork(send, (altcha) =>
    apiOver(send)('POST /api/users/authenticate', { body: altcha ? { ...body, altcha } : body }),
  )

/**
 * Asks for the link that sets a new password.
 *
 * @throws ApiProblem
 */
export const askForReset = (send: Sender, email: string) =>
  withProofOfWork(send, (altcha) =>
    apiOver(send)('POST /api/users/getTokenForReset', { body: altcha ? { email, altcha } : { email } }),
  )

/**
 * Cancels the deletion of a profile; does not sign in.
 *
 * @throws ApiProblem with the codes of a sign-in
 */
export const keepProfile = (send: Sender, body: { readonly email: string; readonly password: string }) =>
  withProofOfWork(send, (altcha) =>
    apiOver(send)('POST /api/users/cancelDeletion', { body: altcha ? { ...body, altcha } : body }),
  )
