import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ApprovalRequest } from '#platform/database/database-types.ts'
import type { Tx } from '#platform/database/database.ts'
import { notFound } from '#platform/http/problem.ts'

export type RequestRow = Selectable<ApprovalRequest>
export type RequestState = 'done' | 'waiting' | 'approved' | 'refused' | 'withdrawn'

/** What a request asks for, as it is stored; `amount` has its own column. */
export type RequestBody =
  | { readonly order: string; readonly currency: string }
  | { readonly account: 'messages' | 'icebreakers' | 'likes'; readonly reference: string }

export const bodyOf = ({ body }: Pick<RequestRow, 'body'>): RequestBody => body as unknown as RequestBody

/**
 * The hash of everything that a second person approves, in hexadecimal. Of the row that the database returns, whose JSON
 * has the keys in an order of its own.
 */
export function digestOf(row: RequestRow): string {
  const body = Object.entries(bodyOf(row)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const said = [row.brand_id, row.id, row.member_id, row.kind, row.amount, body, row.reason, row.requested_by]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

/** What was asked for within the limit and was taken back, or could not be carried out, does not count for it. */
export async function withdrawHeld(tx: Tx, brandId: string, id: string | undefined): Promise<void> {
  if (id === undefined) return
  await tx
    .updateTable('approval_requests')
    .set({ state: 'withdrawn' })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('state', '=', 'done')
    .execute()
}

/** A request of the brand, locked until the transaction ends. @throws Failure 404 */
export async function lockRequest(tx: Tx, brandId: string, id: string): Promise<RequestRow> {
  const row = await tx
    .selectFrom('approval_requests')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
