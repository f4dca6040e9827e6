import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'

export const insightJobs = {
  'insight-measure': {
    does: 'measures the claims of the brands',
    at: '23 3 * * *',
    queue: 'nightly',
    limitMs: minutes(30),
    growing: true,
    run: ({ measure }, _, { until }) => measure(until),
  },
} satisfies JobTable<{ readonly measure: (until: number) => Promise<void> }>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof insightJobs> {}
}
