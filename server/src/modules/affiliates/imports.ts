import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import type { AffiliateDeps } from './deps.ts'

interface OfAffiliate {
  readonly brandId: string
  /** Who sent it; null for the installation's key. */
  readonly affiliate: string | null
}

export interface Import extends OfAffiliate {
  readonly kind: 'click' | 'order' | 'upsell'
  /** The affiliate's own; a click without one is always another click. */
  readonly reference?: string | undefined
  readonly campaign: string
  readonly pageType: string
  /** Our reference of the order. */
  readonly order?: string | undefined
}

/** As a reference is stored: each affiliate has references of its own, and none reaches those of another. */
const stored = ({ affiliate }: OfAffiliate, reference: string): string =>
  affiliate === null ? reference : `${affiliate} ${reference}`

/**
 * Stores an import; sent again it changes nothing.
 * @throws Failure 404 for an order that is not the brand's, 409 `reference_used` for another import under the same
 *   reference, 409 `order_imported` for an order that was imported under another one
 */
export async function importOnce({ db, clock }: AffiliateDeps, sent: Import): Promise<void> {
  const { brandId, kind, campaign, pageType } = sent
  const reference = stored(sent, sent.reference ?? newId())
  await db.transaction().execute(async (tx) => {
    const order = sent.order === undefined ? null : await orderOf(tx, brandId, sent.order)
    const { numInsertedOrUpdatedRows: inserted } = await tx
      .insertInto('affiliate_imports')
      .values({
        brand_id: brandId,
        reference,
        kind,
        campaign,
        page_type: pageType,
        attempt_id: order?.id ?? null,
        member_id: order?.member_id ?? null,
        created_at: clock(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted === 1n) return
    const prior = await tx
      .selectFrom('affiliate_imports')
      .select(['kind', 'campaign', 'page_type', 'attempt_id', 'cancelled_at'])
      .where('brand_id', '=', brandId)
      .where('reference', '=', reference)
      .executeTakeFirst()
    if (!prior)
      throw new Failure(409, 'order_imported', {
        field: 'order',
        message: 'This order was imported under another reference: cancel that one first',
      })
    const isSame =
      prior.kind === kind &&
      prior.campaign === campaign &&
      prior.page_type === pageType &&
      prior.attempt_id === (order?.id ?? null) &&
      prior.cancelled_at === null
    if (!isSame)
      throw new Failure(409, 'reference_used', {
        field: 'reference',
        message: 'This reference belongs to another import, or to one that was cancelled: send a new one',
      })
  })
}

/** An order of the brand, with the member who placed it: not an age check, and not of an erased member. Locked until it is imported. */
async function orderOf(tx: Tx, brandId: string, id: string) {
  const order = await tx
    .selectFrom('payment_attempts')
    .innerJoin('members', 'members.id', 'payment_attempts.member_id')
    .select(['payment_attempts.id', 'payment_attempts.member_id'])
    .where('payment_attempts.id', '=', id)
    .where('payment_attempts.brand_id', '=', brandId)
    .where('payment_attempts.amount_minor', '>', 0)
    .where('members.state', '<>', 'deleted')
    .forKeyShare()
    .executeTakeFirst()
  if (!order) throw notFound()
  return order
}

/**
 * Cancels the import of an order, which it no longer names then. Idempotent.
 * @throws Failure 404 without an imported order of this reference
 */
export async function cancelImport(
  { db, clock }: AffiliateDeps,
  cancelled: OfAffiliate & { readonly reference: string },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('affiliate_imports')
    .set({
      cancelled_at: sql<Date>`coalesce(cancelled_at, ${clock()}::timestamptz)`,
      attempt_id: null,
      member_id: null,
    })
    .where('brand_id', '=', cancelled.brandId)
    .where('reference', '=', stored(cancelled, cancelled.reference))
    .where('kind', '<>', 'click')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}
