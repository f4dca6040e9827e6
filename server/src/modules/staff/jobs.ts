import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import type { StaffDeps } from './deps.ts'
import { sweepViews } from './views/sweep-views.ts'

export const staffJobs = {
  'staff-sweep': {
    does: 'removes expired sessions and links of staff, and views that were deleted an hour ago',
    at: '23 * * * *',
    queue: 'hourly',
    limitMs: minutes(1),
    async run({ home, clock }: StaffDeps) {
      const { db } = home()
      await db.deleteFrom('staff_sessions').where('expires_at', '<=', clock()).execute()
      await db.deleteFrom('staff_links').where('expires_at', '<=', clock()).execute()
      await sweepViews(db, clock())
    },
  },
} satisfies JobTable<StaffDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof staffJobs> {}
}
