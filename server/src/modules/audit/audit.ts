import { adminRoutes } from '@incontro/contract/admin'
import type { AuditAction } from '@incontro/contract/admin'
import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import type { AuditDeps } from './deps.ts'
import { auditJobs } from './jobs.ts'
import { readAudit } from './read.ts'
import { staffIn, withNames } from './detail-names.ts'
import { auditor, installationChain, type RecordAudit } from './record.ts'
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
      http.bind(adminRoutes.audit, async ({ site, query }) => {
        const ofStaff = query.of === 'staff'
        const { entries, more } = await readAudit(ofStaff ? deps.home().db : deps.db, {
          brandId: ofStaff ? installationChain : site.brandId,
          ...(ofStaff && { aboutBrand: site.brandId }),
          before: query.before,
          staffId: query.staff,
          memberId: query.member,
        })
        const names = await deps.namesOf(
          entries.flatMap(({ staffId, subjectKind, subjectId, detail }) => [
            ...(staffId === null ? [] : [staffId]),
            ...(subjectKind === 'staff' && subjectId !== null ? [subjectId] : []),
            ...staffIn(detail),
          ]),
        )
        return {
          more,
          entries: entries.map((one) => ({
            seq: one.seq,
            at: one.at.toISOString(),
            by: one.command ?? names.get(one.staffId ?? '') ?? '',
            byCommand: one.command !== null,
            staffId: one.staffId,
            action: one.action as AuditAction,
            subjectKind: one.subjectKind,
            subjectId: one.subjectId,
            subjectName: one.subjectKind === 'staff' ? (names.get(one.subjectId ?? '') ?? null) : null,
            memberId: one.memberId,
            reason: one.reason,
            detail: withNames(one.detail, names),
            erased: one.erased,
            address: one.address,
          })),
        }
      })
    },
  }
}
