import type { JobTable, PayloadsOf } from '#platform/jobs/job.ts'
import type { PostbackDeps } from './postbacks/deps.ts'
import { planPostbacks } from './postbacks/plan.ts'
import { type DeliveryKey, sendPostback } from './postbacks/send.ts'

export const affiliateJobs = {
  'affiliates-plan-postbacks': {
    does: 'finds sign-ups, orders, payments and refunds that are to be reported to trackers of affiliates',
    at: '* * * * *',
    oneWaits: true,
    run: (deps) => planPostbacks(deps),
  },
  'affiliates.send_postback': {
    does: 'calls a tracker of an affiliate about one event',
    run: (deps, key: DeliveryKey) => sendPostback(deps, key),
  },
} satisfies JobTable<PostbackDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof affiliateJobs> {}
}
