import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import type { SupportDeps } from './deps.ts'
import { supportJobs } from './jobs.ts'
import { supportRoutes } from './routes.ts'
import { ticketRoutes } from './tickets/staff-routes.ts'

export type { SupportDeps } from './deps.ts'
export { answersFile, type LiveAnswers, liveAnswers, savedAnswers } from './tickets/saved-answers.ts'
export { receiveReply } from './mail/receive.ts'

/** What people write to a brand, and the inbox in which its staff answer. */
export function createSupport(deps: SupportDeps): Module {
  return {
    routes(http) {
      supportRoutes(http, deps)
      ticketRoutes(http, deps)
    },
    jobs: bindJobs(supportJobs, deps),
  }
}
