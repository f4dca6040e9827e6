import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import { countDead } from './channels/email/dead-letters.ts'
import { oldestWaiting } from './channels/email/enqueue-email.ts'
import type { OutreachDeps } from './channels/email/send-email.ts'
import { outreachJobs } from './jobs.ts'
import { worstRates } from './outcomes/mail-rates.ts'
import type { ReportDeps } from './outcomes/read-reports.ts'
import { mailNotices } from './channels/email/notices.ts'
import { pushNotices } from './channels/push/notices.ts'
import { createChatLimit } from './channels/telegram/answer.ts'
import { telegramNotices } from './channels/telegram/notices.ts'
import { telegramRoutes } from './channels/telegram/routes.ts'
import type { TelegramDeps } from './channels/telegram/send.ts'
import { pushRoutes } from './channels/push/routes.ts'
import type { PushDeps } from './channels/push/send.ts'
import { type OutreachRouteDeps, outreachRoutes } from './preferences/routes.ts'
import { settingsRoutes } from './preferences/settings-routes.ts'
import { planNotice } from './rules/plan.ts'

export type {
  CorrectedFact,
  Email,
  EmailKind,
  EmailProps,
  PlanKind,
  ReceiptProps,
  RenderedEmail,
  StatementProps,
} from './channels/email/email.ts'
export { planNameIn } from './channels/email/email.ts'
export { emailQueue, type EnqueueEmail, postSystemMessageOf } from './channels/email/enqueue-email.ts'
export { lazyRenderer } from './channels/email/load-renderer.ts'
export { type SystemConversation } from './channels/system/kinds.ts'
export { postSystemMessage, systemMessagePosted, type SystemMessagePosted } from './channels/system/post.ts'
export {
  markSystemRead,
  systemInboxOf,
  systemMessagesOf,
  type SystemInboxRow,
  type SystemMessageRow,
} from './channels/system/read.ts'
export { planWords, systemConversationName, systemMessageWords } from './channels/system/words.ts'
export type { DocumentsOf, OutreachDeps } from './channels/email/send-email.ts'
export { endedReasons } from './channels/finish-delivery.ts'
export { createPace } from './channels/email/pace.ts'
export { checkSender, type Finding, type TextsOf } from './channels/email/check-setup.ts'
export { mailRates, releaseBulk, reasonToStop } from './outcomes/mail-rates.ts'
export { type NamedTicket, ticketNamedIn } from './outcomes/reply-address.ts'
export { recipientHeaders } from './outcomes/delivery-report.ts'
export type { BotMessage, BotOutcome, Handled, ReportMailbox, TelegramBot } from './port.ts'
export {
  letterOf,
  lettersIn,
  letterStates,
  requeueDead,
  requeueLetter,
  type Letter,
} from './channels/email/dead-letters.ts'
export {
  addressReached,
  type AddressKeys,
  type BrandAddress,
  isStopped,
  stopAddress,
  stoppedAmong,
} from './outcomes/addresses.ts'
export type { OutreachRouteDeps } from './preferences/routes.ts'
export { oneClickOf } from './preferences/unsubscribe.ts'
export { mayWriteTo, strangersWithin } from './preferences/suppressions.ts'
export { emailBrand } from './channels/email/email-brand.ts'
export type { PromotionGate } from './channels/email/send-email.ts'
export { planBesideMail } from './rules/plan.ts'
export { quietHoursEnd } from './rules/quiet-hours.ts'
export { quietOf } from './rules/receiver.ts'
export { enqueueEmail } from './channels/email/enqueue-email.ts'
export type { JourneyKind, NewsletterContent } from './channels/email/email.ts'
export type { RenderEmail } from './channels/email/templates/render.tsx'

/** Notices on all channels, emails, and what members have chosen. */
export function createOutreach(deps: OutreachDeps & OutreachRouteDeps & ReportDeps & PushDeps & TelegramDeps): Module {
  const channels = { email: mailNotices(deps), push: pushNotices(deps), telegram: telegramNotices(deps) }
  const mayAsk = createChatLimit(deps.clock)
  return {
    routes(http) {
      outreachRoutes(http, deps)
      settingsRoutes(http, { ...deps, channels })
      pushRoutes(http, deps)
      telegramRoutes(http, { ...deps, mayAsk })
    },
    jobs: bindJobs(outreachJobs, { ...deps, channels, mayAsk }),
    vitals: {
      oldestWaitingMailSeconds: () => oldestWaiting(deps.db, deps.clock()),
      deadMail: () => countDead(deps.db),
      mailBouncedPermille: async () => (await worstRates(deps.db)).bounced,
      mailComplainedPermille: async () => (await worstRates(deps.db)).complained,
      brandsWithStoppedMail: async () => (await worstRates(deps.db)).stopped,
    },
    onEvent: (event) => planNotice(deps, event),
  }
}
