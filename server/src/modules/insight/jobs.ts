import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import { countCohorts } from './rollups/count-cohorts.ts'
import { countMonth } from './rollups/count-month.ts'
import { countDueDays, countToday, type RollupDeps } from './rollups/count-days.ts'

export const insightJobs = {
  'insight-measure': {
    does: 'measures the claims of the brands',
    at: '23 3 * * *',
    queue: 'nightly',
    limitMs: minutes(30),
    growing: true,
    run: ({ measure }, _, { until }) => measure(until),
  },
  'insight-count-today': {
    does: 'counts the figures of today, as far as it has come',
    at: '27 * * * *',
    queue: 'hourly',
    limitMs: minutes(5),
    growing: true,
    run: (deps, _, { until }) => countToday(deps, until),
  },
  'insight-count-month': {
    does: 'counts the members who have been there in the month that runs',
    at: '57 21,22,23 * * *',
    queue: 'nightly',
    limitMs: minutes(5),
    growing: true,
    run: (deps, _, { until }) => countMonth(deps, until),
  },
  'insight-count-days': {
    does: 'counts the figures of the last days again, and those of weeks of sign-ups; seals what is 35 days old',
    at: '53 1 * * *',
    queue: 'nightly',
    limitMs: minutes(30),
    growing: true,
    async run(deps, _, { until }) {
      await countDueDays(deps, until)
      await countCohorts(deps, until)
    },
  },
} satisfies JobTable<RollupDeps & { readonly measure: (until: number) => Promise<void> }>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof insightJobs> {}
}
