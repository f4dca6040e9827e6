import type { Insertable } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { AuthorityOrder } from '#platform/database/database-types.ts'
import { Failure } from '#platform/http/problem.ts'

/**
 * Stores an order of an authority, or what one was notified of, once: each authority has a reference for it.
 * @returns false when the answer to the first attempt was lost and it is there
 * @throws Failure 409 `recorded_already`
 */
export async function storeRecord(tx: Tx, row: Insertable<AuthorityOrder>): Promise<boolean> {
  const known = await tx
    .selectFrom('authority_orders')
    .select(['id', 'reference', 'recorded_by'])
    .where('brand_id', '=', row.brand_id)
    .where((eb) =>
      eb.or([
        eb('id', '=', row.id),
        eb.and([
          eb('country', '=', row.country),
          eb('authority', '=', row.authority),
          eb('reference', '=', row.reference),
        ]),
      ]),
    )
    .executeTakeFirst()
  if (known?.id === row.id && known.recorded_by === row.recorded_by && known.reference === row.reference) return false
  const inserted = known
    ? undefined
    : await tx
        .insertInto('authority_orders')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
  if (!inserted)
    throw new Failure(409, 'recorded_already', { message: 'This reference of this authority is recorded already' })
  return true
}
