import { decimal, type Locale } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'
import type { Email, EmailProps } from '#modules/outreach/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { siteLink } from '../site-links.ts'
import type { Attempt } from './attempts.ts'

type OrderEmail = 'order-unpaid' | 'order-paid-twice' | 'payment-disputed'
type Facts<K extends OrderEmail> = Omit<EmailProps[K], 'order' | 'plan' | 'total' | 'currency' | 'link'>

/** Queues an email about an order, in the member's language. @param path of the page its button opens */
export async function emailAboutOrder<K extends OrderEmail>(
  deps: Pick<PaymentDeps, 'brandOf' | 'enqueueEmail'>,
  tx: Tx,
  attempt: Attempt,
  { kind, facts, path }: { readonly kind: K; readonly facts: Facts<K>; readonly path: string },
): Promise<void> {
  const member = await tx
    .selectFrom('members')
    .select(['email', 'locale'])
    .where('id', '=', attempt.member_id)
    .executeTakeFirstOrThrow()
  const locale = member.locale as Locale
  const props = {
    order: attempt.id,
    plan: attempt.plan.name,
    total: decimal(attempt.amount_minor, attempt.currency),
    currency: attempt.currency,
    link: siteLink(deps, attempt, path),
    ...facts,
  }
  // The signature ties kind and props together, which the compiler loses in the spread.
  await deps.enqueueEmail(tx, {
    brandId: attempt.brand_id,
    memberId: attempt.member_id,
    kind,
    to: member.email,
    locale,
    props,
  } as unknown as Email)
}
