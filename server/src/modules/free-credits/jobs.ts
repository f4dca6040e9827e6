import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import type { FreeCreditDeps } from './deps.ts'
import { refillDue } from './refill.ts'

export const freeCreditJobs = {
  'free-credits-refill': {
    does: 'refills free likes and icebreakers',
    at: '*/10 * * * *',
    limitMs: minutes(9),
    run: (deps, _, { until }) => refillDue(deps, until),
  },
} satisfies JobTable<FreeCreditDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof freeCreditJobs> {}
}
