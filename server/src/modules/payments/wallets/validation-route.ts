import { routes } from '@incontro/contract'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { Http } from '#platform/http/bind.ts'
import type { PaymentDeps } from '../deps.ts'

/** Validates us as the merchant at the URL named by the wallet's script, if it is one of its maker's. */
export function validationRoute(http: Http, deps: PaymentDeps): void {
  http.bind(routes.validateMerchant, async ({ member, site, body: { validationURL } }) => {
    const brand = deps.brandOf(member.brandId)
    const validations = deps.wallets.flatMap(({ validation }) => validation ?? [])
    if (!brand || validations.length === 0) throw notFound()
    const validation = validations.find((one) => one.accepts(validationURL))
    if (!validation)
      throw new Failure(400, 'invalid', { field: 'validationURL', message: 'This address is not one of the wallet’s' })
    const frame = deps.walletFrameOrigin
    const merchant = { domain: frame === null ? site.host : new URL(frame).hostname, name: brand.wallet.merchantName }
    try {
      return { data: { ...(await validation.open(validationURL, merchant)) } }
    } catch (error) {
      deps.log.warn({ err: error }, 'a wallet did not recognise the merchant')
      throw new Failure(503)
    }
  })
}
