import type { AuditDetail } from '@incontro/contract/admin'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Tx } from '#platform/database/database.ts'
import type { AuditDeps } from './deps.ts'
import type { AuditAuthor, RecordAudit } from './record.ts'

/** Files of members that one person opens in an hour before the owners are written to; again at each multiple. */
const usualReading = 40

/**
 * Records that a person opened a member's data, and notifies the owners when a person opens unusually many: mass export by
 * hand looks like work until it is counted.
 */
export async function recordReading(
  deps: AuditDeps,
  record: RecordAudit,
  tx: Tx,
  {
    brandId,
    memberId,
    by,
    reason,
    detail,
    action = 'member_opened',
  }: {
    readonly brandId: string
    readonly memberId: string
    readonly by: Extract<AuditAuthor, { staffId: string }>
    readonly reason: string
    readonly action?: 'member_opened' | 'conversation_read'
    readonly detail?: AuditDetail
  },
): Promise<void> {
  const opened = await countAttempt(tx, `staff reading ${by.staffId}`, deps.clock())
  if (opened % usualReading === 0) {
    const name = (await deps.namesOf([by.staffId])).get(by.staffId) ?? by.staffId
    for (const owner of await deps.ownersOf(brandId))
      await deps.enqueueEmail(tx, {
        brandId,
        memberId: null,
        kind: 'staff-alert',
        to: owner.email,
        locale: owner.locale,
        props: { name, opened },
      })
    await record(tx, {
      brandId,
      by,
      action: 'unusual_reading',
      subject: { kind: 'staff', id: by.staffId },
      detail: { opened },
    })
  }
  await record(tx, {
    brandId,
    by,
    action,
    subject: { kind: 'member', id: memberId },
    reason,
    ...(detail && { detail }),
  })
}
