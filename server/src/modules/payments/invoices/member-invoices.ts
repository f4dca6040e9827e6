import type { Selectable } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { Invoice } from '#platform/database/database-types.ts'
import { invoiceNumber } from './issue.ts'

const columns = [
  'company',
  'kind',
  'year',
  'number',
  'attempt_id',
  'country',
  'territory',
  'vat_per_mille',
  'total_minor',
  'vat_minor',
  'currency',
  'seller',
  'issued_at',
] as const

/** An invoice or credit note, with its printed number. */
export type MemberInvoice = Omit<Pick<Selectable<Invoice>, (typeof columns)[number]>, 'number'> & {
  readonly number: string
}

/** The member's invoices and credit notes of these orders, oldest first. */
export async function memberInvoices(
  executor: Executor,
  memberId: string,
  attemptIds: readonly string[],
): Promise<readonly MemberInvoice[]> {
  if (attemptIds.length === 0) return []
  const rows = await executor
    .selectFrom('invoices')
    .select(columns)
    .where('member_id', '=', memberId)
    .where('attempt_id', 'in', attemptIds)
    .orderBy('issued_at')
    .orderBy('kind', 'desc')
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ ...row, number: invoiceNumber(row) }))
}
