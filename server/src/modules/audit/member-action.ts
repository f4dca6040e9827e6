import type { AuditAction, AuditDetail } from '@incontro/contract/admin'
import type { Tx } from '#platform/database/database.ts'
import { auditor, type AuditAuthor, type AuditInput } from './record.ts'

/** Who acted, as functions of other modules name them: `command:NAME`, `staff:ID`; undefined for a member or the program. */
function authorOf(madeBy: string, address: string | null): AuditAuthor | undefined {
  const [, means, who = ''] = /^(command|staff):(.+)$/s.exec(madeBy) ?? []
  if (means === 'command') return { command: who }
  return means === 'staff' ? { staffId: who, address } : undefined
}

interface Action {
  readonly madeBy: string
  /** Of staff; null for a command. */
  readonly address?: string | null | undefined
  readonly action: AuditAction
  readonly reason?: string | undefined
  readonly detail?: AuditDetail
  readonly at: Date
}

export interface MemberAction extends Action {
  readonly memberId: string
}

export interface SubjectAction extends Action, Pick<AuditInput, 'brandId' | 'subject'> {
  /** Whose it is; null if no account is known. */
  readonly memberId: string | null
}

/**
 * Records what staff or a command did to a member, in the chain of the member's brand; what members do themselves is no
 * entry. Call it as the last statement of the transaction.
 */
export async function recordMemberAction(tx: Tx, given: MemberAction): Promise<void> {
  const { memberId } = given
  const member = await tx.selectFrom('members').select('brand_id').where('id', '=', memberId).executeTakeFirst()
  if (!member) return
  await recordSubjectAction(tx, { ...given, brandId: member.brand_id, subject: { kind: 'member', id: memberId } })
}

/** The same about something of a member's, such as a photo. */
export async function recordSubjectAction(tx: Tx, given: SubjectAction): Promise<void> {
  const { brandId, subject, memberId, madeBy, address = null, action, reason, detail, at } = given
  const by = authorOf(madeBy, address)
  if (!by) return
  await auditor(() => at)(tx, {
    brandId,
    by,
    action,
    subject,
    ...(memberId !== null && { memberId }),
    ...(reason !== undefined && { reason }),
    ...(detail && { detail }),
  })
}
