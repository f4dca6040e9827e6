import { routes } from '@incontro/contract'
import { own, type Http } from '../../../platform/http/bind.ts'
import { notFound } from '../../../platform/http/problem.ts'
import { toOfferedPlan } from '../../flows/index.ts'
import { currentSubscription } from '../../subscriptions/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { offerFor } from './offer.ts'
import { withdrawalDays } from '../terms.ts'

/** What may be bought and on which terms. */
export function payRulesRoutes(http: Http, deps: PaymentDeps): void {
  http.bind(routes.payRules, async ({ member, body }) => {
    own(member, body.clickid)
    const brand = deps.brandOf(member.brandId)
    if (!brand) throw notFound()
    const [offer, term] = await Promise.all([
      offerFor(deps, member),
      currentSubscription(deps.db, member.memberId, deps.clock()),
    ])
    return {
      ratePlan: offer.plans.map((plan) => toOfferedPlan(plan, member.locale)),
      paymentSystems: offer.connections.map(({ provider }) => provider.name),
      descriptor: offer.flow.descriptor,
      vatRate: brand.vatRate,
      cardOnFile: offer.card && { brand: offer.card.brand, last4: offer.card.last4 },
      noticeDays: brand.renewal.noticeDays,
      withdrawalDays,
      subscription: term
        ? {
            planName: term.plan.name[member.locale],
            renewsAt: term.renews && term.state !== 'cancelled' ? term.period_end.toISOString() : null,
            endsAt: term.period_end.toISOString(),
          }
        : null,
    }
  })
}
