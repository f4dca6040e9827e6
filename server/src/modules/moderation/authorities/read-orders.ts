import type { ClauseKey, RestrictedContent, RestrictionKind } from '@incontro/contract'
import type {
  adminRoutes,
  AuthorityOrderRow,
  AuthorityOrderView,
  AuthorityOutcome,
  AuthorityRecordKind,
  AuthorityStepKind,
} from '@incontro/contract/admin'
import { type Selectable, sql } from 'kysely'
import type { AuthorityOrder } from '#platform/database/database-types.ts'
import type { Call } from '#platform/http/bind.ts'
import { notFound } from '#platform/http/problem.ts'
import { type AuthorityDeps, refuseOwnAccount } from './deps.ts'

const pageSize = 50

interface Step {
  readonly kind: AuthorityStepKind
  readonly at: string
  readonly outcome: AuthorityOutcome | null
  readonly text: string
  readonly restriction: RestrictionKind | null
  readonly madeBy: string
}
type Row = Selectable<AuthorityOrder> & { readonly steps: readonly Step[] }

const steps = sql`
  (select coalesce(json_agg(json_build_object('kind', s.kind, 'at', s.at, 'outcome', s.outcome, 'text', s.body, 'restriction', r.kind,
      'madeBy', s.made_by) order by s.made_at, s.id), '[]')
    from authority_order_steps s left join restrictions r on r.brand_id = s.brand_id and r.id = s.restriction_id
    where s.brand_id = o.brand_id and s.order_id = o.id) as steps`

/** Orders of a brand, the latest received first. Their own account's orders are not shown to staff. */
export async function ordersOf(
  deps: AuthorityDeps,
  { site: { brandId }, query: { afterAt, afterId }, staff }: Call<typeof adminRoutes.authorityOrders>,
): Promise<{ orders: AuthorityOrderRow[]; more: boolean }> {
  const own = await deps.ownMemberIds(deps.db, staff, brandId)
  const { rows } = await sql<Row>`
    select o.*, ${steps} from authority_orders o
    where o.brand_id = ${brandId} and (o.member_id is null or o.member_id <> all(${own}::uuid[]))
      ${afterAt !== undefined && afterId !== undefined ? sql`and (o.received_at, o.id) < (${afterAt}::timestamptz, ${afterId}::uuid)` : sql``}
    order by o.received_at desc, o.id desc limit ${sql.lit(pageSize + 1)}`.execute(deps.db)
  return { orders: rows.slice(0, pageSize).map(rowOf), more: rows.length > pageSize }
}

/** One order with its log; the opening is recorded. @throws Failure 403 `own_account`, 404 */
export async function openOrder(
  deps: AuthorityDeps,
  call: Call<typeof adminRoutes.openAuthorityOrder>,
): Promise<AuthorityOrderView> {
  const { site, params, staff, ip } = call
  const { rows } = await sql<Row>`
    select o.*, ${steps} from authority_orders o where o.brand_id = ${site.brandId} and o.id = ${params.id}`.execute(
    deps.db,
  )
  const [row] = rows
  if (!row) throw notFound()
  await refuseOwnAccount(deps, call, row.member_id)
  const member =
    row.member_id === null
      ? undefined
      : (
          await sql<NonNullable<AuthorityOrderView['member']>>`
            select id, shown_name(screen_name, locale) as name, locale, state from members where id = ${row.member_id}`.execute(
            deps.db,
          )
        ).rows[0]
  await deps.db.transaction().execute((tx) =>
    deps.record(tx, {
      brandId: site.brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'authority_order_opened',
      subject: { kind: 'authority_order', id: row.id },
      ...(row.member_id !== null && { memberId: row.member_id }),
    }),
  )
  const idOf = (madeBy: string): string | undefined => /^staff:(.+)$/.exec(madeBy)?.[1]
  const names = await deps.namesOf(
    [row.recorded_by, ...row.steps.map(({ madeBy }) => madeBy)].flatMap((madeBy) => idOf(madeBy) ?? []),
  )
  const nameOf = (madeBy: string): string | null => names.get(idOf(madeBy) ?? '') ?? null
  return {
    ...rowOf(row),
    legalGround: row.legal_ground,
    document: row.document,
    asks: row.asks,
    member: member ?? null,
    contentType: row.content_type as RestrictedContent,
    silentUntil: row.silent_until?.toISOString() ?? null,
    caseId: row.case_id,
    recordedBy: nameOf(row.recorded_by) ?? '—',
    recordedAt: row.recorded_at.toISOString(),
    steps: row.steps.map(({ madeBy, at, ...step }) => ({
      ...step,
      at: new Date(at).toISOString(),
      by: nameOf(madeBy),
    })),
  }
}

function rowOf(row: Row): AuthorityOrderRow {
  const step = (kind: AuthorityStepKind) => row.steps.find((one) => one.kind === kind)
  const time = (kind: AuthorityStepKind) => {
    const found = step(kind)
    return found ? new Date(found.at).toISOString() : null
  }
  return {
    id: row.id,
    kind: row.kind as AuthorityRecordKind,
    authority: row.authority,
    country: row.country,
    reference: row.reference,
    clause: row.clause as ClauseKey,
    receivedAt: row.received_at.toISOString(),
    acknowledgedAt: time('acknowledged'),
    effectAt: time('effect'),
    outcome: step('effect')?.outcome ?? null,
    answeredAt: time('answered'),
  }
}
