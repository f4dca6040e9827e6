import { invitedPayload, type routes } from '@incontro/contract'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newToken } from '#platform/ids.ts'
import { createAccount } from './create-account.ts'
import type { IdentityDeps } from '../deps.ts'
import { openInvitation, useInvitation } from './invitations.ts'
import { signInKnown, type Registered } from './known-address.ts'
import { guardAgainstFlooding } from './limits.ts'
import { placeFor, readPayload } from './payload.ts'
import { mustBeServedHere } from './elsewhere.ts'
import { signupFailure } from './form-rules.ts'

/**
 * Registers the address of an invitation, which counts as confirmed. The form is that of a sign-up without the email,
 * and the password is optional. The invitation is used in the transaction that creates the member.
 * @throws Failure 404 for an invitation that is unknown, used, expired or of another brand; otherwise as `register`
 */
export async function registerInvited(
  deps: IdentityDeps,
  call: Call<typeof routes.extSignRegister>,
): Promise<Registered> {
  const { token: inside, ...filled } = await readPayload(deps, call.body.sealedSignup, invitedPayload)
  const token = call.body.token ?? inside
  const asked = { token: token ?? '', brandId: call.site.brandId, at: deps.clock() }
  const invitation = await openInvitation(deps.db, asked)
  if (!invitation) throw notFound()
  mustBeServedHere(deps, call.site, filled.country)
  const { email } = invitation
  if (filled.email && filled.email !== email)
    throw new Failure(400, 'errore_email', {
      field: 'email',
      message: 'The invitation is for another address: send the one it was made for',
    })
  const password = filled.password || undefined
  const form = {
    ...filled,
    email,
    source: invitation.source ?? filled.source,
    campid: invitation.campid ?? filled.campid,
  }
  const failure = signupFailure({ ...form, password: password ?? newToken() })
  if (failure)
    throw new Failure(400, failure.code, {
      field: failure.field,
      message: 'The form is incomplete: send every required field',
    })
  await guardAgainstFlooding(deps, call, email)
  const place = placeFor(deps, call.site, form)
  const known = await signInKnown(deps, call.site, { ...form, password: password ?? '' }, email)
  if (known) return known
  const passwordHash = password === undefined ? null : await deps.passwords.hash(password)
  const invitedTo = invitation.flowId ?? undefined
  return createAccount(
    deps,
    call,
    { form, invitedTo, email, passwordHash, emailConfirmed: true, ...place },
    async (tx) => {
      if (!(await useInvitation(tx, asked))) throw notFound()
    },
  )
}
