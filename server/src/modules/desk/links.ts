import type { AccountState, adminRoutes, LinkReason } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import type { DeskDeps } from './deps.ts'
import { memberAt } from './member-at.ts'

const day = 86_400_000
/** Accounts that are listed, and those of one reason that are looked at. */
const [most, mostOfReason] = [50, 60]
/** A network that more accounts share is that of a provider, a company, a school. */
const mostOfNetwork = 10
/** Sign-ins from one network further apart say nothing. */
const nearDays = 3

interface Link {
  readonly id: string
  readonly reason: LinkReason
  readonly at: Date
}

/**
 * Other accounts of the brand that may be the same person's, with the reason: a hint for who decides, on which nothing
 * acts. A card is the same where its provider says so.
 * @throws Failure 403 `own_account`, 404
 */
export async function memberLinks(deps: DeskDeps, call: Call<typeof adminRoutes.memberLinks>) {
  const { site, body, staff, ip } = call
  return deps.db.transaction().execute(async (tx) => {
    const member = await memberAt(tx, deps, call)
    const near = await byNetworks(tx, site.brandId, member.id)
    const links = [...(await exactLinks(tx, site.brandId, member.id)), ...near.links]
    const ids = [...new Set(links.map(({ id }) => id))]
    const own = await deps.ownMemberIds(tx, staff, site.brandId)
    const accounts =
      ids.length === 0
        ? []
        : await tx
            .selectFrom('members')
            .select(['id', 'screen_name', 'state', 'created_at'])
            .where('id', 'in', ids)
            .where('brand_id', '=', site.brandId)
            .where('state', '<>', 'deleted')
            .execute()
    const shown = accounts
      .filter(({ id }) => !own.includes(id))
      .map((one) => ({
        id: one.id,
        name: one.screen_name,
        state: one.state as AccountState,
        createdAt: one.created_at.toISOString(),
        reasons: links.filter(({ id }) => id === one.id).map(({ reason, at }) => ({ reason, at: at.toISOString() })),
      }))
      // What is linked in more ways comes first.
      .toSorted((a, b) => b.reasons.length - a.reasons.length || (a.createdAt < b.createdAt ? 1 : -1))
    await deps.audit.record(tx, {
      brandId: site.brandId,
      by: { staffId: staff.staffId, address: ip },
      action: 'member_links_read',
      subject: { kind: 'member', id: member.id },
      memberId: member.id,
      reason: body.reason,
      detail: { found: shown.length },
    })
    return { accounts: shown.slice(0, most), sharedNetworks: near.shared, more: shown.length > most }
  })
}

async function exactLinks(tx: Executor, brandId: string, id: string): Promise<readonly Link[]> {
  const each = sql.lit(mostOfReason)
  const { rows } = await sql<Link>`
    (select o.member_id as id, 'card' as reason, max(greatest(t.created_at, o.created_at)) as at
      from card_tokens t
        join card_tokens o on o.token = t.token and o.connection = t.connection and o.member_id <> t.member_id
        join members m on m.id = o.member_id and m.brand_id = ${brandId}
      where t.member_id = ${id} group by o.member_id limit ${each})
    union all
    (select o.member_id, 'device', max(o.last_seen_at)
      from member_devices d join member_devices o on o.browser_hash = d.browser_hash and o.member_id <> d.member_id
      where d.member_id = ${id} and o.brand_id = ${brandId} group by o.member_id limit ${each})
    union all
    (select o.member_id, 'phone', o.changed_at
      from phone_numbers p join phone_numbers o on o.number = p.number and o.member_id <> p.member_id
        join members m on m.id = o.member_id and m.brand_id = ${brandId}
      where p.member_id = ${id} limit ${each})
    union all
    (select o.member_id, 'photo', max(o.created_at)
      from member_photos p join member_photos o on o.perceptual_hash = p.perceptual_hash and o.member_id <> p.member_id
        join members m on m.id = o.member_id and m.brand_id = ${brandId}
      where p.member_id = ${id} group by o.member_id limit ${each})`.execute(tx)
  return rows
}

/** Who signed in from one of the member's networks within days of them, where few do; how many networks were left out. */
async function byNetworks(
  tx: Executor,
  brandId: string,
  id: string,
): Promise<{ readonly links: readonly Link[]; readonly shared: number }> {
  const { rows } = await sql<{ id: string | null; network: string; at: Date; mine: Date }>`
    select o.member_id as id, d.network, d.at as mine, o.last_seen_at as at
    from (select network, max(last_seen_at) as at from member_devices
      where member_id = ${id} and network is not null group by network order by at desc limit 10) d
    cross join lateral (select member_id, last_seen_at from member_devices o
      where o.brand_id = ${brandId} and o.network = d.network and o.member_id <> ${id}
      order by last_seen_at desc limit ${sql.lit(mostOfNetwork + 1)}) o`.execute(tx)
  const networks = Map.groupBy(rows, ({ network }) => network)
  const links = new Map<string, Link>()
  let shared = 0
  for (const found of networks.values()) {
    if (new Set(found.map((one) => one.id)).size > mostOfNetwork) {
      shared += 1
      continue
    }
    for (const { id: other, at, mine } of found)
      if (other !== null && Math.abs(at.getTime() - mine.getTime()) <= nearDays * day && !links.has(other))
        links.set(other, { id: other, reason: 'network', at })
  }
  return { links: [...links.values()], shared }
}
