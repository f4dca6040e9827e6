import { routes } from '@incontro/contract'
import { own, type Http } from '#platform/http/bind.ts'
import { keepPaidTwice, refundPaidTwiceNow } from '../attempts/paid-twice.ts'
import type { PaymentDeps } from '../deps.ts'
import { notifyMember } from '../notify-member.ts'
import { requestRefund } from '../withdrawals/refunds.ts'

/** The member's choice about an order that was paid although another one had taken its place. */
export function paidTwiceRoute(http: Http, deps: PaymentDeps): void {
  http.bind(routes.paidTwice, async ({ member, body }) => {
    own(member, body.clickid)
    if (body.choice === 'keep') await keepPaidTwice(deps, member.memberId, body.reference)
    else {
      const refundId = await refundPaidTwiceNow(deps, member.memberId, body.reference)
      // The job requests it as well, in case the process dies here.
      if (refundId !== null)
        await requestRefund(deps, refundId).catch((error: unknown) =>
          deps.log.error({ err: error, refund: refundId }, 'a refund is asked for later'),
        )
    }
    await notifyMember(deps, member.memberId)
    return { status: 'ok' as const }
  })
}
