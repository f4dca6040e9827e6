import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import type { OfferDeps } from './deps.ts'
import { publishDue } from './publish.ts'

export const offerJobs = {
  'offers-publish': {
    does: 'publishes what was approved for this time, if it still may be',
    at: '* * * * *',
    queue: 'offers',
    oneWaits: true,
    limitMs: minutes(1),
    run: (deps, _, { until }) => publishDue(deps, until),
  },
} satisfies JobTable<OfferDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof offerJobs> {}
}
