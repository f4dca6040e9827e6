import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import type { AccountDeps } from './deps.ts'
import { accountJobs } from './jobs.ts'
import { accountRoutes } from './routes.ts'

export type { AccountDeps } from './deps.ts'
export { scheduleDeletion } from './deletion.ts'
export { holdMember, isHeld, releaseMember } from './erase/erasure.ts'
export { suspendMember } from './disable.ts'
export { renewMailedLink } from './renew-mailed-link.ts'
export { reopenForOwner } from './reopen-for-owner.ts'
export { type GrantOutcome, grantCredits, grantCreditsIn } from './grant-credits.ts'
export { reactivateMember, reactivateMemberIn, type Reactivation, reopenSuspended } from './reactivate.ts'

export function createAccounts(deps: AccountDeps): Module {
  return {
    routes: (http) => accountRoutes(http, deps),
    jobs: bindJobs(accountJobs, deps),
  }
}
