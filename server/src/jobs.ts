import { accountJobs } from '#modules/accounts/jobs.ts'
import { auditJobs } from '#modules/audit/jobs.ts'
import { affiliateJobs } from '#modules/affiliates/jobs.ts'
import { chatJobs } from '#modules/chat/jobs.ts'
import { creditJobs } from '#modules/credits/jobs.ts'
import { dataExportJobs } from '#modules/data-export/jobs.ts'
import { demoJobs } from '#modules/demo/jobs.ts'
import { deskJobs } from '#modules/desk/jobs.ts'
import { freeCreditJobs } from '#modules/free-credits/jobs.ts'
import { identityJobs } from '#modules/identity/jobs.ts'
import { insightJobs } from '#modules/insight/jobs.ts'
import { memberJobs } from '#modules/members/jobs.ts'
import { outreachJobs } from '#modules/outreach/jobs.ts'
import { paymentJobs } from '#modules/payments/jobs.ts'
import { moderationJobs } from '#modules/moderation/jobs.ts'
import { mailingJobs } from '#modules/mailings/jobs.ts'
import { offerJobs } from '#modules/offers/jobs.ts'
import { supportJobs } from '#modules/support/jobs.ts'
import { photoJobs } from '#modules/photos/jobs.ts'
import { staffJobs } from '#modules/staff/jobs.ts'
import type { JobTable } from '#platform/jobs/job.ts'
import { retentionJobs } from './retention.ts'

/** The jobs of each module, by its folder, and those of the server. Each runs with what `context.ts` gives its module. */
export const jobsOfModules: Readonly<Record<string, JobTable<never>>> = {
  accounts: accountJobs,
  affiliates: affiliateJobs,
  audit: auditJobs,
  chat: chatJobs,
  credits: creditJobs,
  'data-export': dataExportJobs,
  demo: demoJobs,
  desk: deskJobs,
  'free-credits': freeCreditJobs,
  identity: identityJobs,
  insight: insightJobs,
  members: memberJobs,
  outreach: outreachJobs,
  payments: paymentJobs,
  moderation: moderationJobs,
  support: supportJobs,
  mailings: mailingJobs,
  offers: offerJobs,
  photos: photoJobs,
  staff: staffJobs,
  server: retentionJobs,
}

export const allJobs: JobTable<never> = Object.assign({}, ...Object.values(jobsOfModules))
