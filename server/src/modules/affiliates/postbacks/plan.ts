import type { PostbackEvent } from '@incontro/contract/admin/campaign-words'
import { sql, type RawBuilder } from 'kysely'
import type { Executor, Tx } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { PostbackDeps } from './deps.ts'
import { type Target, targetsOf } from './targets.ts'

/*
 * Which events are reported: those since the last look, of members who allow measuring. An event is planned once for each
 * postback, whatever is looked at twice.
 */

const minute = 60_000
/** Looked at again: transactions commit late, and refunds are accepted days after they were asked for. */
const overlapMs: Readonly<Record<PostbackEvent, number>> = {
  lead: 10 * minute,
  attempt: 10 * minute,
  sale: 10 * minute,
  refund: 7 * 1440 * minute,
}

interface Planned {
  readonly key: string
  readonly memberId: string
  readonly at: Date
  readonly amountMinor: number | null
  readonly currency: string | null
}

/** Which rows: of a period by their time, or the one with an id. */
type Which = (row: { readonly id: RawBuilder<string>; readonly at: RawBuilder<Date> }) => RawBuilder<boolean>
type Source = (brandId: string, which: Which) => RawBuilder<Planned>

/** Renewals are no sale of the affiliate's; payments of nothing are age checks. Only what was a sale is refunded. */
const sources: Readonly<Record<PostbackEvent, Source>> = {
  lead: (brandId, which) => sql`
    select m.id::text as key, m.id as "memberId", m.created_at as at, null::integer as "amountMinor", null::text as currency
    from members m where m.brand_id = ${brandId} and ${which({ id: sql`m.id`, at: sql`m.created_at` })}`,
  attempt: (brandId, which) => sql`
    select a.id::text as key, a.member_id as "memberId", a.created_at as at, a.amount_minor as "amountMinor",
      a.currency::text as currency
    from payment_attempts a where a.brand_id = ${brandId} and a.amount_minor > 0 and a.renewal_of is null
      and ${which({ id: sql`a.id`, at: sql`a.created_at` })}`,
  sale: (brandId, which) => sql`
    select a.id::text as key, a.member_id as "memberId", a.granted_at as at, a.amount_minor as "amountMinor",
      a.currency::text as currency
    from payment_attempts a where a.brand_id = ${brandId} and a.amount_minor > 0 and a.renewal_of is null
      and a.granted_at is not null and ${which({ id: sql`a.id`, at: sql`a.granted_at` })}`,
  refund: (brandId, which) => sql`
    select r.id::text as key, r.member_id as "memberId", r.created_at as at, r.amount_minor as "amountMinor",
      r.currency::text as currency
    from refunds r join payment_attempts a on a.id = r.attempt_id
    where r.brand_id = ${brandId} and r.state in ('accepted', 'refunded') and a.renewal_of is null
      and a.granted_at is not null and ${which({ id: sql`r.id`, at: sql`r.created_at` })}`,
}

/** What a call says of the event `e` of the member `m`. */
const facts = sql`jsonb_build_object('clickid', m.clickid, 'source', m.source, 'campid', coalesce(m.campid, ''),
  'flow', m.flow_id, 'country', m.country, 'at', e.at, 'amountMinor', e."amountMinor", 'currency', e.currency)`
const isMember = sql`m.id = e."memberId" and m.sample is null and m.state <> 'deleted'`
const allowsMeasuring = sql`(select c.granted from consents c where c.member_id = m.id and c.kind = 'analytics'
  order by c.given_at desc, c.id desc limit 1)`

/** What a call about an event says now; undefined if the member does not allow measuring, or there is nothing any more. */
export async function factsNow(
  executor: Executor,
  { brandId, event, id }: { readonly brandId: string; readonly event: PostbackEvent; readonly id: string },
): Promise<string | undefined> {
  const source = sources[event](brandId, (row) => sql`${row.id} = ${id}::uuid`)
  const { rows } = await sql<{ facts: object }>`
    select ${facts} as facts from (${source}) e join members m on ${isMember} where ${allowsMeasuring}`.execute(
    executor,
  )
  return rows[0] && JSON.stringify(rows[0].facts)
}

/** Plans what happened since the last run; on the first one of an event, from then on. */
export async function planPostbacks(deps: PostbackDeps): Promise<void> {
  for (const { key: brandId } of deps.brands.list) {
    const targets = await targetsOf(deps, deps.db, brandId)
    for (const event of new Set(targets.map((one) => one.event)))
      await deps.db.transaction().execute((tx) => planEvent(tx, deps, brandId, event))
  }
}

async function planEvent(tx: Tx, deps: PostbackDeps, brandId: string, event: PostbackEvent): Promise<void> {
  const now = deps.clock()
  const before = await lockProgress(tx, brandId, event, now)
  if (!before) return
  const from = new Date(Math.max(before.planned_until.getTime() - overlapMs[event], before.started_at.getTime()))
  const targets = (await targetsOf(deps, tx, brandId)).filter((one) => one.event === event)
  const source = sources[event](brandId, ({ at }) => sql`${at} > ${from} and ${at} <= ${now}`)
  const { rows } = await sql<{ postback: string; key: string; at: Date }>`
    insert into postback_deliveries (brand_id, postback, event_key, event, member_id, facts, created_at, next_at)
    select ${brandId}, p.key, ${event} || ' ' || e.key, ${event}, e."memberId", ${facts}, ${now}, ${now}
    from (select * from (${source}) found
      where not exists (select from postback_deliveries d where d.brand_id = ${brandId} and d.event_key = ${event} || ' ' || found.key)) e
    join members m on ${isMember}
    join json_to_recordset(${JSON.stringify(targets.map(asked))}::json) as p(key text, source text, campid text, since timestamptz)
      on (p.source is null or p.source = m.source) and (p.campid is null or p.campid = m.campid)
        and (p.since is null or e.at > p.since)
    where ${allowsMeasuring}
    on conflict do nothing returning postback, event_key as key`.execute(tx)
  for (const { postback, key: eventKey } of rows)
    await addJob(
      tx,
      'affiliates.send_postback',
      { brandId, postback, eventKey },
      { key: jobKey(brandId, postback, eventKey) },
    )
}

const asked = ({ key, source, campid, since }: Target) => ({ key, source, campid, since })

export const jobKey = (brandId: string, postback: string, eventKey: string): string =>
  `postback ${brandId} ${postback} ${eventKey}`

/** From now on events of this kind are planned, if they were not before: the next run looks back to here. */
export async function beginPlanning(tx: Tx, brandId: string, event: PostbackEvent, now: Date): Promise<void> {
  await tx
    .insertInto('postback_progress')
    .values({ brand_id: brandId, event, started_at: now, planned_until: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks an event's progress and moves it to now. @returns what it was; undefined the first time */
async function lockProgress(tx: Tx, brandId: string, event: PostbackEvent, now: Date) {
  const before = await tx
    .selectFrom('postback_progress')
    .select(['planned_until', 'started_at'])
    .where('brand_id', '=', brandId)
    .where('event', '=', event)
    .forUpdate()
    .executeTakeFirst()
  await tx
    .insertInto('postback_progress')
    .values({ brand_id: brandId, event, started_at: now, planned_until: now })
    .onConflict((conflict) => conflict.columns(['brand_id', 'event']).doUpdateSet({ planned_until: now }))
    .execute()
  return before
}
