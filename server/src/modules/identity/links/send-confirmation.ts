import type { Locale, routes } from '@incontro/contract'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Site } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { IdentityDeps } from '../deps.ts'
import { makeLinkToken } from './tokens.ts'

/** Queues the email whose link confirms the address; the link opens a page, its POST confirms (rule 11.13). */
export async function sendConfirmation(
  tx: Executor,
  deps: Pick<IdentityDeps, 'clock' | 'enqueueEmail'>,
  site: Site,
  input: { memberId: string; email: string; locale: Locale; again: boolean },
): Promise<void> {
  const token = await makeLinkToken(tx, {
    purpose: 'confirm_email',
    brandId: site.brandId,
    memberId: input.memberId,
    email: input.email,
    at: deps.clock(),
  })
  await deps.enqueueEmail(tx, {
    brandId: site.brandId,
    memberId: input.memberId,
    kind: input.again ? 'registered-again' : 'confirm-email',
    to: input.email,
    locale: input.locale,
    props: { link: `${site.origin}/confirmEmail?token=${token}` },
  })
}

/** Sends the confirmation again, three times an hour at most. */
export async function resendConfirmation(
  deps: IdentityDeps,
  call: Call<typeof routes.resendConfirmation>,
): Promise<void> {
  const { memberId } = call.member
  if (call.member.emailConfirmed)
    throw new Failure(409, 'already_confirmed', { message: 'This address is already confirmed' })
  if ((await countAttempt(deps.db, `resend ${memberId}`, deps.clock())) > 3) throw new Failure(429)
  await deps.db.transaction().execute(async (tx) => {
    const { email } = await tx
      .selectFrom('members')
      .select('email')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    await sendConfirmation(tx, deps, call.site, { memberId, email, locale: call.member.locale, again: false })
  })
}
