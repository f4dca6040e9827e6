import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import { forgetDead } from './channels/email/dead-letters.ts'
import { requeueLost } from './channels/email/enqueue-email.ts'
import { type OutreachDeps, sendEmail, type SendPayload } from './channels/email/send-email.ts'
import { measureMail } from './outcomes/mail-rates.ts'
import { type ReportDeps, readReports } from './outcomes/read-reports.ts'
import { type PushDeps, type PushJob, sendPush } from './channels/push/send.ts'
import { askForUpdates, postUpdates, type ReceiveDeps } from './channels/telegram/receive.ts'
import { sendTelegram, type TelegramJob } from './channels/telegram/send.ts'
import type { Channels } from './rules/channel.ts'
import { sendDigest } from './rules/digest.ts'
import { lookAtNotice } from './rules/look.ts'
import type { NoticeKey } from './rules/plan.ts'

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
    does: 'reads the mailbox for bounces and replies to support, if there is one',
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
  'outreach.notice': {
    does: 'decides on a notice that is due: sent, waiting, held for the digest or dropped',
    run: (deps, notice: NoticeKey) => lookAtNotice(deps, notice),
  },
  'outreach.push': {
    does: 'sends a notification to a member’s devices',
    lane: 'push',
    run: (deps, job: PushJob) => sendPush(deps, job),
  },
  'outreach.telegram': {
    does: 'sends a notification to a member’s chat with the bot, at most once',
    lane: 'telegram',
    run: (deps, job: TelegramJob) => sendTelegram(deps, job),
  },
  'outreach-telegram-updates': {
    does: 'asks for what is said to bots without a public address, as long as a chat is connected or about to be',
    at: '* * * * *',
    lane: 'telegram',
    oneWaits: true,
    run: (deps) => askForUpdates(deps),
  },
  'outreach-telegram-webhooks': {
    does: 'tells Telegram the public address of each bot, and warns when it does not reach it',
    at: '*/10 * * * *',
    lane: 'telegram',
    oneWaits: true,
    run: (deps) => postUpdates(deps),
  },
  'outreach.digest': {
    does: 'sends a member one mail for the notices that were held',
    run: (deps, { memberId }: { readonly memberId: string }) => sendDigest(deps, { memberId }),
  },
  'outreach.message_notice': {
    does: 'the same as `outreach.notice`, for messages that the version before this one planned',
    run: (deps, { memberId, conversationId }: { readonly memberId: string; readonly conversationId: string }) =>
      lookAtNotice(deps, { memberId, event: 'message', about: conversationId }),
  },
} satisfies JobTable<OutreachDeps & ReportDeps & PushDeps & ReceiveDeps & { readonly channels: Channels }>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof outreachJobs> {}
}
