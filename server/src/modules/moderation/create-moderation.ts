import type { RecordAudit } from '#modules/audit/index.ts'
import type { Brands } from '#modules/brands/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import type { EnqueueEmail } from '#modules/outreach/index.ts'
import { photoRestored, type PhotoRestored } from '#modules/photos/index.ts'
import type { Database } from '#platform/database/database.ts'
import { bindJobs } from '#platform/jobs/job.ts'
import type { Keys } from '#platform/ids.ts'
import type { Module } from '#platform/module.ts'
import type { Storage } from '#platform/storage.ts'
import type { Log } from '#platform/process/log.ts'
import type { Challenges } from '#platform/secrets/challenge.ts'
import { authorityRoutes } from './authorities/staff-routes.ts'
import { reopenReportsOf } from './decisions/photo-restored.ts'
import { flaggerRoutes } from './flaggers/staff-routes.ts'
import { moderationJobs } from './jobs.ts'
import { ownMemberIdsAmong } from './queue/own-member-ids.ts'
import { queueRoutes } from './queue/staff-routes.ts'
import { ruleRoutes } from './risk/staff-routes.ts'
import { moderationRoutes } from './routes.ts'
import { transparencyRoutes } from './transparency/staff-routes.ts'

export interface ModerationInput {
  readonly db: Database
  readonly brands: Brands
  readonly flows: Flows
  readonly enqueueEmail: EnqueueEmail
  readonly challenges: Challenges
  readonly noticeKeys: Keys
  readonly noticeLimits: { readonly perEmail: number; readonly perIp: number }
  readonly storage: Pick<Storage, 'get'>
  readonly record: RecordAudit
  /** Of device signals at sign-up. */
  readonly signalKeys: Keys
  /** Names of staff by their ids. */
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly log: Log
  readonly clock: () => Date
  readonly random?: () => number
}

/** The moderators' decisions and what follows from them, appeals, and notices of anybody. */
export function createModeration(given: ModerationInput): Module {
  const deps = { ...given, random: given.random ?? Math.random }
  return {
    routes: (http) => {
      moderationRoutes(http, deps)
      const ofStaff = { ...deps, ownMemberIds: ownMemberIdsAmong(deps.brands) }
      queueRoutes(http, ofStaff)
      ruleRoutes(http, ofStaff)
      authorityRoutes(http, ofStaff)
      flaggerRoutes(http, deps)
      transparencyRoutes(http, deps)
    },
    async onEvent({ topic, payload }) {
      if (topic === photoRestored) await reopenReportsOf(deps.db, payload as PhotoRestored)
    },
    jobs: bindJobs(moderationJobs, deps),
  }
}
