import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import { checkChanges, checkEverybody, type NightlyCheckDeps } from './nightly-check.ts'

export const creditJobs = {
  'credits-check-changes': {
    does: 'compares balances that changed with their entries',
    at: '43 2 * * *',
    queue: 'nightly',
    limitMs: minutes(20),
    run: (deps, _, { until }) => checkChanges(deps, { until }),
  },
  'credits-check-everybody': {
    does: 'compares all balances, on Sundays',
    at: '13 4 * * 0',
    queue: 'nightly',
    limitMs: minutes(30),
    run: (deps, _, { until }) => checkEverybody(deps, until),
  },
} satisfies JobTable<NightlyCheckDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof creditJobs> {}
}
