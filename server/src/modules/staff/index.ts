import type { FastifyRequest } from 'fastify'
import type { StaffPrincipal } from '#platform/caller.ts'
import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import { addSampleStaff } from './accounts/sample-staff.ts'
import type { StaffDeps } from './deps.ts'
import { staffJobs } from './jobs.ts'
import { bindStaffRoutes } from './routes.ts'
import { sessionOf } from './sessions/sessions.ts'

export { addStaff, resetStaff } from './accounts/access.ts'
export { requireStaffEmail } from './accounts/email.ts'
export { isSampleStaff, sampleAuthor, sampleLogins } from './accounts/sample-staff.ts'
export {
  distinctStaffNames,
  ownersOf,
  rolesAt,
  staffAddress,
  staffNames,
  staffWith,
  workingAt,
} from './accounts/people.ts'
export { makeLink } from './accounts/links.ts'
export { setRoles } from './accounts/roles.ts'
export type { ConsoleAddress, StaffDeps } from './deps.ts'
export type { KnownService } from './health/services.ts'

export interface Staff extends Module {
  /** Who is signed in completely, with a second factor. */
  principalOf(request: FastifyRequest): Promise<StaffPrincipal | null>
}

/** Accounts of staff, their sign-in, sessions and roles. */
export function createStaff(deps: StaffDeps): Staff {
  return {
    async principalOf(request) {
      const session = await sessionOf(deps, request)
      return session?.state === 'in' ? session.principal : null
    },
    load: async () => (deps.hasSamples ? addSampleStaff(deps) : undefined),
    routes: (http) => bindStaffRoutes(http, deps),
    jobs: bindJobs(staffJobs, deps),
  }
}
