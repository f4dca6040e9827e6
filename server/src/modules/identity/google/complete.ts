import type { GoogleCompletion, routes } from '@incontro/contract'
import type { SignupAnswers } from '@incontro/contract/domain'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newToken } from '#platform/ids.ts'
import { createAccount } from '../signup/create-account.ts'
import { guardAgainstFlooding } from '../signup/limits.ts'
import { placeFor } from '../signup/payload.ts'
import { mustBeServedHere } from '../signup/elsewhere.ts'
import { signupFailure } from '../signup/form-rules.ts'
import { attemptExpired, issuerOf, type GoogleDeps } from './deps.ts'
import { newcomerCookie, type Newcomer } from './cookies.ts'
import { requireOwnPage } from './sealed-cookie.ts'

type CompleteCall = Call<typeof routes.googleComplete>

/** The visitor about to register in this browser. @throws Failure 404 when there is none */
export function newcomerIn(
  deps: GoogleDeps,
  call: Call<typeof routes.googleNewcomer>,
): { email: string; username: string } {
  issuerOf(deps)
  const newcomer = newcomerCookie(deps.googleKeys).read(call, deps.clock())
  if (!newcomer) throw notFound()
  return { email: newcomer.email, username: newcomer.username }
}

/**
 * Creates the account of a new visitor: the rules, limits and consents of the form, an address verified by the issuer,
 * no password.
 * @throws Failure 401 `google_ended`, 409 `1000`, and the codes of section 8
 */
export async function complete(deps: GoogleDeps, call: CompleteCall): Promise<{ memberId: string; next: string }> {
  issuerOf(deps)
  requireOwnPage(call)
  const newcomers = newcomerCookie(deps.googleKeys)
  const newcomer = newcomers.read(call, deps.clock())
  if (!newcomer) throw attemptExpired()
  mustBeServedHere(deps, call.site, call.body.country)
  const form = readForm(call.body, newcomer)
  const { email, issuer, subject } = newcomer
  await guardAgainstFlooding(deps, call, email)
  const place = placeFor(deps, call.site, form)
  const at = deps.clock()
  const { memberId } = await createAccount(
    deps,
    call,
    { form, email, passwordHash: null, emailConfirmed: true, ...place },
    async (tx, id) => {
      if (!(await newcomers.useUp(tx, newcomer))) throw attemptExpired()
      const linked = await tx
        .insertInto('external_identities')
        .values({ brand_id: call.site.brandId, issuer, subject, member_id: id, email, linked_at: at, last_used_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (linked.numInsertedOrUpdatedRows !== 1n) throw attemptExpired()
    },
  )
  newcomers.drop(call.reply)
  return { memberId, next: newcomer.next }
}

function readForm({ altcha: _altcha, ...body }: GoogleCompletion, { email, visit }: Newcomer): SignupAnswers {
  const form = { ...body, ...visit, email }
  // The form requires a password: a random one satisfies the rule and is not stored.
  const failure = signupFailure({ ...form, password: newToken() })
  if (failure)
    throw new Failure(400, failure.code, {
      field: failure.field,
      message: 'The form is incomplete: send every required field',
    })
  return form
}
