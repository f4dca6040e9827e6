import type { AuditAction, AuditDetail } from '@incontro/contract/admin'
import type { Tx } from '#platform/database/database.ts'
import { auditor, type AuditAuthor } from './record.ts'

/** Who acted, as functions of other modules name them: `command:NAME`, `staff:ID`; undefined for a member or the program. */
function authorOf(madeBy: string, address: string | null): AuditAuthor | undefined {
  const [, means, who = ''] = /^(command|staff):(.+)$/s.exec(madeBy) ?? []
  if (means === 'command') return { command: who }
  return means === 'staff' ? { staffId: who, address } : undefined
}

export interface MemberAction {
  readonly memberId: string
  readonly madeBy: string
  /** Of staff; null for a command. */
  readonly address?: string | null | undefined
  readonly action: AuditAction
  readonly reason?: string | undefined
  readonly detail?: AuditDetail
  readonly at: Date
}

/**
 * Records what staff or a command did to a member, in the chain of the member's brand; what members do themselves is no
 * entry. Call it as the last statement of the transaction.
 */
export async function recordMemberAction(tx: Tx, given: MemberAction): Promise<void> {
  const { memberId, madeBy, address = null, action, reason, detail, at } = given
  const by = authorOf(madeBy, address)
  if (!by) return
  const member = await tx.selectFrom('members').select('brand_id').where('id', '=', memberId).executeTakeFirst()
  if (!member) return
  await auditor(() => at)(tx, {
    brandId: member.brand_id,
    by,
    action,
    subject: { kind: 'member', id: memberId },
    ...(reason !== undefined && { reason }),
    ...(detail && { detail }),
  })
}
