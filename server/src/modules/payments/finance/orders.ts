import type { adminRoutes, OrderRow, OrderState } from '@incontro/contract/admin'
import { orderIdTail, orderNumberOf, paymentSystems } from '@incontro/contract'
import { sql } from 'kysely'
import { dayAfter, dayIn, startOfDay } from '#modules/calendar/index.ts'
import type { LocalText } from '#modules/flows/index.ts'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { isUuid } from '#platform/ids.ts'
import { furtherReasons } from '../attempts/flags.ts'
import { type FinanceDeps, zoneOf } from './deps.ts'

const pageSize = 50
/** Without days that are named. */
const usualDays = 31
/** With more members in a country its orders are found sooner among all orders than by their members. */
const fewMembers = 5000

/** A page of the brand's orders; or those that a number or a reference of the provider names. */
export async function listOrders(
  deps: FinanceDeps,
  { site, query }: Call<typeof adminRoutes.orders>,
): Promise<{ orders: OrderRow[]; more: boolean }> {
  const { brandId } = site
  const search = query.search?.trim() ?? ''
  if (search !== '') return { orders: await ordersNamed(deps.db, brandId, search), more: false }
  const zone = zoneOf(deps, brandId)
  const to = query.to ?? dayIn(deps.clock(), zone)
  const from = query.from ?? dayAfter(to, 1 - usualDays)
  const { state, provider, country, afterAt, afterId } = query
  const payers = country === undefined ? undefined : await fewMembersIn(deps.db, brandId, country)
  const rows = await ordersOf(deps.db, brandId)
    .where('a.created_at', '>=', startOfDay(from, zone))
    .where('a.created_at', '<', startOfDay(dayAfter(to, 1), zone))
    .$if(state !== undefined, (some) => some.where('a.state', '=', state!))
    .$if(provider !== undefined, (some) => some.where('a.provider', '=', provider!))
    .$if(country !== undefined, (some) => some.where('m.country', '=', country!))
    .$if(payers !== undefined, (some) => some.where(sql<boolean>`a.member_id = any(${payers}::uuid[])`))
    .$if(afterAt !== undefined && afterId !== undefined, (some) =>
      some.where(sql<boolean>`(a.created_at, a.id) < (${afterAt}::timestamptz, ${afterId}::uuid)`),
    )
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return { orders: rows.slice(0, pageSize).map(orderView), more: rows.length > pageSize }
}

/**
 * The members of a country with few of them; otherwise undefined. A kept plan goes through all orders of the days until
 * the page is full, which takes seconds for a country that is in none of them.
 */
async function fewMembersIn(db: Executor, brandId: string, country: string): Promise<string[] | undefined> {
  const members = await db
    .selectFrom('members')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('country', '=', country)
    .limit(fewMembers + 1)
    .execute()
  return members.length > fewMembers ? undefined : members.map(({ id }) => id)
}

/** By the number of the order or its id, or by the provider's reference of its payment or of a refund. */
async function ordersNamed(db: Executor, brandId: string, search: string): Promise<OrderRow[]> {
  const named = ordersOf(db, brandId).orderBy('a.created_at', 'desc').limit(pageSize)
  if (isUuid(search)) return (await named.where('a.id', '=', search).execute()).map(orderView)
  const tail = orderIdTail(search)
  if (tail !== undefined) {
    const numbered = await named.where(sql<string>`"right"(a.id::text, 10)`, '=', tail).execute()
    // A provider's reference may read like a number.
    if (numbered.length > 0) return numbered.map(orderView)
  }
  // Also of accounts that are not connected any more.
  const connections = paymentSystems.flatMap((system) => [system, `${system}:${brandId}`])
  const paid = await named.where('a.connection', 'in', connections).where('a.provider_ref', '=', search).execute()
  if (paid.length > 0) return paid.map(orderView)
  const refunds = await db
    .selectFrom('refunds')
    .select('attempt_id')
    .where('provider_ref', '=', search)
    .where('brand_id', '=', brandId)
    .limit(pageSize)
    .execute()
  if (refunds.length === 0) return []
  const ids = refunds.map(({ attempt_id: id }) => id)
  return (await named.where('a.id', 'in', ids).execute()).map(orderView)
}

const columns = [
  'a.id',
  'a.created_at',
  'a.plan_id',
  'a.state',
  'a.provider',
  'a.provider_ref',
  'a.amount_minor',
  'a.refunded_minor',
  'a.currency',
  'a.renewal_of',
  'a.flagged',
  'a.further_flags',
  'm.country',
] as const

const ordersOf = (db: Executor, brandId: string) =>
  db
    .selectFrom('payment_attempts as a')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .select(columns)
    .select(sql<LocalText | null>`a.plan -> 'name'`.as('plan_name'))
    .where('a.brand_id', '=', brandId)

interface Row {
  readonly id: string
  readonly created_at: Date
  readonly plan_id: string
  readonly plan_name: LocalText | null
  readonly state: string
  readonly provider: string
  readonly provider_ref: string | null
  readonly amount_minor: number
  readonly refunded_minor: number
  readonly currency: string
  readonly renewal_of: string | null
  readonly flagged: string | null
  readonly further_flags: unknown
  readonly country: string
}

export const orderView = (row: Row): OrderRow => ({
  id: row.id,
  number: orderNumberOf(row.id),
  at: row.created_at.toISOString(),
  plan: row.plan_id,
  planName: row.plan_name,
  state: row.state as OrderState,
  provider: row.provider,
  providerRef: row.provider_ref,
  country: row.country,
  amountMinor: row.amount_minor,
  refundedMinor: row.refunded_minor,
  currency: row.currency,
  isRenewal: row.renewal_of !== null,
  flagged: row.flagged,
  furtherFlags: furtherReasons(row.further_flags),
})

/** The flagged ones, longest waiting first. */
export const flaggedOrders = (db: Executor, brandId: string, most: number) =>
  ordersOf(db, brandId)
    .select(['a.flagged_at', 'a.refund_due_at'])
    .where('a.flagged', 'is not', null)
    .orderBy('a.flagged_at')
    .orderBy('a.id')
    .limit(most)
    .execute()
