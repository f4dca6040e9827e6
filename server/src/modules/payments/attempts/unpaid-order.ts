import type { Locale } from '@incontro/contract'
import type { Tx } from '../../../platform/database.ts'
import type { PaymentDeps } from '../deps.ts'
import { decimal } from '../money.ts'
import { siteLink } from '../site-links.ts'
import type { Attempt } from './attempts.ts'

/** Emails the member that the order they were asked to wait for was not paid after all. */
export async function emailUnpaidOrder(
  deps: Pick<PaymentDeps, 'brandOf' | 'enqueueEmail'>,
  tx: Tx,
  attempt: Attempt,
): Promise<void> {
  const member = await tx
    .selectFrom('members')
    .select(['email', 'locale'])
    .where('id', '=', attempt.member_id)
    .executeTakeFirstOrThrow()
  const locale = member.locale as Locale
  await deps.enqueueEmail(tx, {
    brandId: attempt.brand_id,
    memberId: attempt.member_id,
    kind: 'order-unpaid',
    to: member.email,
    locale,
    props: {
      plan: attempt.plan.name[locale],
      total: decimal(attempt.amount_minor),
      currency: attempt.currency,
      link: siteLink(deps, attempt, '/vip_plan/cred'),
    },
  })
}
