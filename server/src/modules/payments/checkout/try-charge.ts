import { routes } from '@incontro/contract'
import { own, type Http } from '#platform/http/bind.ts'
import type { PaymentDeps } from '../deps.ts'
import { checkCardOrder } from './check-order.ts'
import { connectionFor } from './offer.ts'
import { placeOrder } from './place-order.ts'

/** Charges a plan to a card typed in our form, or to the stored card. */
export function tryChargeRoute(http: Http, deps: PaymentDeps): void {
  http.bind(routes.tryCharge, async ({ member, body, site, ip, request }) => {
    own(member, body.clickid)
    return placeOrder(deps, {
      member,
      body,
      site,
      ip,
      request,
      check(offer) {
        const order = checkCardOrder(offer, body)
        const wish = { plan: order.plan, method: order.source.method, country: member.country }
        return { order, connection: connectionFor(offer, wish) }
      },
    })
  })
}
