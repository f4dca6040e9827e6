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
    const { eventName: name, eventValue: value = '' } = body
    const event = { name, value: String(value), at: clock() }
    if (body.onlyOnce !== true) await storeEvent(db, member, event)
    else
      // The lock on the member's row makes a second request at the same moment see the first.
      await db.transaction().execute(async (tx) => {
        await sql`select from members where id = ${member.memberId} for no key update`.execute(tx)
        const before = await tx
          .selectFrom('kpi_events')
          .select('id')
          .where('member_id', '=', member.memberId)
          .where('name', '=', name)
          .executeTakeFirst()
        if (!before) await storeEvent(tx, member, event)
      })
    return { result: 'OK' as const }
  })
}

interface ReportedEvent {
  readonly name: string
  readonly value: string
  readonly at: Date
}

/** Stores the event if the member's newest word about analytics is yes: one statement, since pages send many. */
async function storeEvent(db: Database, member: Principal, { name, value, at }: ReportedEvent): Promise<void> {
  const { memberId, brandId, level, flowId } = member
  await sql`
    insert into kpi_events (member_id, id, brand_id, name, value, level, flow_id, created_at)
    select ${memberId}, ${newId()}, ${brandId}, ${name}, ${value}, ${level}, ${flowId}, ${at}
    where (select granted from consents where member_id = ${memberId} and kind = 'analytics'
           order by given_at desc, id desc limit 1)`.execute(db)
}
