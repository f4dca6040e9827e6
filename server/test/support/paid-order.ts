import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { PaymentAttempt } from '#platform/database/database-types.ts'

/**
 * Inserts an order whose payment the provider has taken.
 * @param of.more other values than those of a captured payment @returns its id
 */
export async function insertPaidOrder(
  db: Database,
  of: {
    readonly brandId: string
    readonly memberId: string
    readonly amountMinor: number
    readonly more?: Partial<Insertable<PaymentAttempt>>
  },
): Promise<string> {
  const id = randomUUID()
  const at = new Date()
  await db
    .insertInto('payment_attempts')
    .values({
      id,
      brand_id: of.brandId,
      member_id: of.memberId,
      order_key: randomUUID(),
      provider: 'mollie',
      connection: 'mollie',
      provider_ref: `tr_${id}`,
      flow_id: '7',
      flow_version: '1',
      plan_id: 'month',
      plan: '{}',
      amount_minor: of.amountMinor,
      currency: 'EUR',
      state: 'captured',
      created_at: at,
      updated_at: at,
      ...of.more,
    })
    .execute()
  return id
}
