import { timeZoneOf } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'
import { setLevel } from '#modules/members/index.ts'
import {
  endTerm,
  failRenewal,
  lockSubscription,
  refusalOf,
  type Refusal,
  type Subscription,
  type Unpaid,
} from '#modules/subscriptions/index.ts'
import type { Attempt } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import { emailAboutPlan } from './plan-email.ts'

/**
 * Handles a declined renewal: the plan enters its grace period, or ends if the card was reported stolen or fraudulent.
 * Runs in the transaction that closes the attempt, so that a try is counted once.
 */
export async function renewalUnpaid(
  deps: PaymentDeps,
  tx: Tx,
  attempt: Pick<Attempt, 'renewal_of' | 'renewal_from' | 'member_id' | 'brand_id' | 'state' | 'code'>,
): Promise<void> {
  if (attempt.renewal_of === null) return
  const { country } = await tx
    .selectFrom('members')
    .select('country')
    .where('id', '=', attempt.member_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const term = await lockSubscription(tx, attempt.renewal_of)
  // Ended meanwhile, or paid by another attempt.
  if (term.state === 'ended' || term.period_end.getTime() !== attempt.renewal_from?.getTime()) return
  const refusal = refusalOf(attempt.state, attempt.code)
  const unpaid = await failRenewal(tx, term, {
    refusal,
    graceDays: deps.brandOf(attempt.brand_id)?.renewal.graceDays ?? 0,
    now: deps.clock(),
    timeZone: timeZoneOf(country),
  })
  await notifyUnpaid(deps, tx, term, unpaid, refusal)
}

/** Notifies the member by email; if the plan ended, lowers their level. */
export async function notifyUnpaid(
  deps: PaymentDeps,
  tx: Tx,
  term: Subscription,
  unpaid: Unpaid,
  refusal: Refusal,
): Promise<void> {
  if (unpaid.outcome === 'ended') {
    await lowerLevel(tx, term.member_id)
    if (term.state !== 'cancelled')
      await emailAboutPlan(
        deps,
        tx,
        term,
        'plan-ended',
        { reason: refusal === 'hard' ? 'declined' : 'unpaid' },
        '/vip_plan/cred',
      )
    return
  }
  // The level's end follows the grace period, so that it is correct when read alone.
  if (term.plan.level === 2) await setLevel(tx, { memberId: term.member_id, level: 2, until: unpaid.until })
  await emailAboutPlan(
    deps,
    tx,
    term,
    'renewal-failed',
    {
      graceUntil: unpaid.until.toISOString(),
      nextTry: unpaid.nextTry?.toISOString() ?? null,
      authentication: refusal === 'authentication',
      otherMethod: refusal === 'method' || refusal === 'hard',
    },
    '/vip_plan/cred',
  )
}

/** Ends a term that will not be charged, lowers the level and notifies the member. */
export async function endUnpaid(
  deps: PaymentDeps,
  tx: Tx,
  term: Subscription,
  reason: 'unpaid' | 'no_notice',
): Promise<void> {
  await endTerm(tx, term.id)
  await lowerLevel(tx, term.member_id)
  await emailAboutPlan(deps, tx, term, 'plan-ended', { reason }, '/vip_plan/cred')
}

async function lowerLevel(tx: Tx, memberId: string): Promise<void> {
  const { level } = await tx.selectFrom('members').select('level').where('id', '=', memberId).executeTakeFirstOrThrow()
  if (level === 2) await setLevel(tx, { memberId, level: 1, until: null })
}
