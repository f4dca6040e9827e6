import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import { forgetDead } from './channels/email/dead-letters.ts'
import { requeueLost } from './channels/email/enqueue-email.ts'
import { type OutreachDeps, sendEmail, type SendPayload } from './channels/email/send-email.ts'
import { type About, sendNotice } from './message-notices.ts'
import { measureMail } from './outcomes/mail-rates.ts'
import { type ReportDeps, readReports } from './outcomes/read-reports.ts'

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
    run: (deps, payload: SendPayload) => sendEmail(deps, payload),
  },
  'outreach-read-reports': {
    does: 'reads what other mail servers reported to the mailbox for bounces, if there is one',
    at: '*/10 * * * *',
    queue: 'mail-reports',
    oneWaits: true,
    limitMs: minutes(4),
    run: (deps, _, { until }) => readReports(deps, until),
  },
  'outreach-mail-rates': {
    does: 'counts the mail of a day that came back or was complained about; stops or releases notices and promotion',
    at: '*/10 * * * *',
    oneWaits: true,
    run: (deps) => measureMail(deps, deps.clock()),
  },
  'outreach.message_notice': {
    does: 'writes to a member who has an unread message and is away',
    run: (deps, about: About) => sendNotice(deps, about),
  },
} satisfies JobTable<OutreachDeps & ReportDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof outreachJobs> {}
}
