import { routes, timeZoneOf } from '@incontro/contract'
import { own, type Http } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { cancelSubscription, resumeSubscription } from '#modules/subscriptions/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { emailAboutPlan } from './plan-email.ts'

/**
 * Routes to cancel renewals and to resume them. The first call is confirmed by email; repeated ones have the same
 * reply.
 */
export function renewingRoutes(http: Http, deps: PaymentDeps): void {
  http.bind(routes.unsubUser, async ({ member, body }) => {
    own(member, body.clickid)
    return deps.db.transaction().execute(async (tx) => {
      const result = await cancelSubscription(tx, member.memberId, deps.clock())
      if (result.outcome === 'nothing to cancel')
        throw new Failure(409, 'nothing_to_cancel', { message: 'No plan renews: there is nothing to cancel' })
      const endsAt = result.endsAt.toISOString()
      if (result.outcome === 'cancelled') await emailAboutPlan(deps, tx, result.term, 'plan-cancelled', { endsAt })
      return { status: 'ok' as const, endsAt }
    })
  })

  http.bind(routes.resumeUser, async ({ member, body }) => {
    own(member, body.clickid)
    const brand = deps.brandOf(member.brandId)
    if (!brand) throw notFound()
    return deps.db.transaction().execute(async (tx) => {
      const result = await resumeSubscription(tx, member.memberId, {
        now: deps.clock(),
        noticeDays: brand.renewal.noticeDays,
        timeZone: timeZoneOf(member.country),
      })
      if (result.outcome === 'nothing to resume')
        throw new Failure(409, 'nothing_to_resume', {
          message: 'No cancelled plan is still running: there is nothing to resume',
        })
      const renewsAt = result.term.period_end.toISOString()
      if (result.outcome === 'resumed') await emailAboutPlan(deps, tx, result.term, 'plan-resumed', { renewsAt })
      return { status: 'ok' as const, renewsAt }
    })
  })
}
