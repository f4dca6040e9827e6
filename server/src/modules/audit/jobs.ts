import { type JobTable, minutes, type PayloadsOf } from '#platform/jobs/job.ts'
import type { AuditDeps } from './deps.ts'
import { sendHeads } from './heads.ts'

export const auditJobs = {
  'audit-heads': {
    does: 'logs the last entry of each audit chain and mails it to the owners: what is cut off later would miss it',
    at: '40 3 * * *',
    queue: 'nightly',
    limitMs: minutes(5),
    run: (deps: AuditDeps) => sendHeads(deps),
  },
} satisfies JobTable<AuditDeps>

declare module '#platform/jobs/jobs.ts' {
  interface Jobs extends PayloadsOf<typeof auditJobs> {}
}
