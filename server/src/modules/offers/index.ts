import type { Route } from '@incontro/contract'
import { adminRoutes } from '@incontro/contract/admin'
import type { Call, Http } from '#platform/http/bind.ts'
import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import { decideOffer, discardOffer, saveOffer, submitOffer, withdrawOffer } from './change.ts'
import type { OfferDeps } from './deps.ts'
import { offerJobs } from './jobs.ts'
import { publishOffer, rollBackOffer } from './publish.ts'
import {
  affectedByOffer,
  diffOffer,
  fileOfOffer,
  listOffers,
  pageOfOffer,
  previewOffer,
  readOffer,
  versionOfOffer,
} from './read.ts'

export { type Follower, followOffers } from './follow.ts'

type Done = (typeof adminRoutes.submitOffer)['reply']

/** The whole of a flow as JSON, escaped once more. */
const bodyLimit = 512 * 1024

/** What a brand offers, in versions: flows with their plans, legal pages, saved answers. */
export function createOffers(deps: OfferDeps): Module {
  return {
    routes(http) {
      const act = actions(http, deps)
      http.bind(adminRoutes.offers, (call) => listOffers(deps, call))
      http.bind(adminRoutes.offer, (call) => readOffer(deps, call))
      http.bind(adminRoutes.saveOffer, (call) => saveOffer(deps, call), { bodyLimit })
      act(adminRoutes.discardOffer, discardOffer)
      http.bind(adminRoutes.offerDiff, (call) => diffOffer(deps, call))
      http.bind(adminRoutes.offerAffected, (call) => affectedByOffer(deps, call))
      http.bind(adminRoutes.offerPreview, (call) => previewOffer(deps, call))
      http.bind(adminRoutes.offerPage, (call) => pageOfOffer(deps, call))
      http.bind(adminRoutes.offerVersion, (call) => versionOfOffer(deps, call))
      http.bind(adminRoutes.offerFile, (call) => fileOfOffer(deps, call))
      act(adminRoutes.submitOffer, submitOffer)
      act(adminRoutes.withdrawOffer, withdrawOffer)
      act(adminRoutes.decideOffer, decideOffer)
      act(adminRoutes.publishOffer, publishOffer)
      act(adminRoutes.rollBackOffer, rollBackOffer)
    },
    jobs: bindJobs(offerJobs, deps),
  }
}

/** Binds actions that reply that they are done, or fail. */
const actions =
  (http: Http, deps: OfferDeps) =>
  <R extends Route & { readonly reply: Done }>(
    route: R,
    action: (deps: OfferDeps, call: Call<R>) => Promise<void>,
  ): void =>
    http.bind<Route & { readonly reply: Done }>(route, async (call) => {
      await action(deps, call as Call<R>)
      return { result: 'OK' as const }
    })
