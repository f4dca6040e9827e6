import { decimal, routes } from '@incontro/contract'
import { own, type Http } from '#platform/http/bind.ts'
import { creditTotal } from '#modules/members/index.ts'
import { messagesFor } from '../messages-for.ts'
import { levelAndCredits, notifyMember } from '../notify-member.ts'
import type { PaymentDeps } from '../deps.ts'
import { requestRefund } from './refunds.ts'
import { restoredUntil } from './restored.ts'
import { withdrawables } from './refundable.ts'
import { withdraw } from './withdraw.ts'

/** Routes of the right of withdrawal (directive 2011/83/EU, articles 9 to 14): preview and exercise. */
export function withdrawalRoutes(http: Http, deps: PaymentDeps): void {
  http.bind(routes.withdrawal, async ({ member, params }) => {
    own(member, params.trackerId)
    const now = deps.clock()
    const found = await withdrawables(deps, deps.db, member.memberId, now)
    return {
      orders: found.map(({ attempt, refundMinor, credits, unusedMs, until, restored }) => ({
        reference: attempt.id,
        planName: attempt.plan.name[member.locale],
        time: attempt.created_at.toISOString(),
        paid: decimal(attempt.amount_minor, attempt.currency),
        refund: decimal(refundMinor, attempt.currency),
        currency: attempt.currency,
        credits,
        messages: messagesFor(deps, attempt, credits),
        until: until.toISOString(),
        endsPlan: unusedMs > 0,
        restoredUntil: restored.length > 0 ? restoredUntil(restored, now).toISOString() : null,
      })),
    }
  })

  http.bind(routes.withdraw, async ({ member, body }) => {
    own(member, body.clickid)
    const { refundId, amountMinor, currency, credits } = await withdraw(deps, member.memberId, body.reference)
    // The job requests it as well, in case the process dies here.
    await requestRefund(deps, refundId).catch((error: unknown) =>
      deps.log.error({ err: error, refund: refundId }, 'a refund is asked for later'),
    )
    await notifyMember(deps, member.memberId)
    const { level, balances } = await levelAndCredits(deps, member.memberId)
    return {
      status: 'ok' as const,
      reference: body.reference,
      refund: decimal(amountMinor, currency),
      currency,
      credits,
      premiumLevel: level,
      totalCredits: creditTotal(level, balances.messages),
    }
  })
}
