import { adminRoutes } from '@incontro/contract/admin'
import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import type { AuditDeps } from './deps.ts'
import { auditJobs } from './jobs.ts'
import { auditor, type RecordAudit } from './record.ts'
import { auditPage, exportAudit } from './staff-routes.ts'
import { watched } from './watch.ts'

export interface Audit extends Module {
  readonly record: RecordAudit
}

/** What staff and commands did: appended to a chain for each brand, read by owners. */
export function createAudit(deps: AuditDeps): Audit {
  const record = watched(deps, auditor(deps.clock))
  return {
    record,
    jobs: bindJobs(auditJobs, deps),
    routes(http) {
      http.bind(adminRoutes.audit, (call) => auditPage(deps, call))
      http.bind(adminRoutes.auditCsv, (call) => exportAudit(deps, record, call))
    },
  }
}
