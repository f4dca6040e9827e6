import type { AccountState, adminRoutes } from '@incontro/contract/admin'
import type { Call } from '#platform/http/bind.ts'
import type { DeskDeps } from './deps.ts'
import { mostFound } from './match.ts'
import { matchesOf } from './matches.ts'

/** What one member has: their address may be shown with them. */
const exact: ReadonlySet<string> = new Set(['email', 'id', 'trackerId', 'order'])

/**
 * Members of one brand by what was typed: each way has an index. The search is recorded with its reason, without what was
 * searched for where that found no one. Where several may be meant, addresses are left to the files, whose opening is
 * recorded and counted: a search is no way to copy a list of them.
 * @throws Failure 400 `too_wide` for a name of one letter or a network of too many
 */
export async function findMembers({ db, brands, audit }: DeskDeps, call: Call<typeof adminRoutes.findMembers>) {
  const { site, body, staff, ip } = call
  const query = body.query.trim()
  return db.transaction().execute(async (tx) => {
    const country = brands.byKey(site.brandId)?.country ?? ''
    const matches = await matchesOf(tx, { brandId: site.brandId, country }, query)
    const order = new Map(matches.map(({ member_id: id }, place) => [id, place]))
    const rows =
      matches.length === 0
        ? []
        : await tx
            .selectFrom('members')
            .select(['id', 'screen_name', 'email', 'state', 'created_at'])
            .where('id', 'in', [...order.keys()])
            .where('brand_id', '=', site.brandId)
            // The rows that keep the payments of who was erased are no accounts.
            .where('state', '<>', 'deleted')
            .execute()
    const found = rows.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    await audit.record(tx, {
      brandId: site.brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'members_searched',
      subject: { kind: 'search', id: null },
      ...(found[0] && { memberId: found[0].id }),
      reason: body.reason,
      detail: { found: found.length, ...(found[0] && { query, by: matches[0]?.matched }) },
    })
    return {
      more: matches.length > mostFound,
      members: found.slice(0, mostFound).map((row) => {
        const matched = matches[order.get(row.id) ?? 0]?.matched ?? ('id' as const)
        return {
          id: row.id,
          name: row.screen_name,
          email: exact.has(matched) ? row.email : null,
          state: row.state as AccountState,
          createdAt: row.created_at.toISOString(),
          matched,
        }
      }),
    }
  })
}
