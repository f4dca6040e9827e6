import type { Route } from '@incontro/contract'
import { adminRoutes } from '@incontro/contract/admin'
import type { Call } from '#platform/http/bind.ts'
import type { Module } from '#platform/module.ts'
import { previewPostback, setPostback, testPostback } from './addresses.ts'
import { addAffiliate, endAffiliate, listAffiliates, readAffiliate, renameAffiliate } from './affiliates.ts'
import { listCampaigns, nameCampaign } from './campaigns.ts'
import { endKey, renewKey } from './change-keys.ts'
import type { AffiliateDeskDeps } from './deps.ts'
import { listPostbacks, retryPostback } from './log.ts'

type Done = (typeof adminRoutes.nameCampaign)['reply']

/** What people of marketing do without a terminal: campaigns, affiliates, and the calls to their trackers. */
export function createAffiliateDesk(deps: AffiliateDeskDeps): Module {
  return {
    routes(http) {
      /** Binds an action that replies that it is done, or fails. */
      const act = <R extends Route & { readonly reply: Done }>(
        route: R,
        action: (deps: AffiliateDeskDeps, call: Call<R>) => Promise<void>,
      ): void =>
        http.bind<Route & { readonly reply: Done }>(route, async (call) => {
          await action(deps, call as Call<R>)
          return { result: 'OK' as const }
        })
      http.bind(adminRoutes.campaigns, (call) => listCampaigns(deps, call))
      act(adminRoutes.nameCampaign, nameCampaign)
      http.bind(adminRoutes.affiliates, (call) => listAffiliates(deps, call))
      http.bind(adminRoutes.affiliate, (call) => readAffiliate(deps, call))
      http.bind(adminRoutes.addAffiliate, (call) => addAffiliate(deps, call))
      act(adminRoutes.renameAffiliate, renameAffiliate)
      act(adminRoutes.endAffiliate, endAffiliate)
      http.bind(adminRoutes.renewAffiliateKey, (call) => renewKey(deps, call))
      act(adminRoutes.endAffiliateKey, endKey)
      act(adminRoutes.setAffiliatePostback, setPostback)
      http.bind(adminRoutes.previewAffiliatePostback, (call) => previewPostback(deps, call))
      http.bind(adminRoutes.testAffiliatePostback, (call) => testPostback(deps, call))
      http.bind(adminRoutes.postbacks, (call) => listPostbacks(deps, call))
      http.bind(adminRoutes.retryPostback, (call) => retryPostback(deps, call))
    },
  }
}
