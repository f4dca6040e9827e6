import { routes } from '@incontro/contract'
import { own, type Http } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { attemptOf } from '../attempts/attempts.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Connection } from '../connections.ts'
import { checkPageOrder, type Order } from './check-order.ts'
import { connectionFor } from './offer.ts'
import { placeOrder } from './place-order.ts'

/** An order as it is granted later: one of an online wallet has the plan's `crediti_promo`. */
const soldBy = (connection: Connection | undefined, order: Order): Order =>
  connection?.provider.capabilities.page === 'account'
    ? { ...order, plan: { ...order.plan, credits: order.plan.promoCredits } }
    : order

/** Orders a plan that is paid on the provider's page. */
export function createPaymentRoute(http: Http, deps: PaymentDeps): void {
  type Call = Pick<Parameters<typeof placeOrder>[1], 'member' | 'body' | 'site' | 'ip' | 'request'> & {
    readonly params: { readonly provider: string }
  }
  async function order({ member, params, body, site, ip, request }: Call) {
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
        const checked = checkPageOrder(offer, body)
        const wish = { plan: checked.plan, method: checked.source.method, country: member.country }
        const connection = connectionFor({ ...offer, connections }, wish)
        return { order: soldBy(connection, checked), connection }
      },
    })
    const { redirect } = reply
    return { ...reply, _links: { checkout: redirect?.method === 'GET' ? { href: redirect.url } : null } }
  }

  http.bind(routes.createPayment, (call) => order(call))
  http.bind(routes.tryChargeOnPage, (call) => order(call))
  http.bind(routes.intent, async (call) => {
    const reply = await order(call)
    const attempt = await attemptOf(deps.db, reply.reference)
    return { ...reply, InstanceId: attempt?.provider_ref ?? null }
  })
}
