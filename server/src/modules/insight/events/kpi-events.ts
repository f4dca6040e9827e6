import { routes } from '@incontro/contract'
import { sql } from 'kysely'
import type { Principal } from '#platform/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { own, type Http } from '#platform/http/bind.ts'
import { newId } from '#platform/ids.ts'

export interface KpiDeps {
  readonly db: Database
  readonly clock: () => Date
}

/**
 * Events that browsers report for the operators' figures. Only stored for members who allow analytics. Level and flow
 * are taken from the server, and other personal data in a report (an address, a country) is dropped.
 */
export function kpiRoutes(http: Http, { db, clock }: KpiDeps): void {
  http.bind(routes.kpiEvent, async ({ body, member }) => {
    if (!member) return { result: 'OK' as const }
    own(member, body.clickid)
    if (!(await allowsAnalytics(db, member))) return { result: 'OK' as const }
    const { eventName: name, eventValue: value = '' } = body
    const once = body.onlyOnce === true
    // Once-only events: the lock on the member's row makes a concurrent second request see the first.
    await db.transaction().execute(async (tx) => {
      if (once) {
        await sql`select from members where id = ${member.memberId} for no key update`.execute(tx)
        const before = await tx
          .selectFrom('kpi_events')
          .select('id')
          .where('member_id', '=', member.memberId)
          .where('name', '=', name)
          .executeTakeFirst()
        if (before) return
      }
      await tx
        .insertInto('kpi_events')
        .values({
          member_id: member.memberId,
          id: newId(),
          brand_id: member.brandId,
          name,
          value: String(value),
          level: member.level,
          flow_id: member.flowId,
          created_at: clock(),
        })
        .execute()
    })
    return { result: 'OK' as const }
  })
}

async function allowsAnalytics(db: Database, { memberId }: Principal): Promise<boolean> {
  const consent = await db
    .selectFrom('consents')
    .select('granted')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'analytics')
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return consent?.granted === true
}
