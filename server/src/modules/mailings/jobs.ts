import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import type { PromotionDeps } from './deps.ts'
import { sendPromotions } from './run.ts'

export const mailingJobs = {
  'mailings-send': {
    does: 'begins newsletters that are due, lists their recipients and those of journeys, and queues their mails',
    at: '* * * * *',
    queue: 'mailings',
    oneWaits: true,
    growing: true,
    limitMs: minutes(2),
    run: (deps, _, { until }) => sendPromotions(deps, until),
  },
} satisfies JobTable<PromotionDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof mailingJobs> {}
}
