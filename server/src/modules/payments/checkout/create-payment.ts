import { routes } from '@incontro/contract'
import { own, type Http } from '../../../platform/http/bind.ts'
import { notFound } from '../../../platform/http/problem.ts'
import type { PaymentDeps } from '../deps.ts'
import { checkPageOrder } from './check-order.ts'
import { connectionFor } from './offer.ts'
import { placeOrder } from './place-order.ts'

/** Order a plan and pay for it on the page of a provider that has one. */
export function createPaymentRoute(http: Http, deps: PaymentDeps): void {
  http.bind(routes.createPayment, async ({ member, params, body, site, ip, request }) => {
    own(member, body.clickid)
    const reply = await placeOrder(deps, {
      member,
      body,
      site,
      ip,
      request,
      check(offer) {
        const connections = offer.connections.filter(
          ({ provider }) => provider.name === params.provider && provider.capabilities.methods.includes('hosted'),
        )
        if (connections.length === 0) throw notFound()
        const order = checkPageOrder(offer, body)
        const wish = { plan: order.plan, method: order.source.method, country: member.country }
        return { order, connection: connectionFor({ ...offer, connections }, wish) }
      },
    })
    const { redirect } = reply
    return { ...reply, _links: { checkout: redirect?.method === 'GET' ? { href: redirect.url } : null } }
  })
}
