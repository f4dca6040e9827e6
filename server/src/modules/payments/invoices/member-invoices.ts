import type { Selectable } from 'kysely'
import type { Executor } from '../../../platform/database.ts'
import type { Invoice } from '../../../platform/database-types.ts'
import { invoiceNumber } from './issue.ts'

/** An invoice or credit note as it was written, with its number as printed. */
export type MemberInvoice = Omit<Selectable<Invoice>, 'number'> & { readonly number: string }

/** The member's invoices and credit notes of these orders, oldest first. */
export async function memberInvoices(
  executor: Executor,
  memberId: string,
  attemptIds: readonly string[],
): Promise<readonly MemberInvoice[]> {
  if (attemptIds.length === 0) return []
  const rows = await executor
    .selectFrom('invoices')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('attempt_id', 'in', attemptIds)
    .orderBy('issued_at')
    .orderBy('kind', 'desc')
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...row, number: invoiceNumber(row) }))
}
