import { type JobTable, minutes, type PayloadsOf, seconds } from '#platform/jobs/job.ts'
import type { Database } from '#platform/database/database.ts'
import type { Brands } from '#modules/brands/index.ts'
import { leaveList } from './away.ts'
import { endNewness } from './findable.ts'
import { endPresence } from './here-now.ts'

interface MemberJobDeps {
  readonly db: Database
  readonly brands: Brands
  readonly clock: () => Date
}

export const memberJobs = {
  'members-end-newness': {
    does: 'after a week a member is not new any more',
    at: '7 * * * *',
    queue: 'hourly',
    limitMs: minutes(5),
    run: ({ db, clock }, _, { until }) => endNewness(db, clock(), { until }),
  },
  'members-end-presence': {
    does: 'members without a sign of life are offline',
    at: '* * * * *',
    limitMs: seconds(50),
    run: ({ db, clock }, _, { until }) => endPresence(db, clock(), until),
  },
  'members-leave-list': {
    does: 'members away for half a year leave the list',
    at: '17 3 * * *',
    queue: 'nightly',
    limitMs: minutes(10),
    run({ db, brands, clock }, _, { until }) {
      const pools = brands.list.map(({ pool }) => pool)
      return leaveList(db, pools, clock(), { until })
    },
  },
} satisfies JobTable<MemberJobDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof memberJobs> {}
}
