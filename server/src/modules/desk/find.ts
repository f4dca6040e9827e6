import { normaliseEmail } from '@incontro/contract'
import type { adminRoutes } from '@incontro/contract/admin'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { isUuid } from '#platform/ids.ts'
import type { DeskDeps } from './deps.ts'

type Matched = 'email' | 'id' | 'trackerId' | 'order'
type Found = readonly { readonly member_id: string; readonly matched: Matched }[]

/**
 * Members of one brand by exactly what was typed: each way has an index, and none shows who resembles it. The search is
 * recorded with its reason, without what was searched for where that found someone.
 */
export async function findMembers({ db, audit }: DeskDeps, call: Call<typeof adminRoutes.findMembers>) {
  const { site, body, staff, ip } = call
  const query = body.query.trim()
  return db.transaction().execute(async (tx) => {
    const matches = await matchesOf(tx, site.brandId, query)
    const rows =
      matches.length === 0
        ? []
        : await tx
            .selectFrom('members')
            .select(['id', 'screen_name', 'email', 'state', 'created_at'])
            .where(
              'id',
              'in',
              matches.map((one) => one.member_id),
            )
            .where('brand_id', '=', site.brandId)
            // The rows that keep the payments of who was erased are no accounts.
            .where('state', '<>', 'deleted')
            .execute()
    await audit.record(tx, {
      brandId: site.brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'members_searched',
      subject: { kind: 'search', id: null },
      ...(rows[0] && { memberId: rows[0].id }),
      reason: body.reason,
      detail: { found: rows.length, ...(rows[0] && { query }) },
    })
    return rows.map((row) => ({
      id: row.id,
      name: row.screen_name,
      email: row.email,
      state: row.state,
      createdAt: row.created_at.toISOString(),
      matched: matches.find((one) => one.member_id === row.id)?.matched ?? ('id' as const),
    }))
  })
}

async function matchesOf(tx: Executor, brandId: string, query: string): Promise<Found> {
  if (query.includes('@')) {
    const row = await tx
      .selectFrom('member_emails')
      .select('member_id')
      .where('brand_id', '=', brandId)
      .where('email', '=', normaliseEmail(query))
      .executeTakeFirst()
    return row ? [{ ...row, matched: 'email' }] : []
  }
  if (isUuid(query)) {
    const order = await tx
      .selectFrom('payment_attempts')
      .select('member_id')
      .where('id', '=', query)
      .where('brand_id', '=', brandId)
      .executeTakeFirst()
    return [...(order ? [{ ...order, matched: 'order' as const }] : []), { member_id: query, matched: 'id' }]
  }
  const tracked = await tx
    .selectFrom('member_clickids')
    .select('member_id')
    .where('brand_id', '=', brandId)
    .where('clickid', '=', query)
    .executeTakeFirst()
  return tracked ? [{ ...tracked, matched: 'trackerId' }] : []
}
