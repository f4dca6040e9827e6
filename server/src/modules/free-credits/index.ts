import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import { systemMessagePosted, type SystemMessagePosted } from '#modules/outreach/index.ts'
import type { FreeCreditDeps } from './deps.ts'
import { freeCreditJobs } from './jobs.ts'
import { creditsWereAdded, notifyCurrentBalances } from './notify-balances.ts'
import { welcomeGiftRoutes } from './welcome-gift.ts'

export type { FreeCreditDeps } from './deps.ts'
export { nextRefills, type NextRefills } from './refill.ts'

/** Free credits: the welcome gift, refilled likes and icebreakers, and what the service gives back or grants. */
export function createFreeCredits(deps: FreeCreditDeps): Module {
  return {
    routes: (http) => welcomeGiftRoutes(http, deps),
    jobs: bindJobs(freeCreditJobs, deps),
    async onEvent({ topic, payload }) {
      if (topic !== systemMessagePosted) return
      const { memberId, kind } = payload as SystemMessagePosted
      if (creditsWereAdded(kind)) await notifyCurrentBalances(deps, memberId)
    },
  }
}
