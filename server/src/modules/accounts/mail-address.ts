import type { routes } from '@incontro/contract'
import { makeLinkToken, sendConfirmation } from '#modules/identity/index.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { dropProposals } from './change-email.ts'
import type { AccountDeps } from './deps.ts'

const mostAnHour = 3

/** The member's address, and whether it receives mail: nothing is sent to one from which mail has bounced. */
export async function mailAddress(
  deps: AccountDeps,
  { member }: Pick<Call<typeof routes.mailAddress>, 'member'>,
): Promise<{ email: string; reachable: boolean }> {
  const { email } = await addressOf(deps.db, member.memberId)
  return { email, reachable: !(await deps.isStopped(deps.db, { brandId: member.brandId, address: email })) }
}

/**
 * Sends a link to the member's own address, from which mail has bounced. Using it shows that the address receives mail;
 * it starts no session, because the mailbox may be another person's by now. An address that was never confirmed gets
 * the link that confirms it, which removes what a stranger may have set up.
 * @throws Failure 409 `already_confirmed`, 429
 */
export async function checkMailAddress(
  deps: AccountDeps,
  { member, site }: Call<typeof routes.checkMailAddress>,
): Promise<void> {
  const { memberId, brandId, locale } = member
  const at = deps.clock()
  if ((await mailAddress(deps, { member })).reachable)
    throw new Failure(409, 'already_confirmed', { message: 'This address receives mail' })
  if ((await countAttempt(deps.db, `check address ${memberId}`, at)) > mostAnHour) throw new Failure(429)
  await deps.db.transaction().execute(async (tx) => {
    const { email, email_confirmed_at: confirmedAt } = await addressOf(tx, memberId)
    if (confirmedAt === null) return sendConfirmation(tx, deps, site, { memberId, email, locale, again: false })
    await dropProposals(tx, memberId)
    const token = await makeLinkToken(tx, { purpose: 'change_email', brandId, memberId, email, at })
    await deps.enqueueEmail(tx, {
      brandId,
      memberId,
      kind: 'confirm-new-email',
      to: email,
      locale,
      props: { link: `${site.origin}/confirmNewEmail?token=${token}` },
    })
  })
}

const addressOf = (executor: Executor, memberId: string) =>
  executor
    .selectFrom('members')
    .select(['email', 'email_confirmed_at'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
