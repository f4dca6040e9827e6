import { decimal, type Locale } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'
import type { Email, EmailProps } from '#modules/outreach/index.ts'
import { renewalPlanOf, type Subscription } from '#modules/subscriptions/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { siteLink } from '../site-links.ts'

type PlanEmail =
  | 'renewal-notice'
  | 'renewal-failed'
  | 'card-expiring'
  | 'plan-ended'
  | 'plan-cancelled'
  | 'plan-resumed'
  | 'plan-change'
  | 'plan-change-undone'
type Facts<K extends PlanEmail> = Omit<EmailProps[K], 'subscription' | 'plan' | 'total' | 'currency' | 'link'>

/** About the running period; all others are about the renewal. */
const ofRunningPeriod: readonly PlanEmail[] = ['plan-ended', 'plan-cancelled']

/** Queues an email about a member's plan, in their language and with the price as sold. */
export async function emailAboutPlan<K extends PlanEmail>(
  deps: Pick<PaymentDeps, 'brandOf' | 'enqueueEmail'>,
  tx: Tx,
  term: Subscription,
  kind: K,
  facts: Facts<K>,
  path = '/purchases',
): Promise<void> {
  const member = await tx
    .selectFrom('members')
    .select(['email', 'locale'])
    .where('id', '=', term.member_id)
    .executeTakeFirstOrThrow()
  const locale = member.locale as Locale
  const { plan } = ofRunningPeriod.includes(kind) ? term : renewalPlanOf(term)
  const props = {
    subscription: term.id,
    plan: plan.name,
    total: decimal(plan.totalMinor, plan.currency),
    currency: plan.currency,
    link: siteLink(deps, term, path),
    ...facts,
  }
  // The signature ties kind and props together, which the compiler loses in the spread.
  await deps.enqueueEmail(tx, {
    brandId: term.brand_id,
    memberId: term.member_id,
    kind,
    to: member.email,
    locale,
    props,
  } as unknown as Email)
}
