import { type JobTable, type PayloadsOf } from '#platform/jobs/job.ts'
import type { TicketDeps } from './deps.ts'
import { type AnswerJob, sendAnswer } from './tickets/answer.ts'

export const supportJobs = {
  'support-send-answer': {
    does: 'mails an answer of support that was not taken back',
    run: (deps, payload: AnswerJob) => sendAnswer(deps, payload),
  },
} satisfies JobTable<TicketDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof supportJobs> {}
}
