import { routes } from '@incontro/contract'
import { own, type Http } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { checkWalletOrder } from '../checkout/check-order.ts'
import { connectionFor } from '../checkout/offer.ts'
import { placeOrder } from '../checkout/place-order.ts'
import type { PaymentDeps } from '../deps.ts'

/** Charges a plan to a wallet on the member's device. Only the provider's part of its payload is used. */
export function walletOrderRoute(http: Http, deps: PaymentDeps): void {
  http.bind(routes.walletOrder, async ({ member, params, body, site, ip, request }) => {
    own(member, body.request.clickid)
    return placeOrder(deps, {
      member,
      body: body.request,
      site,
      ip,
      request,
      check(offer) {
        const way = offer.wallets.find(({ wallet }) => wallet.name === params.provider)
        if (!way) throw notFound()
        const { wallet, connection } = way
        const payload = wallet.payloadOf(body.response)
        if (payload === null)
          throw new Failure(400, 'invalid', {
            field: 'response',
            message: 'This is not what the wallet gives: send its answer as it is',
          })
        const order = checkWalletOrder(offer, body.request, { wallet: wallet.name, payload })
        const wish = { plan: order.plan, method: order.source.method, country: member.country }
        return {
          order,
          connection: connectionFor({ ...offer, connections: [connection] }, wish),
          paymentSystem: wallet.name,
        }
      },
    })
  })
}
