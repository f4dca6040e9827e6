import type { JobTable, PayloadsOf } from '#platform/jobs/job.ts'
import { forgetDead } from './channels/email/dead-letters.ts'
import { requeueLost } from './channels/email/enqueue-email.ts'
import { type OutreachDeps, sendEmail } from './channels/email/send-email.ts'
import { type About, sendNotice } from './message-notices.ts'

export const outreachJobs = {
  'outreach-requeue': {
    does: 'gives waiting emails a lost job back, 1,000 at a time; deletes what dead letters older than 30 days say',
    at: '* * * * *',
    async run({ db, clock }) {
      await requeueLost(db, clock())
      await forgetDead(db, clock())
    },
  },
  'outreach.send_email': {
    does: 'sends an email',
    lane: 'mail',
    run: (deps, { emailId }: { readonly emailId: string }) => sendEmail(deps, { emailId }),
  },
  'outreach.message_notice': {
    does: 'writes to a member who has an unread message and is away',
    run: (deps, about: About) => sendNotice(deps, about),
  },
} satisfies JobTable<OutreachDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof outreachJobs> {}
}
