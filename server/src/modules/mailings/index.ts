import type { Route } from '@incontro/contract'
import { adminRoutes } from '@incontro/contract/admin'
import type { Call, Http } from '#platform/http/bind.ts'
import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import { changeMailing, decideMailing, deleteMailing, makeMailing, stopMailing, submitMailing } from './change.ts'
import type { MailingDeps } from './deps.ts'
import { mailingJobs } from './jobs.ts'
import { listJourneys, switchJourney } from './journeys-desk.ts'
import { previewJourney, previewMailing, testMailing } from './preview.ts'
import { countMailing, listMailings, readMailing } from './read.ts'
import { addSampleMailings } from './sample-mailing.ts'

export { promotionGate } from './gate.ts'

type Done = (typeof adminRoutes.makeMailing)['reply']

/** Newsletters and journeys: promotional mail, to members who agreed to it. */
export function createMailings(deps: MailingDeps): Module {
  return {
    routes(http) {
      const act = actions(http, deps)
      http.bind(adminRoutes.mailings, (call) => listMailings(deps, call))
      act(adminRoutes.makeMailing, makeMailing)
      http.bind(adminRoutes.mailing, (call) => readMailing(deps, call))
      http.bind(adminRoutes.changeMailing, (call) => changeMailing(deps, call))
      act(adminRoutes.deleteMailing, deleteMailing)
      http.bind(adminRoutes.countMailing, (call) => countMailing(deps, call))
      http.bind(adminRoutes.previewMailing, (call) => previewMailing(deps, call))
      http.bind(adminRoutes.testMailing, (call) => testMailing(deps, call))
      act(adminRoutes.submitMailing, submitMailing)
      act(adminRoutes.decideMailing, decideMailing)
      act(adminRoutes.stopMailing, stopMailing)
      http.bind(adminRoutes.journeys, (call) => listJourneys(deps, call))
      act(adminRoutes.switchJourney, switchJourney)
      http.bind(adminRoutes.previewJourney, (call) => previewJourney(deps, call))
    },
    jobs: bindJobs(mailingJobs, deps),
    load: async () => (deps.sampleAuthor ? addSampleMailings(deps) : undefined),
  }
}

/** Binds actions that reply that they are done, or fail. */
const actions =
  (http: Http, deps: MailingDeps) =>
  <R extends Route & { readonly reply: Done }>(
    route: R,
    action: (deps: MailingDeps, call: Call<R>) => Promise<void>,
  ): void =>
    http.bind<Route & { readonly reply: Done }>(route, async (call) => {
      await action(deps, call as Call<R>)
      return { result: 'OK' as const }
    })
