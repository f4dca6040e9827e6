import { timeZoneOf } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'
import { pipelined } from '#platform/database/pipeline.ts'
import { setLevel } from '#modules/members/index.ts'
import { extendTerm, lockSubscription, startSubscription, type Subscription } from '#modules/subscriptions/index.ts'
import type { Attempt } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import { raiseLevel } from '../attempts/change-level.ts'
import { last4Of, sellCredits, type Granted } from '../attempts/grant.ts'
import { issueInvoice } from '../invoices/issue.ts'
import type { Payer } from '../attempts/payer.ts'
import { receiptOf } from '../attempts/receipt.ts'

/**
 * Grants a paid renewal: the next period from the end of the last, the plan's credits, its level, the invoice. The
 * caller holds the locks of attempt and member. Lock order: attempt, member, subscription, wallet.
 */
export async function grantRenewal(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  payer: Payer,
  subscriptionId: string,
): Promise<Granted> {
  const at = deps.clock()
  const { plan, member_id: memberId } = attempt
  const { term, bought } = await prolong(deps, tx, attempt, {
    term: await lockSubscription(tx, subscriptionId),
    timeZone: timeZoneOf(payer.country),
  })
  await raiseLevel(deps, tx, attempt, { from: payer.level, to: plan.level, until: term.period_end })
  // The plan was changed to one of a lower level.
  if (payer.level === 2 && plan.level === 1) await setLevel(tx, { memberId, level: 1, until: null })
  const last4 = await last4Of(tx, memberId, attempt.card_token_id)
  const invoice = await pipelined(tx, async (all) => {
    const [, issued] = await Promise.all([sellCredits(all, attempt, at), issueInvoice(deps, all, attempt, payer)])
    return issued
  })
  return {
    subscriptionId: term.id,
    bought,
    receipt: receiptOf(deps, attempt, {
      invoice,
      to: payer.email,
      locale: payer.locale,
      country: payer.country,
      term,
      last4,
      at,
    }),
  }
}

async function prolong(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Attempt,
  { term, timeZone }: { readonly term: Subscription; readonly timeZone: string },
) {
  const noticeDays = deps.brandOf(attempt.brand_id)?.renewal.noticeDays ?? 90
  const now = deps.clock()
  if (term.state !== 'ended') {
    const { plan, flow_id: id, flow_version: version } = attempt
    const extended = await extendTerm(tx, term, { paid: { plan, flow: { id, version } }, now, noticeDays, timeZone })
    return { term: extended, bought: { from: extended.period_start, until: extended.period_end } }
  }
  // Reported after the plan had ended or was replaced: the paid period starts now. A member who withdrew or cancelled
  // meanwhile agrees to no further renewal.
  return startSubscription(tx, {
    brandId: attempt.brand_id,
    memberId: attempt.member_id,
    plan: { ...attempt.plan, renews: attempt.plan.renews && term.renews && term.cancelled_at === null },
    flow: { id: attempt.flow_id, version: attempt.flow_version },
    cardTokenId: attempt.card_token_id,
    noticeDays,
    siteOrigin: attempt.site_origin,
    isUpgrade: false,
    at: now,
    timeZone,
  })
}
