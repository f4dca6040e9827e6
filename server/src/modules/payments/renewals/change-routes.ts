import { routes, timeZoneOf } from '@incontro/contract'
import type { Tx } from '#platform/database/database.ts'
import type { Principal } from '#platform/caller.ts'
import { own, type Http } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { cancelPlanChange, schedulePlanChange } from '#modules/subscriptions/index.ts'
import { consentMissing, offeredPlan } from '../checkout/check-order.ts'
import { offerFor } from '../checkout/offer.ts'
import type { PaymentDeps } from '../deps.ts'
import { orderTextVersion } from '../terms.ts'
import { emailAboutPlan } from './plan-email.ts'

/**
 * Routes to change to another plan at the next renewal and to undo that. Nothing is charged before the renewal; the
 * first call is confirmed by email, and repeated ones have the same reply.
 */
export function planChangeRoutes(http: Http, deps: PaymentDeps): void {
  http.bind(routes.changePlan, async ({ member, body }) => {
    own(member, body.clickid)
    const brand = deps.brandOf(member.brandId)
    if (!brand) throw notFound()
    const offer = await offerFor(deps, member)
    const plan = offeredPlan(offer, body)
    if (!body.accepts.renewal) throw consentMissing()
    return deps.db.transaction().execute(async (tx) => {
      const result = await schedulePlanChange(tx, member.memberId, {
        to: { plan, flow: { id: offer.flow.id, version: offer.flow.version } },
        now: deps.clock(),
        noticeDays: brand.renewal.noticeDays,
        timeZone: timeZoneOf(member.country),
      })
      if (!('term' in result)) throw refusals[result.outcome]()
      const { term } = result
      const startsAt = term.period_end.toISOString()
      if (result.outcome === 'changed') {
        await recordConsent(deps, tx, member)
        await emailAboutPlan(deps, tx, term, 'plan-change', { before: term.plan.name, startsAt })
      }
      return { status: 'ok' as const, startsAt }
    })
  })

  http.bind(routes.undoPlanChange, async ({ member, body }) => {
    own(member, body.clickid)
    const brand = deps.brandOf(member.brandId)
    if (!brand) throw notFound()
    return deps.db.transaction().execute(async (tx) => {
      const { noticeDays } = brand.renewal
      const result = await cancelPlanChange(tx, member.memberId, {
        now: deps.clock(),
        noticeDays,
        timeZone: timeZoneOf(member.country),
      })
      if (!('term' in result)) throw refusals[result.outcome]()
      const renewsAt = result.term.period_end.toISOString()
      if (result.outcome === 'changed') await emailAboutPlan(deps, tx, result.term, 'plan-change-undone', { renewsAt })
      return { status: 'ok' as const, renewsAt }
    })
  })
}

const refusals = {
  'nothing to change': () =>
    new Failure(409, 'nothing_to_change', { message: 'No plan renews that could change to this one' }),
  'at once': () =>
    new Failure(409, 'change_at_once', { message: 'This plan replaces the running one at once: order it' }),
  'too close': () =>
    new Failure(409, 'renewal_too_close', { message: 'The plan renews within an hour: change it afterwards' }),
}

const recordConsent = async (deps: Pick<PaymentDeps, 'clock'>, tx: Tx, { memberId, locale }: Principal) => {
  const given = { kind: 'renewal', granted: true, text_version: orderTextVersion, locale, given_at: deps.clock() }
  await tx
    .insertInto('consents')
    .values({ id: newId(), member_id: memberId, ...given })
    .execute()
}
