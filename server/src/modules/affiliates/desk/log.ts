import type { adminRoutes, PostbackEvent, PostbackRow, PostbackState } from '@incontro/contract/admin'
import { sql } from 'kysely'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { factsNow, jobKey } from '../postbacks/plan.ts'
import { eventIdOf } from '../postbacks/send.ts'
import { type AffiliateDeskDeps, auditedBy } from './deps.ts'

const pageSize = 50

interface Row {
  readonly id: string
  readonly postback: string
  readonly name: string | null
  readonly event: string
  readonly eventKey: string
  readonly state: string
  readonly tries: number
  readonly status: number | null
  readonly why: string | null
  readonly at: Date
  readonly endedAt: Date | null
  readonly nextAt: Date | null
}

/** What became of the calls, of no one: an event is named as its tracker knows it. */
export async function listPostbacks(deps: AffiliateDeskDeps, { site, query }: Call<typeof adminRoutes.postbacks>) {
  const { state, event, postback, afterAt, afterId } = query
  const after =
    afterAt !== undefined && afterId !== undefined
      ? sql`and (d.created_at, d.id) < (${afterAt}::timestamptz, ${afterId}::uuid)`
      : sql``
  const { rows } = await sql<Row>`
    select d.id, d.postback, a.name, d.event, d.event_key as "eventKey", d.state, d.tries, d.status, d.why,
      d.created_at as at, d.ended_at as "endedAt", d.next_at as "nextAt"
    from postback_deliveries d left join affiliates a on a.brand_id = d.brand_id and a.id::text = d.postback
    where d.brand_id = ${site.brandId} ${state === undefined ? sql`` : sql`and d.state = ${state}`}
      ${event === undefined ? sql`` : sql`and d.event = ${event}`}
      ${postback === undefined ? sql`` : sql`and d.postback = ${postback}`} ${after}
    order by d.created_at desc, d.id desc limit ${sql.lit(pageSize + 1)}`.execute(deps.db)
  return {
    postbacks: rows.slice(0, pageSize).map((row) => rowView(row, site.brandId)),
    more: rows.length > pageSize,
  }
}

const rowView = ({ eventKey, name, at, endedAt, nextAt, ...row }: Row, brandId: string): PostbackRow => ({
  ...row,
  name: name ?? row.postback,
  event: row.event as PostbackEvent,
  state: row.state as PostbackState,
  eventId: eventIdOf({ brandId, postback: row.postback, eventKey }),
  at: at.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  nextAt: nextAt?.toISOString() ?? null,
})

/**
 * Tries a call again that was given up. What it said was deleted when it ended, so it says what is known now, which is
 * nothing without the member's consent.
 * @throws Failure 404, 409 `postback_over` for one that waits, was delivered or is withheld
 */
export async function retryPostback(
  deps: AffiliateDeskDeps,
  call: Call<typeof adminRoutes.retryPostback>,
): Promise<{ outcome: 'waiting' | 'withheld' }> {
  const { brandId } = call.site
  const at = deps.clock()
  return deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('postback_deliveries')
      .select(['postback', 'event_key', 'event', 'state'])
      .where('brand_id', '=', brandId)
      .where('id', '=', call.params.delivery)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound()
    if (row.state !== 'failed')
      throw new Failure(409, 'postback_over', { message: `It is ${row.state}: only what was given up is tried again` })
    const { postback, event_key: eventKey } = row
    const event = row.event as PostbackEvent
    const facts = await factsNow(tx, { brandId, event, id: eventKey.slice(event.length + 1) })
    const state = facts === undefined ? ('withheld' as const) : ('waiting' as const)
    await tx
      .updateTable('postback_deliveries')
      .set({
        state,
        ...(facts === undefined
          ? { why: 'no consent to measurement', status: null }
          : { facts, ended_at: null, next_at: at }),
      })
      .where('brand_id', '=', brandId)
      .where('id', '=', call.params.delivery)
      .execute()
    if (facts !== undefined)
      await addJob(
        tx,
        'affiliates.send_postback',
        { brandId, postback, eventKey },
        { key: jobKey(brandId, postback, eventKey) },
      )
    await deps.record(tx, {
      ...auditedBy(call),
      action: 'postback_retried',
      subject: { kind: 'postback', id: call.params.delivery },
      reason: call.body.reason,
      detail: { event, state },
    })
    return { outcome: state }
  })
}
