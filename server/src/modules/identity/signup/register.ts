import { signupCodes, signupPayload, suggestEmail, type routes } from '@incontro/contract'
import { isDeliverableForm, isForbiddenDomain } from '#platform/mail/email-address.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { brandOf, type IdentityDeps } from '../deps.ts'
import { createAccount } from './create-account.ts'
import { mustBeServedHere } from './elsewhere.ts'
import { signupFailure } from './form-rules.ts'
import { signInKnown, type Registered } from './known-address.ts'
import { guardAgainstFlooding } from './limits.ts'
import { placeFor, readPayload } from './payload.ts'

type RegisterCall = Call<typeof routes.register>

/**
 * Registers a member: payload → is it this brand's country? → form rules in their order → limits → address → place → known address? → member, wallet, consents
 * and confirmation email in one transaction.
 * @throws Failure with the codes of section 8.
 */
export async function register(deps: IdentityDeps, call: RegisterCall): Promise<Registered> {
  const form = await readPayload(deps, call.body.sealedSignup, signupPayload)
  mustBeServedHere(deps, call.site, form.country)
  const failure = signupFailure(form)
  if (failure)
    throw new Failure(400, failure.code, {
      field: failure.field,
      message: 'The form is incomplete: send every required field',
    })
  const brand = brandOf(deps, call.site.brandId)
  const email = form.email ?? ''
  await guardAgainstFlooding(deps, call, email)
  if (!isDeliverableForm(email))
    throw new Failure(400, signupCodes.invalidEmail, { field: 'email', message: 'This address cannot receive mail' })
  if (isForbiddenDomain(email, brand.refusedEmailDomains))
    throw new Failure(400, signupCodes.forbiddenEmail, {
      field: 'email',
      message: 'This kind of address is not accepted',
    })
  const place = placeFor(deps, call.site, form)
  const known = await signInKnown(deps, call.site, form, email)
  if (known) return known
  const created = await createAccount(deps, call, {
    form,
    email,
    passwordHash: await deps.passwords.hash(form.password ?? ''),
    emailConfirmed: false,
    ...place,
  })
  return { ...created, emailSuggestion: suggestEmail(email, place.country) }
}
